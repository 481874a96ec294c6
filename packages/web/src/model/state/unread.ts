// Unread messages by conversation, for the sidebar and inbox.
import { derived } from '../../base/cells/cell.ts';
import { keyOf, type View } from '../../base/views/view.ts';
import { isTopicMuted, type State } from './state.ts';

export interface UnreadConversation {
  readonly view: Extract<View, { kind: 'topic' | 'direct' }>;
  readonly count: number;
  /** Ascending. */
  readonly ids: readonly number[];
  readonly newest: number;
  readonly mentioned: boolean;
  readonly muted: boolean;
}

export interface UnreadCounts {
  readonly conversations: readonly UnreadConversation[];
  /** Keyed by {@link keyOf}. */
  readonly byKey: ReadonlyMap<string, UnreadConversation>;
  /** Messages in unmuted topics, by channel. */
  readonly byChannel: ReadonlyMap<number, number>;
  /** Messages in muted topics, by channel. */
  readonly mutedByChannel: ReadonlyMap<number, number>;
  readonly direct: number;
  readonly mentions: number;
  readonly total: number;
}

/** Recomputed only when unread messages or muting change. */
export function unreadCounts(state: State): UnreadCounts {
  return byParts(state.unread_msgs)(state.subscriptions)(state.user_topics)(state);
}

const byParts = derived((_unread: State['unread_msgs']) =>
  derived((_channels: State['subscriptions']) =>
    derived((_topics: State['user_topics']) => {
      let counts: UnreadCounts | null = null;
      return (state: State) => {
        counts ??= count(state);
        return counts;
      };
    }),
  ),
);

function count(state: State): UnreadCounts {
  const { unread_msgs, user_id } = state;
  const mentions = new Set<number>(unread_msgs.mentions);
  const conversations: UnreadConversation[] = [];
  const take = (view: UnreadConversation['view'], ids: readonly number[], muted: boolean) =>
    conversations.push({
      view,
      count: ids.length,
      ids,
      newest: ids.at(-1) ?? 0,
      mentioned: ids.some((id) => mentions.has(id)),
      muted,
    });
  for (const { other_user_id, unread_message_ids } of unread_msgs.pms)
    take({ kind: 'direct', user_ids: other_user_id === user_id ? [] : [other_user_id] }, unread_message_ids, false);
  for (const { user_ids_string, unread_message_ids } of unread_msgs.huddles) {
    const user_ids = user_ids_string
      .split(',')
      .map(Number)
      .filter((id) => id !== user_id);
    take({ kind: 'direct', user_ids }, unread_message_ids, false);
  }
  for (const { view, ids } of topicsOf(unread_msgs.streams))
    take(view, ids, isTopicMuted(state, view.channel_id, view.topic));
  const byChannel = new Map<number, number>();
  const mutedByChannel = new Map<number, number>();
  let direct = 0;
  for (const { view, count, muted } of conversations) {
    if (view.kind === 'direct') direct += count;
    else {
      const counted = muted ? mutedByChannel : byChannel;
      counted.set(view.channel_id, (counted.get(view.channel_id) ?? 0) + count);
    }
  }
  const total = direct + [...byChannel.values()].reduce((sum, count) => sum + count, 0);
  const byKey = new Map(conversations.map((conversation) => [keyOf(conversation.view), conversation]));
  return { conversations, byKey, byChannel, mutedByChannel, direct, mentions: mentions.size, total };
}

interface Topic {
  readonly view: Extract<View, { kind: 'topic' }>;
  readonly ids: readonly number[];
}

/** The state has an entry for each spelling of a topic; here the newest message's is the topic's. */
function topicsOf(entries: State['unread_msgs']['streams']): Iterable<Topic> {
  const topics = new Map<string, Topic>();
  for (const { stream_id, topic, unread_message_ids } of entries) {
    const next: Topic = { view: { kind: 'topic', channel_id: stream_id, topic }, ids: unread_message_ids };
    const key = keyOf(next.view);
    const known = topics.get(key);
    topics.set(key, known ? merge(known, next) : next);
  }
  return topics.values();
}

function merge(a: Topic, b: Topic): Topic {
  const { view } = (a.ids.at(-1) ?? 0) > (b.ids.at(-1) ?? 0) ? a : b;
  return { view, ids: [...a.ids, ...b.ids].sort((one, other) => one - other) };
}
