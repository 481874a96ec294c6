// Every read of an account's subscriptions.

import { type ChannelId, FULL_LIST_BELOW, type IncludeSubscribers, type UserId } from '@stoa/contract';
import { findRecentlyActive } from '../../identity/presence/presence.queries.ts';
import { completeSettings } from '../../identity/users/user-settings.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { arrayOf, type JsonText } from '../../kit/json/json-text.ts';
import type { ChannelText } from '../channels/channel-texts.queries.ts';
import { findChannelsWithAccess } from '../channels/channels.queries.ts';
import { findSubscribedIds } from '../channels/subscribers.queries.ts';
import { findSubscriberTexts } from './subscriber-texts.queries.ts';
import { channelDefaults, presentOwn, withDefaults } from './subscriptions.present.ts';
import type { SubscriptionRow } from './subscriptions.tables.ts';

export { isSubscribed } from '../channels/subscribers.queries.ts';

/** All current and former subscriptions of an account. */
function findSubscriptionRows(db: Connection, user_id: UserId): Promise<SubscriptionRow[]> {
  return db.all<SubscriptionRow>(sql`select * from subscriptions where user_id = ${user_id} order by stream_id`);
}

export interface SubscriptionState {
  readonly subscriptions: JsonText;
  readonly unsubscribed: JsonText;
  readonly never_subscribed: JsonText;
}

export interface SubscriptionRequest {
  readonly include_subscribers: IncludeSubscribers;
  /** Whether the client supports null settings. [SB24] */
  readonly knows_null: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The channels an account may know of, by its relation to them, each list by id. [SB1] */
export async function findSubscriptionState(
  db: Connection,
  actor: Actor,
  channels: readonly ChannelText[],
  { include_subscribers, knows_null, now }: SubscriptionRequest,
): Promise<SubscriptionState> {
  const defaults = channelDefaults(completeSettings(actor.settings));
  const settings = new Map((await findSubscriptionRows(db, actor.user_id)).map((row) => [row.stream_id, row]));
  const lists = await findLists(db, actor.realm, channels, include_subscribers, now);
  const texts = { subscriptions: [] as string[], unsubscribed: [] as string[], never_subscribed: [] as string[] };
  for (const { stream_id, open } of channels) {
    const row = settings.get(stream_id);
    const people = lists.get(stream_id) ?? '';
    if (!row) texts.never_subscribed.push(`${open}${people}}`);
    else {
      const own = JSON.stringify(presentOwn(knows_null ? row : withDefaults(row, defaults))).slice(1, -1);
      texts[row.active ? 'subscriptions' : 'unsubscribed'].push(`${open},${own}${people}}`);
    }
  }
  return {
    subscriptions: arrayOf(texts.subscriptions),
    unsubscribed: arrayOf(texts.unsubscribed),
    never_subscribed: arrayOf(texts.never_subscribed),
  };
}

/**
 * A channel's list of subscribers. Small channels list everyone; for large ones a partial list may be requested, with
 * those a client is likely to need. [SB4]
 */
async function findLists(
  db: Connection,
  { realm_id }: Realm,
  channels: readonly ChannelText[],
  include: IncludeSubscribers,
  now: number,
): Promise<ReadonlyMap<ChannelId, string>> {
  const is_small = ({ subscriber_count }: ChannelText) => subscriber_count < FULL_LIST_BELOW;
  const listed = include === 'false' ? channels.filter(is_small) : channels;
  const lists = await findSubscriberTexts(db, realm_id, listed);
  const in_part = include === 'partial' ? listed.filter((channel) => !is_small(channel)) : [];
  const active = in_part.length > 0 ? await findRecentlyActive(db, realm_id, now) : new Set<UserId>();
  const found = new Map([...lists].map(([stream_id, text]) => [stream_id, `,"subscribers":${text}`]));
  const time_slice = new TimeSlice();
  for (const { stream_id } of in_part) {
    await time_slice.yieldIfUsed();
    const everybody: UserId[] = JSON.parse(lists.get(stream_id)!);
    const part = everybody.filter((user_id) => active.has(user_id));
    if (part.length < everybody.length) found.set(stream_id, `,"partial_subscribers":${JSON.stringify(part)}`);
  }
  return found;
}

/** An account's subscriptions visible to the actor, by id, without archived channels. */
export async function findVisibleSubscriptions(db: Connection, actor: Actor, user_id: UserId): Promise<ChannelId[]> {
  const subscribed = await findSubscribedIds(db, user_id);
  const accesses = await findChannelsWithAccess(db, actor.realm, actor);
  return accesses
    .filter(({ metadata, channel }) => metadata && subscribed.has(channel.stream_id))
    .map(({ channel }) => channel.stream_id);
}

/** These accounts' settings for these channels, former subscriptions included. */
export async function findSettings(
  db: Connection,
  stream_ids: readonly ChannelId[],
  user_ids: readonly UserId[],
): Promise<ReadonlyMap<string, SubscriptionRow>> {
  const rows = await db.all<SubscriptionRow>(
    sql`select * from subscriptions where user_id in (${sql.list(user_ids)}) and stream_id in (${sql.list(stream_ids)})`,
  );
  return new Map(rows.map((row) => [settingsKey(row.user_id, row.stream_id), row]));
}

export function settingsKey(user_id: UserId, stream_id: ChannelId): string {
  return `${user_id}:${stream_id}`;
}

/** As exported for their owner. */
export function findOwnSubscriptions(db: Connection, user_id: UserId) {
  return db.all(
    sql`select stream_id, active, color, is_muted, pin_to_top from subscriptions where user_id = ${user_id} order by stream_id`,
  );
}
