// The channels a client knows after register, and how events change them.
import { z } from 'zod';
import { type Reducer, state } from '../kit/state.ts';
import type { ChannelId } from '../kit/values.ts';
import { Channel } from './channel.ts';

export const channelsState = state({ fetch: ['stream'], fields: z.object({ streams: z.array(Channel) }) });

const byId = (a: { stream_id: ChannelId }, b: { stream_id: ChannelId }) => a.stream_id - b.stream_id;

export const reduceChannels: Reducer = (state, event) => {
  if (!state.streams) return state;
  const streams = state.streams as Channel[];
  if (event.type === 'stream' && event.op === 'create') {
    const added = event.streams as Channel[];
    const rest = streams.filter(({ stream_id }) => !added.some((channel) => channel.stream_id === stream_id));
    return { ...state, streams: [...rest, ...added].sort(byId) };
  }
  if (event.type === 'stream' && event.op === 'delete') {
    const gone = event.stream_ids as ChannelId[];
    return { ...state, streams: streams.filter(({ stream_id }) => !gone.includes(stream_id)) };
  }
  if (event.type === 'subscription' && (event.op === 'peer_add' || event.op === 'peer_remove')) {
    const { stream_ids, user_ids } = event as unknown as { stream_ids: ChannelId[]; user_ids: number[] };
    const change = event.op === 'peer_add' ? user_ids.length : -user_ids.length;
    return {
      ...state,
      streams: streams.map((channel) =>
        stream_ids.includes(channel.stream_id)
          ? { ...channel, subscriber_count: channel.subscriber_count + change }
          : channel,
      ),
    };
  }
  // The own comings and goings arrive as subscription add and remove, not as a peer's.
  if (event.type === 'subscription' && (event.op === 'add' || event.op === 'remove')) {
    const changed = new Map((event.subscriptions as Partial<Channel>[]).map((channel) => [channel.stream_id, channel]));
    return {
      ...state,
      streams: streams.map((channel) => {
        const change = changed.get(channel.stream_id);
        if (!change) return channel;
        return { ...channel, subscriber_count: change.subscriber_count ?? channel.subscriber_count - 1 };
      }),
    };
  }
  return state;
};
