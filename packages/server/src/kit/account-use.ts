// Tracks how much of each limited resource an account uses, as sums, so that no write counts rows. Owns the table account_use;
// slices update it in the transaction that stores something.

import type { UserId } from '@stoa/contract';
import type { Connection, Transaction } from './database/connection.ts';
import { sql } from './database/sql.ts';

export interface AccountUse {
  readonly files: number;
  readonly file_bytes: number;
  readonly storage_length: number;
  readonly idempotency_keys: number;
  readonly idempotency_bytes: number;
}

const COLUMNS = ['files', 'file_bytes', 'storage_length', 'idempotency_keys', 'idempotency_bytes'] as const;

/** Adds to an account's use; negative when something is removed. */
export async function addUse(tx: Transaction, user_id: UserId, added: Partial<AccountUse>): Promise<void> {
  await tx.run(
    sql.text(
      `insert into account_use (user_id, ${COLUMNS.join(', ')}) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do update set ${COLUMNS.map((name) => `${name} = account_use.${name} + excluded.${name}`).join(', ')}`,
      [user_id, ...COLUMNS.map((name) => added[name] ?? 0)],
    ),
  );
}

/** The use of a person and all their bots together. [RL8] */
export async function findUse(db: Connection, owner_id: UserId): Promise<AccountUse> {
  const row = await db.get<AccountUse>(
    sql`select ${sql.raw(COLUMNS.map((name) => `cast(coalesce(sum(${name}), 0) as bigint) as ${name}`).join(', '))} from account_use
     where user_id = ${owner_id} or user_id in (select user_id from users where bot_owner_id = ${owner_id})`,
  );
  return row!;
}
