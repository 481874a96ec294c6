// Deletes messages with everything attached to them and announces it to their readers. Never checks permissions.

import { type ChannelId, deleteMessage, type MessageId, type RecipientId, topicKey, type UserId } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { sql } from '../../kit/database/sql.ts';
import type { HookHandler } from '../../kit/write/hooks.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { audiencesOfMessages, findStarringOutsiders } from '../recipients/audience.queries.ts';
import { DELETED_PER_ENTRY } from './deletion.present.ts';
import { messagesEnding } from './messages.hooks.ts';

export interface MessageToDelete {
  readonly id: MessageId;
  readonly subject: string;
}

/** Messages of one recipient, ascending; at most {@link DELETED_PER_ENTRY}. */
export async function deleteMessages(
  context: WriteContext,
  { recipient_id, stream_id }: { recipient_id: RecipientId; stream_id: ChannelId | null },
  messages: readonly MessageToDelete[],
  deleter: UserId | null = null,
): Promise<void> {
  if (messages.length > DELETED_PER_ENTRY) throw new Error(`more than ${DELETED_PER_ENTRY} messages at once`);
  if (messages.length === 0) return;
  const { tx, emit } = context;
  const ids = messages.map(({ id }) => id);
  const audiences = await audiencesOfMessages(tx, { recipient_id, stream_id }, ids);
  const starring = stream_id === null ? [] : await findStarringOutsiders(tx, stream_id, ids);
  const events = new Map<string, { subject: string; audience: Audience; message_ids: MessageId[] }>();
  for (const { id, subject } of messages) {
    const audience = audiences(id);
    const key = JSON.stringify([topicKey(subject), audience]);
    getOrSet(events, key, () => ({ subject, audience, message_ids: [] })).message_ids.push(id);
  }
  await context.trigger(messagesEnding, { ids });
  // A direct conversation keeps its place in the list of recent ones. [MS60]
  const newest = Math.max(...ids);
  if (stream_id === null)
    await tx.run(
      sql`update recipients set newest_deleted_id = ${newest}
       where recipient_id = ${recipient_id} and coalesce(newest_deleted_id, 0) < ${newest}`,
    );
  await tx.run(sql`delete from messages where id in (${sql.list(ids)})`);
  for (const { subject, audience, message_ids } of events.values()) {
    const where =
      stream_id === null
        ? { message_type: 'private' as const }
        : { message_type: 'stream' as const, stream_id, topic: subject };
    // These could read them, subscribed or not. [ED34] [MS400]
    const others = [...(deleter === null ? [] : [deleter]), ...starring.map(({ user_id }) => user_id)];
    const event_audience =
      others.length === 0 ? audience : { ...audience, users: [...new Set([...(audience.users ?? []), ...others])] };
    emit(deleteMessage, { message_ids, ...where }, event_audience);
  }
}

/** Deletes rows of deleted messages from these tables. */
export function deletingRowsIn(tables: readonly string[]): HookHandler<{ readonly ids: readonly MessageId[] }> {
  return async ({ tx }, { ids }) => {
    for (const table of tables) await tx.run(sql`delete from ${sql.raw(table)} where message_id in (${sql.list(ids)})`);
  };
}
