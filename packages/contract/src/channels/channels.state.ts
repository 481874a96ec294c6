// The channels a client knows after register, and how events change them.
import { z } from 'zod';
import type { ReceivedEvent } from '../kit/event.ts';
import { type Reducer, state } from '../kit/state.ts';
import { ChannelId } from '../kit/values.ts';
import type { Message } from '../messages/message.ts';
import { Channel } from '../shapes/channel.ts';

export const channelsState = state({ fetch: ['stream'], fields: () => z.object({ streams: z.array(Channel) }) });

export const defaultChannelsState = state({
  fetch: ['default_streams'],
  /** Empty for guests. */
  fields: () => z.object({ realm_default_streams: z.array(ChannelId) }),
});

export const defaultChannelGroupsState = state({
  fetch: ['default_stream_groups'],
  /** Legacy groups of default channels: always empty. */
  fields: () => z.object({ realm_default_stream_groups: z.array(z.unknown()).max(0) }),
});

export const reduceDefaultChannels: Reducer = (state, event) =>
  event.type === 'default_streams' && state.realm_default_streams
    ? { ...state, realm_default_streams: event.default_streams }
    : state;

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
    const removed = event.stream_ids as ChannelId[];
    return { ...state, streams: streams.filter(({ stream_id }) => !removed.includes(stream_id)) };
  }
  if (event.type === 'stream' && event.op === 'update') return { ...state, streams: withUpdate(streams, event) };
  if (event.type === 'subscription' && (event.op === 'peer_add' || event.op === 'peer_remove')) {
    const { stream_ids, user_ids } = event as ReceivedEvent & { stream_ids: ChannelId[]; user_ids: number[] };
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
  // A subscriber who joins receives the whole channel. One who leaves is subtracted by the peer_remove sent to everybody.
  // [SB9]
  if (event.type === 'subscription' && event.op === 'add') {
    const joined = new Map((event.subscriptions as Channel[]).map((channel) => [channel.stream_id, channel]));
    return {
      ...state,
      streams: streams.map((channel) => {
        const { subscriber_count } = joined.get(channel.stream_id) ?? channel;
        return { ...channel, subscriber_count };
      }),
    };
  }
  if (event.type === 'message') {
    const next = withMessage(streams, event.message as Message);
    return next === streams ? state : { ...state, streams: next };
  }
  return state;
};

/**
 * A message makes its channel active and may be its first. Most messages change nothing and return the same list,
 * because clients redraw what changed. The weekly traffic stays as fetched. [CH15]
 */
export function withMessage<C extends Channel>(channels: readonly C[], { id, stream_id }: Message): readonly C[] {
  const at = stream_id === undefined ? -1 : channels.findIndex((channel) => channel.stream_id === stream_id);
  const channel = channels[at];
  if (!channel || (channel.is_recently_active && channel.first_message_id !== null)) return channels;
  const changed = { ...channel, first_message_id: channel.first_message_id ?? id, is_recently_active: true };
  return channels.map((channel, place) => (place === at ? changed : channel));
}

/** A changed property, and the fields announced with it. */
export function withUpdate<C extends Channel>(channels: readonly C[], event: ReceivedEvent): C[] {
  const { id: _, type: __, op: ___, stream_id, name: ____, property, value, ...companions } = event;
  return channels.map((channel) =>
    channel.stream_id === stream_id ? { ...channel, [property as string]: value, ...companions } : channel,
  );
}
