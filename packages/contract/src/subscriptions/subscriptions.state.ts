// The subscriptions after register, and how events change them.
import { z } from 'zod';
import { withMessage, withUpdate } from '../channels/channels.state.ts';
import type { ReceivedEvent } from '../kit/event.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import type { ChannelId, UserId } from '../kit/values.ts';
import type { Message } from '../messages/message.ts';
import type { Channel } from '../shapes/channel.ts';
import { FULL_LIST_BELOW, NeverSubscribed, Subscription } from '../shapes/subscription.ts';

export const subscriptionsState = state({
  fetch: ['subscription'],
  fields: () =>
    z.object({
      subscriptions: z.array(Subscription),
      unsubscribed: z.array(Subscription),
      never_subscribed: z.array(NeverSubscribed),
    }),
});

type Listed = Channel & { subscribers?: UserId[]; partial_subscribers?: UserId[] };
type Lists = Readonly<Record<'subscriptions' | 'unsubscribed' | 'never_subscribed', readonly Listed[]>>;
const LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;

const byId = (a: Channel, b: Channel) => a.stream_id - b.stream_id;

function mapLists(state: ClientState, change: (channel: Listed) => Listed | null): ClientState {
  const lists = state as ClientState & Lists;
  const next = LISTS.map((name) => [
    name,
    lists[name]
      .map(change)
      .filter((channel) => channel !== null)
      .sort(byId),
  ]);
  return { ...state, ...Object.fromEntries(next) };
}

function withPeers(channel: Listed, user_ids: readonly UserId[], added: boolean): Listed {
  const change = (list: readonly UserId[]) => {
    const rest = list.filter((user_id) => !user_ids.includes(user_id));
    return added ? [...rest, ...user_ids].sort((a, b) => a - b) : rest;
  };
  const { subscribers, partial_subscribers } = channel;
  return {
    ...channel,
    subscriber_count: channel.subscriber_count + (added ? user_ids.length : -user_ids.length),
    ...(subscribers ? { subscribers: change(subscribers) } : {}),
    // Listing more people than promised is harmless.
    ...(partial_subscribers ? { partial_subscribers: change(partial_subscribers) } : {}),
  };
}

/** A channel that became visible: a new one has no subscribers; of another they are unknown. */
function discovered(channel: Channel): Listed {
  return channel.subscriber_count === 0 ? { ...channel, subscribers: [] } : channel;
}

/** The subscriber list of a large channel stays absent if it was not fetched. */
function joined(channel: Listed, before: Listed | undefined): Listed {
  if (!before || before.subscribers || channel.subscriber_count < FULL_LIST_BELOW) return channel;
  const { subscribers: _, ...rest } = channel;
  return rest;
}

/** Maintains subscriber lists only if the state was fetched with them. */
export const reduceSubscriptions: Reducer = (state, event) => {
  if (!state.subscriptions) return state;
  const lists = state as ClientState & Lists;
  const all = () =>
    new Map(LISTS.flatMap((name) => lists[name].map((channel) => [channel.stream_id, channel] as const)));
  if (event.type === 'stream' && event.op === 'create') {
    const known = all();
    const channels = new Map((event.streams as Channel[]).map((channel) => [channel.stream_id, channel]));
    const added = [...channels.values()].filter(({ stream_id }) => !known.has(stream_id)).map(discovered);
    // Announced again: the peer_add that follows lists all subscribers. [SB400]
    const again = (channel: Listed): Listed => {
      const now = channels.get(channel.stream_id);
      if (!now) return channel;
      const { partial_subscribers: _, ...rest } = channel;
      return { ...rest, ...discovered(now) };
    };
    return {
      ...state,
      unsubscribed: lists.unsubscribed.map(again),
      never_subscribed: [...lists.never_subscribed.map(again), ...added].sort(byId),
    };
  }
  if (event.type === 'stream' && event.op === 'delete') {
    const removed = event.stream_ids as ChannelId[];
    return mapLists(state, (channel) => (removed.includes(channel.stream_id) ? null : channel));
  }
  if (event.type === 'stream' && event.op === 'update')
    return { ...state, ...Object.fromEntries(LISTS.map((name) => [name, withUpdate(lists[name], event)])) };
  if (event.type === 'message') {
    const message = event.message as Message;
    const next = LISTS.map((name) => [name, withMessage(lists[name], message)] as const);
    return next.every(([name, list]) => list === lists[name]) ? state : { ...state, ...Object.fromEntries(next) };
  }
  if (event.type !== 'subscription') return state;
  if (event.op === 'add') {
    const known = all();
    const added = (event.subscriptions as Listed[]).map((channel) => joined(channel, known.get(channel.stream_id)));
    const without = mapLists(state, (channel) =>
      added.some(({ stream_id }) => stream_id === channel.stream_id) ? null : channel,
    ) as ClientState & Lists;
    return { ...state, ...without, subscriptions: [...without.subscriptions, ...added].sort(byId) };
  }
  // The peer_remove that follows updates lists and counts. [SB9]
  if (event.op === 'remove') {
    const removed = (event.subscriptions as Channel[]).map(({ stream_id }) => stream_id);
    const left = lists.subscriptions.filter(({ stream_id }) => removed.includes(stream_id));
    return {
      ...state,
      subscriptions: lists.subscriptions.filter(({ stream_id }) => !removed.includes(stream_id)),
      unsubscribed: [...lists.unsubscribed, ...left].sort(byId),
    };
  }
  if (event.op === 'update') {
    const { stream_id, property, value } = event;
    const set = (channel: Listed) =>
      channel.stream_id === stream_id ? { ...channel, [property as string]: value } : channel;
    return { ...state, subscriptions: lists.subscriptions.map(set) };
  }
  if (event.op === 'peer_add' || event.op === 'peer_remove') {
    const { stream_ids, user_ids } = event as ReceivedEvent & { stream_ids: ChannelId[]; user_ids: UserId[] };
    return mapLists(state, (channel) =>
      stream_ids.includes(channel.stream_id) ? withPeers(channel, user_ids, event.op === 'peer_add') : channel,
    );
  }
  return state;
};
