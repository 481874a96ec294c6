// Unread messages in the initial state.

import {
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
import type { Actor } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { getOrSet } from '../../kit/get-or-set.ts';
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
  const unread = found.slice(0, MAX_UNREAD_MESSAGES).reverse();
  const isMuted = await findMuting(db, actor.user_id, knows_empty_topic);
  const topicOf = ({ subject }: UnreadMessage) => displayTopic(subject, knows_empty_topic);
  const people = await findDirectPlaces(db, actor.user_id, unread);
  const pms = new Map<UserId, MessageId[]>();
  const huddles = new Map<string, MessageId[]>();
  const streams = new Map<string, UnreadMessages['streams'][number]>();
  for (const message of unread) {
    const { id, stream_id, recipient_id } = message;
    if (stream_id !== null) {
      const topic = topicOf(message);
      const made = () => ({ topic, stream_id, unread_message_ids: [] });
      getOrSet(streams, `${stream_id} ${topic}`, made).unread_message_ids.push(id);
      continue;
    }
    const place = people.get(recipient_id)!;
    if ('other_user_id' in place) getOrSet(pms, place.other_user_id, () => []).push(id);
    else if ('user_ids_string' in place) getOrSet(huddles, place.user_ids_string, () => []).push(id);
  }
  const { personal, everyone } = await findMentions(
    db,
    actor.user_id,
    unread.map(({ id }) => id),
  );
  const mentions = unread.filter(
    (message) =>
      personal.has(message.id) ||
      (everyone.has(message.id) && !(message.stream_id !== null && isMuted(message.stream_id, topicOf(message)))),
  );
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const lists = {
    pms: [...pms]
      .map(([user_id, unread_message_ids]) => ({ other_user_id: user_id, sender_id: user_id, unread_message_ids }))
      .sort((a, b) => a.other_user_id - b.other_user_id),
    streams: [...streams.values()].sort((a, b) => a.stream_id - b.stream_id || compare(a.topic, b.topic)),
    huddles: [...huddles]
      .map(([user_ids_string, unread_message_ids]) => ({ user_ids_string, unread_message_ids }))
      .sort((a, b) => compare(a.user_ids_string, b.user_ids_string)),
    mentions: mentions.map(({ id }) => id),
  };
  const known = { ...lists, count: 0, old_unreads_missing };
  return { ...known, count: countUnread(known, isMuted) };
}

/** By the names under which the client knows topics. */
async function findMuting(db: Connection, user_id: UserId, knows_empty_topic: boolean) {
  const subscriptions = await db.all<{ stream_id: never; is_muted: boolean }>(
    sql`select stream_id, is_muted from subscriptions where user_id = ${user_id} and active and is_muted`,
  );
  return mutedBy(subscriptions, await findUserTopics(db, user_id, knows_empty_topic));
}

async function findDirectPlaces(
  db: Connection,
  reader: UserId,
  unread: readonly UnreadMessage[],
): Promise<ReadonlyMap<RecipientId, UnreadPlace>> {
  if (unread.every(({ stream_id }) => stream_id !== null)) return new Map();
  const rows = await db.all<{ recipient_id: RecipientId; user_id: UserId }>(
    sql`select others.recipient_id, others.user_id from recipient_users own
     join recipient_users others on others.recipient_id = own.recipient_id where own.user_id = ${reader}`,
  );
  const people = new Map<RecipientId, UserId[]>();
  for (const { recipient_id, user_id } of rows) getOrSet(people, recipient_id, () => []).push(user_id);
  return new Map([...people].map(([recipient_id, user_ids]) => [recipient_id, directPlace(user_ids, reader)]));
}
