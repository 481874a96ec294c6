// Every read of scheduled messages.

import type { ChannelId, ScheduledMessage, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { JsonText } from '../../kit/json/json-text.ts';
import { listText } from '../../kit/json/list-text.ts';
import { DueRows } from './due-rows.queries.ts';

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

export const scheduledRows = new DueRows<ScheduledRow>('scheduled_messages', 'scheduled_gone');

export async function findScheduledMessages(db: Connection, user_id: UserId): Promise<ScheduledMessage[]> {
  return (await scheduledRows.findAll(db, user_id)).map(presentScheduled);
}

/** The same as text, for clients. [SM9] */
export function findScheduledTexts(db: Connection, user_id: UserId): Promise<JsonText> {
  return listText(presentedSome(db, user_id));
}

async function* presentedSome(db: Connection, user_id: UserId): AsyncGenerator<ScheduledMessage[], void> {
  for await (const rows of scheduledRows.findSome(db, user_id)) yield rows.map(presentScheduled);
}

/** Whether one of the account's own messages was sent within the last weeks. [SM8] */
export async function wasDelivered(db: Connection, user_id: UserId, id: number): Promise<boolean> {
  const delivered = await db.get(
    sql`select 1 as found from delivered_scheduled_messages where scheduled_message_id = ${id} and user_id = ${user_id}`,
  );
  return delivered !== null;
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
