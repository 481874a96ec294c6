// The messages of one topic that an account may read.

import type { MessageId, RecipientId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import type { ReadableRange } from '../access/readable-ranges.queries.ts';

export interface ReadableTopic {
  readonly recipient_id: RecipientId;
  readonly topic_key: string;
  /** The readable ranges of the recipient, by id. */
  readonly ranges: readonly ReadableRange[];
}

/** Both ends included. */
export interface Between {
  readonly from_id: number;
  readonly until_id: number;
}
export const EVERYTHING: Between = { from_id: 0, until_id: Number.MAX_SAFE_INTEGER };

/** The parts of the ranges between two ids, as conditions on messages. */
function partsOf({ recipient_id, topic_key, ranges }: ReadableTopic, { from_id, until_id }: Between): Fragment[] {
  return [...ranges]
    .sort((a, b) => a.after_id - b.after_id)
    .map(
      (range) => sql`recipient_id = ${recipient_id} and topic_key = ${topic_key}
        and id > ${Math.max(range.after_id, from_id - 1)} and id < ${Math.min(range.until_id, until_id) + 1}`,
    );
}

interface FoundMessage {
  readonly id: MessageId;
  readonly timestamp: number;
}

export async function findOldest(
  db: Connection,
  place: ReadableTopic,
  between = EVERYTHING,
): Promise<FoundMessage | null> {
  for (const part of partsOf(place, between)) {
    const found = await db.get<FoundMessage>(sql`select id, timestamp from messages where ${part} order by id limit 1`);
    if (found) return found;
  }
  return null;
}

export async function findNewest(
  db: Connection,
  place: ReadableTopic,
  between = EVERYTHING,
): Promise<FoundMessage | null> {
  for (const part of partsOf(place, between).reverse()) {
    const found = await db.get<FoundMessage>(
      sql`select id, timestamp from messages where ${part} order by id desc limit 1`,
    );
    if (found) return found;
  }
  return null;
}

export async function countMessages(db: Connection, place: ReadableTopic, between = EVERYTHING): Promise<number> {
  let count = 0;
  for (const part of partsOf(place, between))
    count += (await db.get<{ n: number }>(sql`select count(*) as n from messages where ${part}`))!.n;
  return count;
}

/** How many messages are read, and how many bytes of text they may have in all; one message may have any size. */
interface Most {
  readonly messages: number;
  readonly bytes: number;
}

/** The first messages as adjacent runs: no other message of the topic lies within one. */
export async function findFirstRuns(
  db: Connection,
  place: ReadableTopic,
  between: Between,
  most: Most,
): Promise<MessageId[][]> {
  const runs: MessageId[][] = [];
  let left = most.messages;
  let bytes = 0;
  for (const part of partsOf(place, between)) {
    if (left === 0) break;
    const rows = await db.all<{ id: MessageId; bytes: number }>(
      sql`select id, octet_length(rendered_content) as bytes from messages where ${part} order by id limit ${left}`,
    );
    const full = rows.findIndex((row) => {
      const is_first = bytes === 0;
      bytes += row.bytes;
      return !is_first && bytes > most.bytes;
    });
    const fitting = full === -1 ? rows : rows.slice(0, full);
    if (fitting.length > 0) runs.push(fitting.map(({ id }) => id));
    if (full !== -1) break;
    left -= rows.length;
  }
  return runs;
}

/** The newest messages in ascending order, each with its spelling of the topic. */
export async function findLast(
  db: Connection,
  place: ReadableTopic,
  limit: number,
): Promise<{ id: MessageId; subject: string }[]> {
  const found: { id: MessageId; subject: string }[] = [];
  for (const part of partsOf(place, EVERYTHING).reverse()) {
    if (found.length === limit) break;
    found.push(
      ...(await db.all<{ id: MessageId; subject: string }>(
        sql`select id, subject from messages where ${part} order by id desc limit ${limit - found.length}`,
      )),
    );
  }
  return found.reverse();
}
