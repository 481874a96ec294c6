// The channels the reader may know of, as listed on the channels page. Pure.
import { derived } from '../../base/cells/cell.ts';
import { fold } from '../../base/text/fold.ts';
import { compareNames } from '../../base/text/text.ts';
import { findSubscription, type KnownChannel, type State } from '../../model/state/state.ts';
import type { ListKind } from './address.ts';
import { mayJoin } from './channel-permissions.ts';

export const SORTS = ['name', 'members', 'traffic'] as const;
export type Sort = (typeof SORTS)[number];

const ORDERS: Readonly<Record<Sort, (a: KnownChannel, b: KnownChannel) => number>> = {
  name: () => 0,
  members: (a, b) => b.subscriber_count - a.subscriber_count,
  traffic: (a, b) => (b.stream_weekly_traffic ?? 0) - (a.stream_weekly_traffic ?? 0),
};

const all = derived((subscriptions: State['subscriptions']) =>
  derived((unsubscribed: State['unsubscribed']) =>
    derived((never: State['never_subscribed']): readonly KnownChannel[] =>
      [...subscriptions, ...unsubscribed, ...never].sort((a, b) => compareNames(a.name, b.name)),
    ),
  ),
);

/** All visible channels, by name. */
export const knownChannels = (state: State) => all(state.subscriptions)(state.unsubscribed)(state.never_subscribed);

/** The visible channels that are not archived. */
export const channelsInReach = (state: State) => knownChannels(state).filter(({ is_archived }) => !is_archived);

function belongs(state: State, channel: KnownChannel, list: ListKind, subscribed: ReadonlySet<number>): boolean {
  if (list === 'archived') return channel.is_archived;
  if (channel.is_archived) return false;
  if (list === 'all') return true;
  const is_in = subscribed.has(channel.stream_id);
  return list === 'subscribed' ? is_in : !is_in && mayJoin(state, channel);
}

/**
 * Rank of a channel for a query: 0 prefix of the name, 1 within the name, 2 within the description; null for no match.
 */
function ranking(typed: string): (channel: KnownChannel) => number | null {
  const query = fold(typed.trim().replace(/^#/, ''));
  return ({ name, description }) => {
    if (query === '' || fold(name).startsWith(query)) return 0;
    return fold(name).includes(query) ? 1 : fold(description).includes(query) ? 2 : null;
  };
}

function rankChannels(channels: readonly KnownChannel[], typed: string): { channel: KnownChannel; rank: number }[] {
  const rankOf = ranking(typed);
  return channels.flatMap((channel) => {
    const rank = rankOf(channel);
    return rank === null ? [] : [{ channel, rank }];
  });
}

/** The channels that match a query: best matches first, then subscribed ones. */
export function findChannels(state: State, channels: readonly KnownChannel[], typed: string): KnownChannel[] {
  const distance = ({ stream_id }: KnownChannel) => Number(findSubscription(state, stream_id) === null);
  return rankChannels(channels, typed)
    .sort((a, b) => a.rank - b.rank || distance(a.channel) - distance(b.channel))
    .map(({ channel }) => channel);
}

/** The channels with the query in their name, then those with it in their description. */
export function selectChannels(state: State, list: ListKind, sort: Sort, typed: string): KnownChannel[] {
  const subscribed = new Set<number>(state.subscriptions.map(({ stream_id }) => stream_id));
  return rankChannels(knownChannels(state), typed)
    .filter(({ channel }) => belongs(state, channel, list, subscribed))
    .sort((a, b) => a.rank - b.rank || ORDERS[sort](a.channel, b.channel))
    .map(({ channel }) => channel);
}
