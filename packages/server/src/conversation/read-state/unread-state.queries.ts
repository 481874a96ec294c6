// Unread messages in the initial state.

import {
  type ChannelId,
  countUnread,
  directPlace,
  MAX_UNREAD_MESSAGES,
  type MessageId,
  mutedBy,
  type RecipientId,
  type UnreadMessages,
  type UnreadPlace,
  type UserId,
} from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';
import { findMentions } from '../read-ranges/flags.queries.ts';
import { findUnread, type UnreadMessage } from '../read-ranges/unread.queries.ts';
import { findUserTopics } from '../user-topics/user-topics.queries.ts';

/** [RS8] */
export async function findUnreadMessages(
  db: Connection,
  actor: Actor,
  knows_empty_topic: boolean,
): Promise<UnreadMessages> {
  const found = await findUnread(db, actor, { limit: MAX_UNREAD_MESSAGES + 1 });
  const old_unreads_missing = found.length > MAX_UNREAD_MESSAGES;
  const unread = found.length > MAX_UNREAD_MESSAGES ? found.slice(0, MAX_UNREAD_MESSAGES) : found;
  const isMuted = await findMuting(db, actor.user_id, knows_empty_topic);
  const by_recipient = grouped(unread);
  const channels = await findChannelsOf(db, [...by_recipient.keys()]);
  const has_direct = [...channels.values()].includes(null);
  const people = has_direct ? await findDirectPlaces(db, actor.user_id) : null;
  const pms = new Map<UserId, MessageId[]>();
  const huddles = new Map<string, MessageId[]>();
  const streams = new Map<string, UnreadMessages['streams'][number]>();
  for (const [recipient_id, by_subject] of by_recipient) {
    const stream_id = channels.get(recipient_id)!;
    if (stream_id !== null) {
      for (const [subject, unread_message_ids] of by_subject) {
        const topic = displayTopic(subject, knows_empty_topic);
        const newEntry = () => ({ topic, stream_id, unread_message_ids: [] });
        addAll(getOrSet(streams, `${stream_id} ${topic}`, newEntry).unread_message_ids, unread_message_ids);
      }
      continue;
    }
    const conversation = people!.get(recipient_id)!;
    const ids = [...by_subject.values()].flat();
    if ('other_user_id' in conversation)
      addAll(
        getOrSet(pms, conversation.other_user_id, () => []),
        ids,
      );
    else if ('user_ids_string' in conversation)
      addAll(
        getOrSet(huddles, conversation.user_ids_string, () => []),
        ids,
      );
  }
  for (const ids of [...pms.values(), ...huddles.values()]) ids.sort(ascending);
  for (const { unread_message_ids } of streams.values()) unread_message_ids.sort(ascending);
  const lists = {
    pms: [...pms]
      .map(([user_id, unread_message_ids]) => ({ other_user_id: user_id, sender_id: user_id, unread_message_ids }))
      .sort((a, b) => a.other_user_id - b.other_user_id),
    streams: [...streams.values()].sort((a, b) => a.stream_id - b.stream_id || compare(a.topic, b.topic)),
    huddles: [...huddles]
      .map(([user_ids_string, unread_message_ids]) => ({ user_ids_string, unread_message_ids }))
      .sort((a, b) => compare(a.user_ids_string, b.user_ids_string)),
    mentions: await findUnreadMentions(db, actor.user_id, unread, ({ recipient_id, subject }) => {
      const stream_id = channels.get(recipient_id)!;
      return stream_id !== null && isMuted(stream_id, displayTopic(subject, knows_empty_topic));
    }),
  };
  const unread_msgs = { ...lists, count: 0, old_unreads_missing };
  return { ...unread_msgs, count: countUnread(unread_msgs, isMuted) };
}

const ascending = (a: number, b: number) => a - b;

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Ids of the messages that mention the reader; where a topic is muted, mentions of everyone don't count. */
async function findUnreadMentions(
  db: Connection,
  user_id: UserId,
  unread: readonly UnreadMessage[],
  isInMuted: (message: UnreadMessage) => boolean,
): Promise<MessageId[]> {
  const ids = unread.map(({ id }) => id);
  const { personal, everyone } = await findMentions(db, user_id, ids);
  if (personal.size + everyone.size === 0) return [];
  return unread
    .filter((message) => personal.has(message.id) || (everyone.has(message.id) && !isInMuted(message)))
    .map(({ id }) => id)
    .sort(ascending);
}

function addAll(list: MessageId[], more: readonly MessageId[]): void {
  for (const id of more) list.push(id);
}

/** The channel of each recipient, null for direct conversations. */
async function findChannelsOf(
  db: Connection,
  recipient_ids: readonly RecipientId[],
): Promise<ReadonlyMap<RecipientId, ChannelId | null>> {
  const rows = await inBatches(recipient_ids, (batch) =>
    db.all<{ recipient_id: RecipientId; stream_id: ChannelId | null }>(
      sql`select recipient_id, stream_id from recipients where recipient_id in (${sql.list(batch)})`,
    ),
  );
  return new Map(rows.map(({ recipient_id, stream_id }) => [recipient_id, stream_id]));
}

/** Ids by recipient and subject. Messages of a recipient mostly come together, so it is looked up when it changes. */
function grouped(messages: readonly UnreadMessage[]): ReadonlyMap<RecipientId, ReadonlyMap<string, MessageId[]>> {
  const all = new Map<RecipientId, Map<string, MessageId[]>>();
  let current: RecipientId | null = null;
  let by_subject = new Map<string, MessageId[]>();
  for (const { recipient_id, subject, id } of messages) {
    if (recipient_id !== current) {
      by_subject = getOrSet(all, recipient_id, () => new Map());
      current = recipient_id;
    }
    const ids = by_subject.get(subject);
    if (ids === undefined) by_subject.set(subject, [id]);
    else ids.push(id);
  }
  return all;
}

/** What the reader has muted; topics have the names under which the client knows them. */
async function findMuting(db: Connection, user_id: UserId, knows_empty_topic: boolean) {
  const subscriptions = await db.all<{ stream_id: never; is_muted: boolean }>(
    sql`select stream_id, is_muted from subscriptions where user_id = ${user_id} and active and is_muted`,
  );
  return mutedBy(subscriptions, await findUserTopics(db, user_id, knows_empty_topic));
}

async function findDirectPlaces(db: Connection, reader: UserId): Promise<ReadonlyMap<RecipientId, UnreadPlace>> {
  const rows = await db.all<{ recipient_id: RecipientId; user_id: UserId }>(
    sql`select others.recipient_id, others.user_id from recipient_users own
     join recipient_users others on others.recipient_id = own.recipient_id where own.user_id = ${reader}`,
  );
  const people = new Map<RecipientId, UserId[]>();
  for (const { recipient_id, user_id } of rows) getOrSet(people, recipient_id, () => []).push(user_id);
  return new Map([...people].map(([recipient_id, user_ids]) => [recipient_id, directPlace(user_ids, reader)]));
}
