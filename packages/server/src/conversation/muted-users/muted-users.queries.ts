// Every read of muted people.

import type { MutedUser, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The people an account has muted, in the order of muting. */
export function findMutedUsers(db: Connection, user_id: UserId): Promise<MutedUser[]> {
  return db.all<MutedUser>(
    sql`select muted_user_id as id, timestamp from muted_users where user_id = ${user_id} order by timestamp, muted_user_id`,
  );
}

/** Everyone who has muted an account: its messages arrive read for them and cause no notifications. [MU4] */
export async function findMuters(db: Connection, muted_user_id: UserId): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from muted_users where muted_user_id = ${muted_user_id} order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}
