// Every read of somebody's subscriptions.
import {
  type Channel,
  type ChannelId,
  FULL_LIST_BELOW,
  type IncludeSubscribers,
  type NeverSubscribed,
  type Subscription,
  type UserId,
} from '@stoa/contract';
import { findChannelsWithAccess, presentChannels } from '../channels/channels.queries.ts';
import type { Actor, Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { placeholders } from '../kit/database/placeholders.ts';
import { findRecentlyActive } from '../presence/presence.queries.ts';
import { findSubscribedIds, findSubscriberLists } from './subscribers.queries.ts';
import { presentSubscription } from './subscriptions.present.ts';
import type { SubscriptionRow } from './subscriptions.tables.ts';

export { isSubscribed } from './subscribers.queries.ts';

/** All that somebody ever was subscribed to. */
function findSubscriptionRows(db: Connection, user_id: UserId): Promise<SubscriptionRow[]> {
  return db.all<SubscriptionRow>('select * from subscriptions where user_id = $1 order by stream_id', [user_id]);
}

export interface SubscriptionState {
  subscriptions: Subscription[];
  unsubscribed: Subscription[];
  never_subscribed: NeverSubscribed[];
}

/**
 * Every channel somebody may know of, by what they have to do with it, each list by id. [SB1]
 */
export async function findSubscriptionState(
  db: Connection,
  actor: Actor,
  include_subscribers: IncludeSubscribers,
  now: number,
  options: { archived_too?: boolean; only_subscribed?: boolean } = {},
): Promise<SubscriptionState> {
  const { realm } = actor;
  const settings = new Map((await findSubscriptionRows(db, actor.user_id)).map((row) => [row.stream_id, row]));
  const known = (await findChannelsWithAccess(db, realm, actor, options))
    .filter(({ metadata, is_subscribed }) => metadata && (is_subscribed || !options.only_subscribed))
    .map(({ channel }) => channel);
  const channels = await presentChannels(db, realm.realm_id, known, now);
  const lists = await findLists(db, realm, channels, include_subscribers, now);
  const state: SubscriptionState = { subscriptions: [], unsubscribed: [], never_subscribed: [] };
  for (const channel of channels) {
    const row = settings.get(channel.stream_id);
    const people = lists.get(channel.stream_id) ?? {};
    if (!row) state.never_subscribed.push({ ...channel, ...people });
    else {
      const subscription = { ...presentSubscription(channel, row, undefined), ...people };
      state[row.active ? 'subscriptions' : 'unsubscribed'].push(subscription);
    }
  }
  return state;
}

type Lists = Pick<Subscription, 'subscribers' | 'partial_subscribers'>;

/** Small channels come with everybody; of large ones, if asked for a part, with who may be needed. [SB4] */
async function findLists(
  db: Connection,
  { realm_id }: Realm,
  channels: readonly Channel[],
  include: IncludeSubscribers,
  now: number,
): Promise<ReadonlyMap<ChannelId, Lists>> {
  const is_small = ({ subscriber_count }: Channel) => subscriber_count < FULL_LIST_BELOW;
  const listed = include === 'false' ? channels.filter(is_small) : channels;
  const stream_ids = listed.map(({ stream_id }) => stream_id);
  const lists = await findSubscriberLists(db, realm_id, stream_ids);
  const in_part = include === 'partial' ? listed.filter((channel) => !is_small(channel)) : [];
  const active = in_part.length > 0 ? await findRecentlyActive(db, realm_id, now) : new Set<UserId>();
  const found = new Map<ChannelId, Lists>([...lists].map(([stream_id, subscribers]) => [stream_id, { subscribers }]));
  for (const { stream_id } of in_part) {
    const everybody = lists.get(stream_id) ?? [];
    const partial_subscribers = everybody.filter((user_id) => active.has(user_id));
    if (partial_subscribers.length < everybody.length) found.set(stream_id, { partial_subscribers });
  }
  return found;
}

/** Where somebody is subscribed, as far as the actor may know of it, by id; archived channels are left out. */
export async function findVisibleSubscriptions(db: Connection, actor: Actor, user_id: UserId): Promise<ChannelId[]> {
  const subscribed = await findSubscribedIds(db, user_id);
  const known = await findChannelsWithAccess(db, actor.realm, actor);
  return known
    .filter(({ metadata, channel }) => metadata && subscribed.has(channel.stream_id))
    .map(({ channel }) => channel.stream_id);
}

/** What some people have set for some channels, where they ever were in them. */
export async function findSettings(
  db: Connection,
  stream_ids: readonly ChannelId[],
  user_ids: readonly UserId[],
): Promise<ReadonlyMap<string, SubscriptionRow>> {
  const rows = await db.all<SubscriptionRow>(
    `select * from subscriptions where user_id in (${placeholders(user_ids.length, stream_ids.length + 1)})
       and stream_id in (${placeholders(stream_ids.length, 1)})`,
    [...stream_ids, ...user_ids],
  );
  return new Map(rows.map((row) => [settingsKey(row.user_id, row.stream_id), row]));
}

export function settingsKey(user_id: UserId, stream_id: ChannelId): string {
  return `${user_id}:${stream_id}`;
}
