// Recipients of messages, and existing direct conversations.

import type { RealmId, RecipientId, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The ids of a direct conversation's people, ascending, joined by commas. */
export function userKey(user_ids: readonly UserId[]): string {
  return [...new Set(user_ids)].sort((a, b) => a - b).join(',');
}

export async function findDirectRecipient(
  db: Connection,
  realm_id: RealmId,
  user_ids: readonly UserId[],
): Promise<RecipientId | null> {
  const row = await db.get<{ recipient_id: RecipientId }>(
    sql`select recipient_id from recipients where realm_id = ${realm_id} and user_key = ${userKey(user_ids)}`,
  );
  return row?.recipient_id ?? null;
}

/** The recipients of an account's direct conversations. */
export async function findDirectRecipients(db: Connection, user_id: UserId): Promise<RecipientId[]> {
  const rows = await db.all<{ recipient_id: RecipientId }>(
    sql`select recipient_id from recipient_users where user_id = ${user_id} order by recipient_id`,
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
