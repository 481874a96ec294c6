// The messages of one topic that an account may read.

import type { MessageId, RecipientId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
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

const IN_RANGE = 'recipient_id = $1 and topic_key = $2 and id > $3 and id < $4';

/** The parts of the ranges between two ids. */
function parametersOf({ recipient_id, topic_key, ranges }: ReadableTopic, { from_id, until_id }: Between) {
  return [...ranges]
    .sort((a, b) => a.after_id - b.after_id)
    .map((range) => [
      recipient_id,
      topic_key,
      Math.max(range.after_id, from_id - 1),
      Math.min(range.until_id, until_id) + 1,
    ]);
}

interface Found {
  readonly id: MessageId;
  readonly timestamp: number;
}

export async function findOldest(db: Connection, place: ReadableTopic, between = EVERYTHING): Promise<Found | null> {
  for (const parameters of parametersOf(place, between)) {
    const found = await db.get<Found>(
      sql.text(`select id, timestamp from messages where ${IN_RANGE} order by id limit 1`, parameters),
    );
    if (found) return found;
  }
  return null;
}

export async function findNewest(db: Connection, place: ReadableTopic, between = EVERYTHING): Promise<Found | null> {
  for (const parameters of parametersOf(place, between).reverse()) {
    const found = await db.get<Found>(
      sql.text(`select id, timestamp from messages where ${IN_RANGE} order by id desc limit 1`, parameters),
    );
    if (found) return found;
  }
  return null;
}

export async function countMessages(db: Connection, place: ReadableTopic, between = EVERYTHING): Promise<number> {
  let count = 0;
  for (const parameters of parametersOf(place, between))
    count += (await db.get<{ n: number }>(
      sql.text(`select count(*) as n from messages where ${IN_RANGE}`, parameters),
    ))!.n;
  return count;
}

/** The first messages as adjacent runs: no other message of the topic lies within one. */
export async function findFirst(
  db: Connection,
  place: ReadableTopic,
  between: Between,
  limit: number,
): Promise<MessageId[][]> {
  const pieces: MessageId[][] = [];
  let left = limit;
  for (const parameters of parametersOf(place, between)) {
    if (left === 0) break;
    const rows = await db.all<{ id: MessageId }>(
      sql.text(`select id from messages where ${IN_RANGE} order by id limit $5`, [...parameters, left]),
    );
    if (rows.length > 0) pieces.push(rows.map(({ id }) => id));
    left -= rows.length;
  }
  return pieces;
}

/** The newest messages in ascending order, each with its spelling of the topic. */
export async function findLast(
  db: Connection,
  place: ReadableTopic,
  limit: number,
): Promise<{ id: MessageId; subject: string }[]> {
  const found: { id: MessageId; subject: string }[] = [];
  for (const parameters of parametersOf(place, EVERYTHING).reverse()) {
    if (found.length === limit) break;
    found.push(
      ...(await db.all<{ id: MessageId; subject: string }>(
        sql.text(`select id, subject from messages where ${IN_RANGE} order by id desc limit $5`, [
          ...parameters,
          limit - found.length,
        ]),
      )),
    );
  }
  return found.reverse();
}
