// The topics of a channel, found without reading every message.

import type { ChannelId, MessageId } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { findRangesOfChannel, type ReadableRange } from '../access/readable-ranges.queries.ts';
import { getReadableChannel } from '../channels/channels.queries.ts';

export interface Topic {
  /** As written in its newest message. */
  readonly name: string;
  readonly max_id: MessageId;
}

/** Newest first; of protected history only what the reader received. [TP1] [TP2] [TP4] */
export async function findTopics(
  db: Connection,
  realm: Realm,
  actor: Actor | null,
  stream_id: ChannelId,
): Promise<Topic[]> {
  const ranges = await findRangesOfChannel(db, actor, await getReadableChannel(db, realm, actor, stream_id));
  const newest = new Map<string, MessageId>();
  for (const range of ranges) {
    for (const { topic_key, max_id } of await findNewest(db, range))
      if (max_id > (newest.get(topic_key) ?? 0)) newest.set(topic_key, max_id);
  }
  return readTopics(db, [...newest.values()]);
}

/** Steps from topic to topic along the index and looks up the newest message of each. */
function findNewest(db: Connection, range: ReadableRange): Promise<{ topic_key: string; max_id: MessageId }[]> {
  return db.all(
    sql`with recursive keys (topic_key) as (
       select min(topic_key) from messages where recipient_id = ${range.recipient_id}
       union all
       select (select min(topic_key) from messages where recipient_id = ${range.recipient_id} and topic_key > keys.topic_key)
         from keys where keys.topic_key is not null),
     newest (topic_key, max_id) as (
       select topic_key, (select max(id) from messages where recipient_id = ${range.recipient_id} and topic_key = keys.topic_key
         and id > ${range.after_id} and id <= ${range.until_id}) from keys where topic_key is not null)
     select topic_key, max_id from newest where max_id is not null`,
  );
}

async function readTopics(db: Connection, ids: readonly MessageId[]): Promise<Topic[]> {
  const topics = await inBatches(ids, (batch) =>
    db.all<Topic>(sql`select subject as name, id as max_id from messages where id in (${sql.list(batch)})`),
  );
  return topics.sort((a, b) => b.max_id - a.max_id);
}
