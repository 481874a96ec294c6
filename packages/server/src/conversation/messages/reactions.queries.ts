// Every read of reactions.

import type { MessageId, Reaction, UserId } from '@stoa/contract';
import type { z } from 'zod';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf, inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

type ReactionRow = z.output<typeof Reaction>;
const IDS_PER_STATEMENT = 1000;

/** The reactions to these messages, oldest first. */
export async function findReactions(
  db: Connection,
  message_ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, ReactionRow[]>> {
  const found = new Map<MessageId, ReactionRow[]>();
  for (const batch of batchesOf(message_ids, IDS_PER_STATEMENT)) {
    const rows = await db.all<ReactionRow & { message_id: MessageId }>(
      sql`select message_id, emoji_name, emoji_code, reaction_type, user_id from reactions
       where message_id in (${sql.list(batch)}) order by id`,
    );
    for (const { message_id, ...reaction } of rows) getOrSet(found, message_id, () => []).push(reaction);
  }
  return found;
}

/** Accounts that reacted to any of these messages. */
export async function findReactors(db: Connection, message_ids: readonly MessageId[]): Promise<UserId[]> {
  const find = (batch: readonly MessageId[]) =>
    db.all<{ user_id: UserId }>(sql`select distinct user_id from reactions where message_id in (${sql.list(batch)})`);
  const rows = await inBatches(message_ids, find, IDS_PER_STATEMENT);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}
