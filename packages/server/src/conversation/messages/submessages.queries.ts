// Every read of submessages.

import type { Message, MessageId, UserId } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { WIDGET_TYPE } from './submessages.rules.ts';

export type Submessage = Message['submessages'][number];

const COLUMNS = 'id, message_id, sender_id, msg_type, content';
const IDS_PER_STATEMENT = 1000;

/** The submessages of these messages, oldest first. */
export async function findSubmessages(
  db: Connection,
  message_ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, Submessage[]>> {
  const found = new Map<MessageId, Submessage[]>();
  for (const batch of batchesOf(message_ids, IDS_PER_STATEMENT)) {
    const rows = await db.all<Submessage>(
      sql`select ${sql.raw(COLUMNS)} from submessages where message_id in (${sql.list(batch)}) order by id`,
    );
    for (const row of rows) getOrSet(found, row.message_id, () => []).push(row);
  }
  return found;
}

/** The submessage that makes a message a widget, if any. */
export function findWidgetOf(db: Connection, message_id: MessageId): Promise<Submessage | null> {
  return db.get<Submessage>(
    sql`select ${sql.raw(COLUMNS)} from submessages where message_id = ${message_id} and msg_type = ${WIDGET_TYPE} order by id limit 1`,
  );
}

export async function countSubmessages(db: Connection, message_id: MessageId, sender_id: UserId): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from submessages where message_id = ${message_id} and sender_id = ${sender_id}`,
  );
  return row!.n;
}

/** Bytes of everything added to a message. */
export async function sizeOfSubmessages(db: Connection, message_id: MessageId): Promise<number> {
  const row = await db.get<{ bytes: number }>(
    sql`select cast(coalesce(sum(octet_length(content)), 0) as bigint) as bytes from submessages where message_id = ${message_id}`,
  );
  return row!.bytes;
}
