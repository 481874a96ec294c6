// Tracks how much of each limited resource an account uses, as sums, so that no write counts rows. Owns the table account_use;
// slices update it in the transaction that stores something.

import type { UserId } from '@stoa/contract';
import { accountable } from '../access/actor.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { type Fragment, sql } from '../database/sql.ts';

export interface AccountUse {
  readonly files: number;
  readonly file_bytes: number;
  readonly storage_length: number;
  readonly idempotency_keys: number;
  readonly idempotency_bytes: number;
}

const NONE: AccountUse = { files: 0, file_bytes: 0, storage_length: 0, idempotency_keys: 0, idempotency_bytes: 0 };

/** Adds to an account's use; negative when something is removed. */
export async function addUse(tx: Transaction, user_id: UserId, added: Partial<AccountUse>): Promise<void> {
  await tx.run(
    sql`insert into account_use ${sql.insert({ user_id, ...NONE, ...added })} on conflict (user_id) do update set
       files = account_use.files + excluded.files, file_bytes = account_use.file_bytes + excluded.file_bytes,
       storage_length = account_use.storage_length + excluded.storage_length,
       idempotency_keys = account_use.idempotency_keys + excluded.idempotency_keys,
       idempotency_bytes = account_use.idempotency_bytes + excluded.idempotency_bytes`,
  );
}

const total = (column: Fragment) => sql`cast(coalesce(sum(${column}), 0) as bigint) as ${column}`;

/** The ids of an owner and of all their bots, which count as one: see {@link accountable}. [RL8] */
export const accountsOf = (owner_id: UserId): Fragment =>
  sql`select user_id from users where user_id = ${owner_id} or bot_owner_id = ${owner_id}`;

/** The account whose limits apply, where no actor is at hand. [RL8] */
export async function findAccountable(db: Connection, user_id: UserId): Promise<UserId> {
  const row = await db.get<{ bot_owner_id: UserId | null }>(
    sql`select bot_owner_id from users where user_id = ${user_id}`,
  );
  return accountable({ user_id, bot_owner_id: row?.bot_owner_id ?? null });
}

/** How much of something an account uses by itself. */
export async function findOwnUse(db: Connection, user_id: UserId, what: 'files' | 'storage_length'): Promise<number> {
  const row = await db.get<{ used: number }>(
    sql`select ${sql.raw(what)} as used from account_use where user_id = ${user_id}`,
  );
  return row?.used ?? 0;
}

/** The use of a person and all their bots together. [RL8] */
export async function findUse(db: Connection, owner_id: UserId): Promise<AccountUse> {
  const row = await db.get<AccountUse>(
    sql`select ${total(sql`files`)}, ${total(sql`file_bytes`)}, ${total(sql`storage_length`)},
       ${total(sql`idempotency_keys`)}, ${total(sql`idempotency_bytes`)} from account_use
     where user_id in (${accountsOf(owner_id)})`,
  );
  return row!;
}
