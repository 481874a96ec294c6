// Recipients of messages, and existing direct conversations.

import type { RealmId, RecipientId, UserId } from '@stoa/contract';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { findOnce, invalidateRows, type Lookup } from '../../kit/database/read-once.ts';
import { sql } from '../../kit/database/sql.ts';

/** The ids of a direct conversation's people, ascending, joined by commas. */
export function userKey(user_ids: readonly UserId[]): string {
  return [...new Set(user_ids)].sort((a, b) => a - b).join(',');
}

interface DirectKey {
  readonly realm_id: RealmId;
  readonly user_key: string;
}

const direct_recipients: Lookup<DirectKey, RecipientId | null> = {
  nameOf: ({ realm_id, user_key }) => `${realm_id} ${user_key}`,
  async findOne(db, { realm_id, user_key }) {
    const row = await db.get<{ recipient_id: RecipientId }>(
      sql`select recipient_id from recipients where realm_id = ${realm_id} and user_key = ${user_key}`,
    );
    return row?.recipient_id ?? null;
  },
  async findAll(db, keys) {
    const found = new Map<unknown, RecipientId>();
    for (const [realm_id, of_realm] of Map.groupBy(keys, (key) => key.realm_id))
      await inBatches(of_realm, async (batch) => {
        const rows = await db.all<DirectKey & { recipient_id: RecipientId }>(
          sql`select realm_id, user_key, recipient_id from recipients
           where realm_id = ${realm_id} and user_key in (${sql.list(batch.map(({ user_key }) => user_key))})`,
        );
        for (const row of rows) found.set(direct_recipients.nameOf(row), row.recipient_id);
        return [];
      });
    return keys.map((key) => found.get(direct_recipients.nameOf(key)) ?? null);
  },
};

export function findDirectRecipient(
  db: Connection,
  realm_id: RealmId,
  user_ids: readonly UserId[],
): Promise<RecipientId | null> {
  return findOnce(db, direct_recipients, { realm_id, user_key: userKey(user_ids) });
}

/** Call once the recipient of these people was created: the cache may say that there is none. */
export function invalidateDirectRecipient(db: Connection, realm_id: RealmId, user_key: string): void {
  invalidateRows(db, direct_recipients, (key) => key.realm_id === realm_id && key.user_key === user_key);
}

/** The recipients of an account's direct conversations; `only`: no others than this one. */
export async function findDirectRecipients(
  db: Connection,
  user_id: UserId,
  only: RecipientId | null = null,
): Promise<RecipientId[]> {
  const rows = await db.all<{ recipient_id: RecipientId }>(
    sql`select recipient_id from recipient_users
     where user_id = ${user_id} ${only === null ? sql.nothing : sql`and recipient_id = ${only}`} order by recipient_id`,
  );
  return rows.map((row) => row.recipient_id);
}

/** Those shared with another account, with at least this many people. */
export async function findDirectRecipientsWith(
  db: Connection,
  user_id: UserId,
  other_id: UserId,
  at_least: number,
): Promise<RecipientId[]> {
  const rows = await db.all<{ recipient_id: RecipientId }>(
    sql`select mine.recipient_id from recipient_users mine
     join recipient_users theirs on theirs.recipient_id = mine.recipient_id and theirs.user_id = ${other_id}
     where mine.user_id = ${user_id}
       and (select count(*) from recipient_users of_all where of_all.recipient_id = mine.recipient_id) >= ${at_least}
     order by mine.recipient_id`,
  );
  return rows.map((row) => row.recipient_id);
}
