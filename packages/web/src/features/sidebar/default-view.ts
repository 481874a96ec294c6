// The view that a channel opens in: top topic, feed, topic list, or first unread topic, by the reader's setting. Channels
// without topics open their feed.

import type { View } from '../../base/views/view.ts';
import type { SidebarChannel } from '../../domain/channels/channel-groups.ts';
import { topicsPolicy } from '../../domain/channels/channel-permissions.ts';
import { fetchTopics, type Topic } from '../../domain/channels/topics.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { isTopicMuted, type State } from '../../model/state/state.ts';
import { unreadCounts } from '../../model/state/unread.ts';

const OPENS = { feed: 2, topics: 3, unread_topic: 4 };

/** The newest unread topic, if the reader prefers that. Pure. */
export function unreadTopic(state: State, channel_id: number): string | null {
  let found: { topic: string; newest: number } | null = null;
  for (const { view, muted, newest } of unreadCounts(state).conversations)
    if (view.kind === 'topic' && view.channel_id === channel_id && !muted && newest > (found?.newest ?? 0))
      found = { topic: view.topic, newest };
  return found?.topic ?? null;
}

/** The newest unmuted topic, or the newest of all. Pure. */
export function topTopic(state: State, channel_id: number, topics: readonly Topic[]): string | null {
  return (topics.find(({ name }) => !isTopicMuted(state, channel_id, name)) ?? topics[0])?.name ?? null;
}

export async function defaultViewOf(engine: Engine, channel: SidebarChannel): Promise<View> {
  const { stream_id: channel_id } = channel;
  const state = engine.state.get();
  const opens = state.user_settings.web_channel_default_view;
  if (topicsPolicy(state, channel) === 'empty_topic_only') return { kind: 'topic', channel_id, topic: '' };
  if (opens === OPENS.feed) return { kind: 'channel', channel_id };
  if (opens === OPENS.topics) return { kind: 'topics', channel_id };
  const unread = opens === OPENS.unread_topic ? unreadTopic(state, channel_id) : null;
  const topic = unread ?? topTopic(state, channel_id, await fetchTopics(engine, channel_id).catch(() => []));
  return topic === null ? { kind: 'channel', channel_id } : { kind: 'topic', channel_id, topic };
}
