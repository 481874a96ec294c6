// Every write of subscriptions, and their events.

import {
  type Channel,
  type ChannelId,
  type MessageId,
  streamCreate,
  streamDelete,
  subscriptionAdd,
  subscriptionRemove,
  type UserId,
} from '@stoa/contract';
import { followVisibleUsers } from '../../identity/users/user-access.actions.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { includes } from '../channels/audience.queries.ts';
import { type ForClients, forClients, knowing } from '../channels/channel-events.present.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { presentChannels } from '../channels/channels.queries.ts';
import { findSubscriberLists } from '../channels/subscribers.queries.ts';
import { forgetMarks } from '../read-ranges/read-ranges.actions.ts';
import { announceStars } from '../read-ranges/stars.actions.ts';
import { announcePeers, type Change, findOutsidersOfAll, type Subscriber } from './peers.actions.ts';
import { subscriptionsEnded } from './subscriptions.hooks.ts';
import { newSettings, presentSubscription } from './subscriptions.present.ts';
import { findSettings, settingsKey } from './subscriptions.queries.ts';
import type { SubscriptionRow } from './subscriptions.tables.ts';

async function newestMessage(tx: Transaction): Promise<MessageId> {
  return (await tx.get<{ id: MessageId }>(sql`select coalesce(max(id), 0) as id from messages`))!.id;
}

/** For each channel, the people among these who are, or are not yet, subscribed. */
function changesWhere(
  channels: readonly ChannelRow[],
  users: readonly Subscriber[],
  settings: ReadonlyMap<string, SubscriptionRow>,
  active: boolean,
): Change[] {
  return channels
    .map((channel) => {
      const isActive = ({ user_id }: Subscriber) =>
        settings.get(settingsKey(user_id, channel.stream_id))?.active === true;
      return { channel, users: users.filter((user) => isActive(user) === active) };
    })
    .filter((change) => change.users.length > 0);
}

/** Without deactivated accounts, which peers already removed. [SB14] */
function countedIn(changes: readonly Change[]): Change[] {
  return changes
    .map((change) => ({ ...change, users: change.users.filter(({ is_active }) => is_active !== false) }))
    .filter(({ users }) => users.length > 0);
}

const idsOf = (users: readonly Subscriber[]) => users.map(({ user_id }) => user_id);

const everybodyIn = (changes: readonly Change[]) => [...new Set(changes.flatMap(({ users }) => idsOf(users)))];

/** Changes of archived channels apart from the others: fewer clients know of them. */
const byKnowing = (changes: readonly Change[]): [ForClients, Change[]][] =>
  [false, true].map((is_archived) => [
    knowing(is_archived),
    changes.filter(({ channel }) => channel.is_archived === is_archived),
  ]);

/** Groups people by a shared value: one event serves each group. */
function grouped<T>(changes: readonly Change[], share: (change: Change, user: Subscriber) => T | null) {
  const parts = new Map<UserId, T[]>();
  for (const change of changes) {
    for (const user of change.users) {
      const part = share(change, user);
      if (part !== null) getOrSet(parts, user.user_id, () => []).push(part);
    }
  }
  const groups = new Map<string, { parts: T[]; users: UserId[] }>();
  for (const [user_id, own] of parts)
    getOrSet(groups, JSON.stringify(own), () => ({ parts: own, users: [] })).users.push(user_id);
  return groups.values();
}

/** Subscribes people to channels; returns who was not subscribed before. Never checks permissions. [SB2] */
export async function subscribeUsers(
  context: WriteContext,
  realm: Realm,
  channels: readonly ChannelRow[],
  users: readonly Subscriber[],
): Promise<Change[]> {
  const { tx, now, emit, invalidateAccess } = context;
  if (channels.length === 0 || users.length === 0) return [];
  const settings = await findSettings(
    tx,
    channels.map(({ stream_id }) => stream_id),
    idsOf(users),
  );
  const changes = changesWhere(channels, users, settings, false);
  if (changes.length === 0) return [];
  await followVisibleUsers(context, realm.realm_id, everybodyIn(changes), () => openSpans(context, changes));
  invalidateAccess(everybodyIn(changes));

  const rows = changes.map(({ channel }) => channel);
  const presented = new Map<ChannelId, Channel>();
  for (const channel of await presentChannels(tx, realm.realm_id, rows, now)) presented.set(channel.stream_id, channel);
  const lists = await findSubscriberLists(tx, realm.realm_id, [...presented.keys()]);
  const outsiders = await findOutsidersOfAll(tx, rows);
  // People who could not see a channel receive its creation before their subscription.
  const discovered = grouped(changes, ({ channel }, user) =>
    includes(outsiders.get(channel.stream_id)!, user) ? null : channel.stream_id,
  );
  for (const { parts, users } of discovered)
    emit(streamCreate, { streams: parts.map((stream_id) => presented.get(stream_id)!) }, { users });
  const added = grouped(changes, ({ channel: { stream_id } }, { user_id }) => {
    const {
      user_id: _,
      stream_id: __,
      active: ___,
      ...own
    } = settings.get(settingsKey(user_id, stream_id)) ?? {
      ...newSettings(stream_id),
      user_id,
      stream_id,
      active: false,
    };
    return { stream_id, own };
  });
  for (const { parts, users } of added) {
    const subscriptions = parts.map(({ stream_id, own }) =>
      presentSubscription(presented.get(stream_id)!, own, lists.get(stream_id)!),
    );
    emit(subscriptionAdd, { subscriptions }, { users });
  }
  await announceStars(context, realm, 'add', changes);
  await announcePeers(context, realm, 'add', changes, outsiders);
  return changes;
}

/** Changes the stored number of a channel's subscriptions, so that listing channels needs no count. [CH16] */
export async function addToSubscriptionCount(tx: Transaction, stream_id: ChannelId, change: number): Promise<void> {
  await tx.run(
    sql`update channels set active_subscriptions = active_subscriptions + ${change} where stream_id = ${stream_id}`,
  );
}

async function openSpans({ tx, position }: WriteContext, changes: readonly Change[]): Promise<void> {
  const after_message_id = await newestMessage(tx);
  for (const { channel, users } of changes) {
    const { stream_id } = channel;
    const { color } = newSettings(stream_id);
    await addToSubscriptionCount(tx, stream_id, users.length);
    for (const batch of batchesOf(idsOf(users))) {
      const rows = sql.rows(batch.map((user_id) => [user_id, stream_id, true, color, false, false]));
      await tx.run(
        sql`insert into subscriptions (user_id, stream_id, active, color, is_muted, pin_to_top) values ${rows}
         on conflict (user_id, stream_id) do update set active = true`,
      );
      const spans = sql.rows(batch.map((user_id) => [user_id, stream_id, after_message_id, position]));
      await tx.run(
        sql`insert into subscription_spans (user_id, stream_id, after_message_id, after_event_id) values ${spans}`,
      );
    }
  }
}

/** Unsubscribes people from channels; returns who was subscribed. Never checks permissions. [SB2] */
export async function unsubscribeUsers(
  context: WriteContext,
  realm: Realm,
  channels: readonly ChannelRow[],
  users: readonly Subscriber[],
): Promise<Change[]> {
  const { tx, emit, invalidateAccess } = context;
  if (channels.length === 0 || users.length === 0) return [];
  const settings = await findSettings(
    tx,
    channels.map(({ stream_id }) => stream_id),
    idsOf(users),
  );
  const changes = changesWhere(channels, users, settings, true);
  if (changes.length === 0) return [];
  await followVisibleUsers(context, realm.realm_id, everybodyIn(changes), () => closeSpans(context, changes));
  invalidateAccess(everybodyIn(changes));

  const outsiders = await findOutsidersOfAll(
    tx,
    changes.map(({ channel }) => channel),
  );
  for (const [clients, some] of byKnowing(changes))
    for (const { parts, users } of grouped(some, ({ channel: { stream_id, name } }) => ({ stream_id, name })))
      emit(subscriptionRemove, forClients({ subscriptions: parts }, clients), { users });
  for (const { parts, users } of grouped(changes, ({ channel: { recipient_id } }) => recipient_id))
    await forgetMarks(tx, parts, users);
  for (const { channel, users } of changes)
    await context.trigger(subscriptionsEnded, { recipient_id: channel.recipient_id, user_ids: idsOf(users) });
  await announceStars(context, realm, 'remove', changes);
  await announcePeers(context, realm, 'remove', countedIn(changes), outsiders);
  for (const [clients, some] of byKnowing(changes)) {
    const lost = grouped(some, ({ channel }, user) =>
      includes(outsiders.get(channel.stream_id)!, user) ? null : channel.stream_id,
    );
    for (const { parts: stream_ids, users } of lost) {
      const streams = stream_ids.map((stream_id) => ({ stream_id }));
      emit(streamDelete, forClients({ streams, stream_ids }, clients), { users });
    }
  }
  return changes;
}

async function closeSpans({ tx, position }: WriteContext, changes: readonly Change[]): Promise<void> {
  const until_message_id = await newestMessage(tx);
  for (const { channel, users } of changes) {
    await addToSubscriptionCount(tx, channel.stream_id, -users.length);
    for (const batch of batchesOf(idsOf(users))) {
      const theirs = sql`stream_id = ${channel.stream_id} and user_id in (${sql.list(batch)})`;
      await tx.run(sql`update subscriptions set active = false where ${theirs}`);
      await tx.run(
        sql`update subscription_spans set until_message_id = ${until_message_id}, until_event_id = ${position}
         where until_event_id is null and ${theirs}`,
      );
    }
  }
}
