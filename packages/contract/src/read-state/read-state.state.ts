// The unread and starred messages after register, and the lists that group them.
import { z } from 'zod';
import { state } from '../kit/state.ts';
import { ChannelId, MessageId, UserId } from '../kit/values.ts';
import { topicKey } from '../shapes/topics.ts';

/** Register lists at most the 50,000 newest unread messages. */
export const MAX_UNREAD_MESSAGES = 50_000;

const unread_message_ids = z.array(MessageId);
export const UnreadMessages = z.object({
  /** Number of unread messages, excluding muted channels and topics. */
  count: z.int(),
  /** Direct messages with one other person, or with yourself. */
  pms: z.array(z.object({ other_user_id: UserId, /** Deprecated: the same. */ sender_id: UserId, unread_message_ids })),
  streams: z.array(z.object({ topic: z.string(), stream_id: ChannelId, unread_message_ids })),
  /** Direct messages of three or more people: all ids including your own, in order, joined by commas. */
  huddles: z.array(z.object({ user_ids_string: z.string(), unread_message_ids })),
  /** Unread messages that mention the reader; wildcard mentions are excluded in muted channels and topics. */
  mentions: z.array(MessageId),
  /** True if there are more unread messages than listed. */
  old_unreads_missing: z.boolean(),
});
export type UnreadMessages = z.output<typeof UnreadMessages>;

export const unreadState = state({
  fetch: ['message', 'update_message_flags'],
  fetch_all: true,
  fields: () => z.object({ unread_msgs: UnreadMessages }),
});
export const starredState = state({
  fetch: ['starred_messages'],
  fields: () => z.object({ /** Ascending. */ starred_messages: z.array(MessageId) }),
});

/** Where an unread message is: the key of the lists of {@link UnreadMessages}. */
export type UnreadPlace =
  | { readonly other_user_id: UserId }
  | { readonly user_ids_string: string }
  | { readonly stream_id: ChannelId; readonly topic: string };

/** The place of a direct message between these people. */
export function directPlace(people: readonly UserId[], reader: UserId): UnreadPlace {
  const others = people.filter((user_id) => user_id !== reader);
  if (others.length <= 1) return { other_user_id: others[0] ?? reader };
  const all = [...new Set([...others, reader])].sort((a, b) => a - b);
  return { user_ids_string: all.join() };
}

interface Entry {
  readonly unread_message_ids: readonly MessageId[];
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
const order = {
  pms: (a: UnreadMessages['pms'][number], b: UnreadMessages['pms'][number]) => a.other_user_id - b.other_user_id,
  streams: (a: UnreadMessages['streams'][number], b: UnreadMessages['streams'][number]) =>
    a.stream_id - b.stream_id || compare(a.topic, b.topic),
  huddles: (a: UnreadMessages['huddles'][number], b: UnreadMessages['huddles'][number]) =>
    compare(a.user_ids_string, b.user_ids_string),
};

function into<E extends Entry>(
  entries: readonly E[],
  is: (entry: E) => boolean,
  ids: readonly MessageId[],
  made: () => E,
) {
  const existing = entries.find(is);
  const all = [...new Set([...(existing?.unread_message_ids ?? []), ...ids])].sort((a, b) => a - b);
  return [...entries.filter((entry) => entry !== existing), { ...(existing ?? made()), unread_message_ids: all }];
}

/** Adds messages of one place; the lists stay sorted. */
export function withUnread(unread: UnreadMessages, place: UnreadPlace, ids: readonly MessageId[]): UnreadMessages {
  const unread_message_ids: MessageId[] = [];
  if ('other_user_id' in place) {
    const { other_user_id } = place;
    const newEntry = () => ({ other_user_id, sender_id: other_user_id, unread_message_ids });
    const pms = into(unread.pms, (entry) => entry.other_user_id === other_user_id, ids, newEntry);
    return { ...unread, pms: pms.sort(order.pms) };
  }
  if ('user_ids_string' in place) {
    const { user_ids_string } = place;
    const newEntry = () => ({ user_ids_string, unread_message_ids });
    const huddles = into(unread.huddles, (entry) => entry.user_ids_string === user_ids_string, ids, newEntry);
    return { ...unread, huddles: huddles.sort(order.huddles) };
  }
  const { stream_id, topic } = place;
  const is = (entry: UnreadMessages['streams'][number]) => entry.stream_id === stream_id && entry.topic === topic;
  const streams = into(unread.streams, is, ids, () => ({ topic, stream_id, unread_message_ids }));
  return { ...unread, streams: streams.sort(order.streams) };
}

function lessOf<E extends Entry>(entries: readonly E[], gone: (id: MessageId, entry: E) => boolean): E[] {
  return entries
    .map((entry) => ({ ...entry, unread_message_ids: entry.unread_message_ids.filter((id) => !gone(id, entry)) }))
    .filter((entry) => entry.unread_message_ids.length > 0);
}

export function withoutUnread(
  unread: UnreadMessages,
  gone: (id: MessageId, stream_id?: ChannelId) => boolean,
): UnreadMessages {
  const streams = lessOf(unread.streams, (id, { stream_id }) => gone(id, stream_id));
  const pms = lessOf(unread.pms, (id) => gone(id));
  const huddles = lessOf(unread.huddles, (id) => gone(id));
  const left = new Set([...streams, ...pms, ...huddles].flatMap((entry) => entry.unread_message_ids));
  return { ...unread, streams, pms, huddles, mentions: unread.mentions.filter((id) => left.has(id)) };
}

/** Whether messages of a topic are excluded from the count. */
export type IsMuted = (stream_id: ChannelId, topic: string) => boolean;

const sum = (entries: readonly Entry[]) =>
  entries.reduce((total, { unread_message_ids }) => total + unread_message_ids.length, 0);

export function countUnread({ pms, huddles, streams }: UnreadMessages, isMuted: IsMuted): number {
  return sum(pms) + sum(huddles) + sum(streams.filter(({ stream_id, topic }) => !isMuted(stream_id, topic)));
}

const MUTED = 1;
const key = (stream_id: ChannelId, topic: string) => `${stream_id} ${topicKey(topic)}`;

/** Muting by the user's own settings: a topic's policy overrides the channel's. */
export function mutedBy(
  subscriptions: readonly { readonly stream_id: ChannelId; readonly is_muted: boolean }[],
  user_topics: readonly {
    readonly stream_id: ChannelId;
    readonly topic_name: string;
    readonly visibility_policy: number;
  }[],
): IsMuted {
  const muted = new Set(subscriptions.filter(({ is_muted }) => is_muted).map(({ stream_id }) => stream_id));
  const policies = new Map(
    user_topics.map(({ stream_id, topic_name, visibility_policy }) => [key(stream_id, topic_name), visibility_policy]),
  );
  return (stream_id, topic) => {
    const policy = policies.get(key(stream_id, topic)) ?? 0;
    return policy === 0 ? muted.has(stream_id) : policy === MUTED;
  };
}
