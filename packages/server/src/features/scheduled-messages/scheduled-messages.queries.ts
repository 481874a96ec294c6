// Every read of scheduled messages.

import { type ChannelId, NotFound, type ScheduledMessage, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export interface ScheduledRow {
  id: number;
  user_id: UserId;
  stream_id: ChannelId | null;
  /** Without the sender, except for a note to oneself. */
  user_ids: UserId[] | null;
  topic: string;
  content: string;
  rendered_content: string;
  client: string;
  read_by_sender: boolean;
  scheduled_delivery_timestamp: number;
  failed: boolean;
}

export async function findScheduledMessages(db: Connection, user_id: UserId): Promise<ScheduledMessage[]> {
  const rows = await db.all<ScheduledRow>(
    sql`select * from scheduled_messages where user_id = ${user_id} order by scheduled_delivery_timestamp, id`,
  );
  return rows.map(presentScheduled);
}

export function findScheduledRow(db: Connection, id: number): Promise<ScheduledRow | null> {
  return db.get<ScheduledRow>(sql`select * from scheduled_messages where id = ${id}`);
}

/** A scheduled message of the account's own; one of another account is reported as missing. [SM2] */
export async function getScheduledRow(db: Connection, user_id: UserId, id: number): Promise<ScheduledRow> {
  const row = await findScheduledRow(db, id);
  if (row?.user_id !== user_id) throw NotFound('Scheduled message does not exist');
  return row;
}

/** Whether one of the account's own messages was sent within the last weeks. [SM8] */
export async function wasDelivered(db: Connection, user_id: UserId, id: number): Promise<boolean> {
  const delivered = await db.get(
    sql`select 1 as found from delivered_scheduled_messages where scheduled_message_id = ${id} and user_id = ${user_id}`,
  );
  return delivered !== null;
}

export async function countScheduled(db: Connection, user_id: UserId): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`select count(*) as count from scheduled_messages where user_id = ${user_id}`,
  );
  return row!.count;
}

export function presentScheduled(row: ScheduledRow): ScheduledMessage {
  const { id, stream_id, user_ids, topic, content, rendered_content, scheduled_delivery_timestamp, failed } = row;
  return {
    scheduled_message_id: id,
    ...(stream_id === null
      ? { type: 'private' as const, to: user_ids! }
      : { type: 'stream' as const, to: stream_id, topic }),
    content,
    rendered_content,
    scheduled_delivery_timestamp,
    failed,
  };
}
