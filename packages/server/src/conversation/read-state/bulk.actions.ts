// Marks everything, a channel or a topic as read, however many messages that is.

import { type ChannelId, flagsAdd, MAX_UNREAD_MESSAGES, type RecipientId, Refused, topicKey } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { hasTopic } from '../access/sending-permissions.queries.ts';
import { getVisibleChannel } from '../channels/channels.queries.ts';
import { normalizeTopic } from '../message-rules/topics.rules.ts';
import { announceRead } from '../read-ranges/flag-events.actions.ts';
import { messagesRead } from '../read-ranges/read-ranges.hooks.ts';
import { findUnread, type UnreadFilter, type UnreadMessage } from '../read-ranges/unread.queries.ts';
import { findDirectRecipients } from '../recipients/recipients.queries.ts';
import { readMessages } from './flags.actions.ts';
import { findTargets, markRead, markSpanRead } from './marking.actions.ts';

interface MessageSpan {
  readonly recipient_id: RecipientId;
  readonly after_id: number;
}

/** The account's conversations, each with the position since when it receives messages. */
async function findSpans(tx: Transaction, actor: Actor): Promise<MessageSpan[]> {
  const channels = await tx.all<MessageSpan>(
    sql`select recipient_id, after_message_id as after_id from subscription_spans
     join channels on channels.stream_id = subscription_spans.stream_id
     where user_id = ${actor.user_id} and until_event_id is null`,
  );
  const direct = await findDirectRecipients(tx, actor.user_id);
  return [...channels, ...direct.map((recipient_id) => ({ recipient_id, after_id: 0 }))];
}

/** Unread messages, found before the write to keep it short; messages after `until_id` are left out. */
export interface Unread {
  /** One more than register names at most. */
  readonly messages: readonly UnreadMessage[];
  readonly until_id: number;
}

export async function prepareReading(
  db: Connection,
  actor: Actor,
  params: Omit<UnreadFilter, 'limit'> = {},
): Promise<Unread> {
  const newest = await db.get<{ id: number }>(sql`select coalesce(max(id), 0) as id from messages`);
  const messages = await findUnread(db, actor, { ...params, limit: MAX_UNREAD_MESSAGES + 1 });
  return { messages, until_id: newest!.id };
}

async function readSpans(tx: Transaction, actor: Actor, { messages, until_id }: Unread, only?: RecipientId) {
  const { user_id } = actor;
  if (messages.length === 0) return;
  const places = new Set(messages.map(({ recipient_id }) => recipient_id));
  const all = messages.length > MAX_UNREAD_MESSAGES && only === undefined;
  for (const span of await findSpans(tx, actor))
    if (all || places.has(span.recipient_id)) await markSpanRead(tx, user_id, { ...span, until_id });
  // Still unread: messages moved here from other channels, those before such a move, and one's own. One by one.
  for (;;) {
    const found = await findUnread(tx, actor, { recipient_id: only, limit: MAX_UNREAD_MESSAGES });
    const left = found.map(({ id }) => id).filter((id) => id <= until_id);
    if (left.length === 0) return;
    await markRead(tx, user_id, await findTargets(tx, actor.realm.realm_id, user_id, left));
  }
}

const idsOf = ({ messages }: Unread) => messages.map(({ id }) => id).sort((a, b) => a - b);

/** [RS13] */
export async function readEverything(context: WriteContext, actor: Actor, unread: Unread): Promise<void> {
  await readSpans(context.tx, actor, unread);
  await context.trigger(messagesRead, { user_id: actor.user_id });
  if (unread.messages.length <= MAX_UNREAD_MESSAGES) return announceRead(context, actor, idsOf(unread));
  const everything = { operation: 'add' as const, flag: 'read', messages: [], all: true };
  context.emit(flagsAdd, everything, { users: [actor.user_id] });
}

export async function prepareChannel(db: Connection, actor: Actor, stream_id: ChannelId) {
  const { recipient_id } = await getVisibleChannel(db, actor.realm, actor, stream_id);
  return { recipient_id, unread: await prepareReading(db, actor, { recipient_id }) };
}

export async function readChannel(
  context: WriteContext,
  actor: Actor,
  { recipient_id, unread }: Awaited<ReturnType<typeof prepareChannel>>,
): Promise<void> {
  await readSpans(context.tx, actor, unread, recipient_id);
  await context.trigger(messagesRead, { user_id: actor.user_id });
  announceRead(context, actor, idsOf(unread));
}

export async function readTopic(
  context: WriteContext,
  actor: Actor,
  { stream_id, topic_name }: { stream_id: ChannelId; topic_name: string },
): Promise<void> {
  const { tx } = context;
  const { recipient_id } = await getVisibleChannel(tx, actor.realm, actor, stream_id);
  const topic_key = topicKey(normalizeTopic(topic_name));
  if (!(await hasTopic(tx, recipient_id, topic_key))) throw Refused('topic_unknown', { topic: topic_name });
  for (;;) {
    const unread = await findUnread(tx, actor, { recipient_id, topic_key, limit: MAX_UNREAD_MESSAGES });
    if (unread.length === 0) return;
    const targets = await findTargets(
      tx,
      actor.realm.realm_id,
      actor.user_id,
      unread.map(({ id }) => id),
    );
    await readMessages(context, actor, targets);
  }
}
