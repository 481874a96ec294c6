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

const channelsById = (state: Lists): ReadonlyMap<ChannelId, Listed> =>
  new Map(LISTS.flatMap((name) => state[name].map((channel) => [channel.stream_id, channel] as const)));

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

/** Channels that the reader now sees, subscribed to none of them. */
function withCreated(state: ClientState & Lists, streams: readonly Channel[]): ClientState {
  const known = channelsById(state);
  const channels = new Map(streams.map((channel) => [channel.stream_id, channel]));
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
    unsubscribed: state.unsubscribed.map(again),
    never_subscribed: [...state.never_subscribed.map(again), ...added].sort(byId),
  };
}

function withSubscribed(state: ClientState & Lists, subscriptions: readonly Listed[]): ClientState {
  const known = channelsById(state);
  const added = subscriptions.map((channel) => joined(channel, known.get(channel.stream_id)));
  const without = mapLists(state, (channel) =>
    added.some(({ stream_id }) => stream_id === channel.stream_id) ? null : channel,
  ) as ClientState & Lists;
  return { ...state, ...without, subscriptions: [...without.subscriptions, ...added].sort(byId) };
}

/** The peer_remove that follows updates lists and counts. [SB9] */
function withUnsubscribed(state: ClientState & Lists, stream_ids: readonly ChannelId[]): ClientState {
  const left = state.subscriptions.filter(({ stream_id }) => stream_ids.includes(stream_id));
  return {
    ...state,
    subscriptions: state.subscriptions.filter(({ stream_id }) => !stream_ids.includes(stream_id)),
    unsubscribed: [...state.unsubscribed, ...left].sort(byId),
  };
}

function reduceChannels(state: ClientState & Lists, event: ReceivedEvent): ClientState {
  switch (event.op) {
    case 'create':
      return withCreated(state, event.streams as Channel[]);
    case 'delete': {
      const removed = event.stream_ids as ChannelId[];
      return mapLists(state, (channel) => (removed.includes(channel.stream_id) ? null : channel));
    }
    case 'update':
      return { ...state, ...Object.fromEntries(LISTS.map((name) => [name, withUpdate(state[name], event)])) };
    default:
      return state;
  }
}

function reduceOwnAndPeers(state: ClientState & Lists, event: ReceivedEvent): ClientState {
  switch (event.op) {
    case 'add':
      return withSubscribed(state, event.subscriptions as Listed[]);
    case 'remove': {
      const removed = event.subscriptions as Channel[];
      return withUnsubscribed(
        state,
        removed.map(({ stream_id }) => stream_id),
      );
    }
    case 'update': {
      const { stream_id, property, value } = event;
      const set = (channel: Listed) =>
        channel.stream_id === stream_id ? { ...channel, [property as string]: value } : channel;
      return { ...state, subscriptions: state.subscriptions.map(set) };
    }
    case 'peer_add':
    case 'peer_remove': {
      const { stream_ids, user_ids } = event as ReceivedEvent & { stream_ids: ChannelId[]; user_ids: UserId[] };
      return mapLists(state, (channel) =>
        stream_ids.includes(channel.stream_id) ? withPeers(channel, user_ids, event.op === 'peer_add') : channel,
      );
    }
    default:
      return state;
  }
}

function reduceMessage(state: ClientState & Lists, message: Message): ClientState {
  const next = LISTS.map((name) => [name, withMessage(state[name], message)] as const);
  return next.every(([name, list]) => list === state[name]) ? state : { ...state, ...Object.fromEntries(next) };
}

/** Maintains subscriber lists only if the state was fetched with them. */
export const reduceSubscriptions: Reducer = (state, event) => {
  if (!state.subscriptions) return state;
  const listed = state as ClientState & Lists;
  if (event.type === 'stream') return reduceChannels(listed, event);
  if (event.type === 'subscription') return reduceOwnAndPeers(listed, event);
  return event.type === 'message' ? reduceMessage(listed, event.message as Message) : state;
};
