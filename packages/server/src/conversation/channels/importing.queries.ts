// What an import into an organization must know of its channels.
import { type ChannelId, ROLE, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ChannelRow } from './channels.tables.ts';

export async function findChannelsById(db: Connection, stream_ids: readonly ChannelId[]): Promise<ChannelRow[]> {
  if (stream_ids.length === 0) return [];
  return db.all<ChannelRow>(sql`select * from channels where stream_id in (${sql.list(stream_ids)})`);
}

/** Guests who are subscribed to a channel. */
export async function findGuestSubscribers(db: Connection, { stream_id }: ChannelRow): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from subscriptions join users using (user_id)
     where stream_id = ${stream_id} and active and role >= ${ROLE.guest} order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}
