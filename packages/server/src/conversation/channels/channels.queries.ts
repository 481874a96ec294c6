// Every read of channels, and who may see, read and write to them.

import { type Channel, type ChannelId, type GroupId, type RealmId, Refused, type UserId } from '@stoa/contract';
import { belongsTo, findGroupIds } from '../../identity/membership/membership.queries.ts';
import { hasSpectatorAccess } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { loginNeeded } from '../../kit/access/login-needed.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { getOnce } from '../../kit/database/read-once.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { type Counted, countRows } from '../../kit/limits/caps.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { findChannelRows, findRowsWhere, type WhichChannels } from './channel-rows.queries.ts';
import { presentChannel } from './channels.present.ts';
import { CHANNEL_EVENTS_TOPIC, grantsOf, hasContentAccess, hasMetadataAccess } from './channels.rules.ts';
import type { ChannelRow } from './channels.tables.ts';
import { findFacts } from './facts.queries.ts';
import { findSubscribedIds, isSubscribed } from './subscribers.queries.ts';

export type { ChannelRow } from './channels.tables.ts';

/** Writes read all of it once for a commit; others its revision, and the row that all of them share. */
async function findOne(db: Connection, condition: Fragment): Promise<ChannelRow | null> {
  if (db.writes) return getOnce<ChannelRow>(db, sql`select * from channels where ${condition}`);
  const [row] = await findRowsWhere(db, condition);
  return row ?? null;
}

export function findChannel(db: Connection, realm_id: RealmId, stream_id: ChannelId): Promise<ChannelRow | null> {
  return findOne(db, sql`realm_id = ${realm_id} and stream_id = ${stream_id}`);
}

/** Without an access check; requests of an actor use {@link getVisibleChannel}. */
export async function getChannelRow(db: Connection, realm_id: RealmId, stream_id: ChannelId): Promise<ChannelRow> {
  const channel = await findChannel(db, realm_id, stream_id);
  if (!channel) throw invalidChannel();
  return channel;
}

function invalidChannel() {
  return Refused('channel_unknown');
}

export function findChannelByName(db: Connection, realm_id: RealmId, name: string): Promise<ChannelRow | null> {
  return findOne(db, sql`realm_id = ${realm_id} and name_key = ${nameKey(name)}`);
}

/** Channels by name, see {@link nameKey}; archived ones included. */
export async function findChannelsByName(
  db: Connection,
  realm_id: RealmId,
  name_keys: readonly string[],
): Promise<ReadonlyMap<string, ChannelRow>> {
  if (name_keys.length === 0) return new Map();
  const rows = await db.all<ChannelRow>(
    sql`select * from channels where realm_id = ${realm_id} and name_key in (${sql.list(name_keys)})`,
  );
  return new Map(rows.map((row) => [row.name_key, row]));
}

/** The default channels, by id. */
export async function findDefaultIds(db: Connection, realm_id: RealmId): Promise<ChannelId[]> {
  const rows = await db.all<{ stream_id: ChannelId }>(
    sql`select stream_id from channels where realm_id = ${realm_id} and is_default and not is_archived order by stream_id`,
  );
  return rows.map(({ stream_id }) => stream_id);
}

/** Whether anybody wrote in a named topic, apart from the server's own notices. [CH25] */
export async function hasNamedTopics(db: Connection, { recipient_id }: ChannelRow): Promise<boolean> {
  const named = await db.get(
    sql`select 1 as found from messages join users on users.user_id = messages.sender_id where recipient_id = ${recipient_id}
       and topic_key > '' and not (topic_key = ${CHANNEL_EVENTS_TOPIC} and is_system_bot) limit 1`,
  );
  return named !== null;
}

const NO_GROUPS: ReadonlySet<GroupId> = new Set();

/** An actor's access to a channel. */
export interface ChannelAccess {
  readonly is_subscribed: boolean;
  /** May know that it exists. */
  readonly metadata: boolean;
  /** May read its messages. */
  readonly content: boolean;
}

function accessOf(
  actor: Actor | null,
  channel: ChannelRow,
  is_subscribed: boolean,
  groups: ReadonlySet<GroupId>,
): ChannelAccess {
  const grants = actor ? grantsOf(actor, channel, groups) : undefined;
  const metadata = hasMetadataAccess(actor, channel, is_subscribed, grants);
  return { is_subscribed, metadata, content: hasContentAccess(actor, channel, is_subscribed, grants) };
}

const NO_ACCESS: ChannelAccess = { is_subscribed: false, metadata: false, content: false };

/** Spectators read web-public channels while the organization allows spectators. [CH13] */
export async function findAccess(db: Connection, actor: Actor | null, channel: ChannelRow): Promise<ChannelAccess> {
  if (!actor)
    return (await hasSpectatorAccess(db, channel.realm_id)) ? accessOf(null, channel, false, NO_GROUPS) : NO_ACCESS;
  const is_subscribed = await isSubscribed(db, actor.user_id, channel.stream_id);
  // Groups only add access, so they are read only if roles and subscription give none: most requests skip them.
  const plain = accessOf(actor, channel, is_subscribed, NO_GROUPS);
  return plain.content ? plain : accessOf(actor, channel, is_subscribed, await findGroupIds(db, actor));
}

/**
 * The actor's access to each of these channels, in order. Groups only add access, so they are read only if roles and
 * subscriptions don't suffice.
 */
async function accessToEach(
  db: Connection,
  actor: Actor,
  channels: readonly ChannelRow[],
): Promise<readonly ChannelAccess[]> {
  const subscribed = await findSubscribedIds(db, actor.user_id);
  const accessWith = (groups: ReadonlySet<GroupId>) =>
    channels.map((channel) => accessOf(actor, channel, subscribed.has(channel.stream_id), groups));
  const plain = accessWith(NO_GROUPS);
  return plain.every(({ content }) => content) ? plain : accessWith(await findGroupIds(db, actor));
}

/** The actor's access to each of these channels. */
export async function findAccessToAll(
  db: Connection,
  actor: Actor,
  channels: readonly ChannelRow[],
): Promise<ReadonlyMap<ChannelId, ChannelAccess>> {
  if (channels.length === 0) return new Map();
  const access = await accessToEach(db, actor, channels);
  return new Map(channels.map(({ stream_id }, at) => [stream_id, access[at]!]));
}

const gettingWith =
  (right: 'metadata' | 'content') =>
  async (db: Connection, realm: Realm, actor: Actor | null, stream_id: ChannelId): Promise<ChannelRow> => {
    const channel = await findChannel(db, realm.realm_id, stream_id);
    if (channel && (await findAccess(db, actor, channel))[right]) return channel;
    throw actor ? invalidChannel() : loginNeeded();
  };

/** The channel if the actor may know of it; hidden ones answer like unknown ones. [CH5] */
export const getVisibleChannel = gettingWith('metadata');

/** The channel if the actor may read it; others answer like unknown ones. [TP4] */
export const getReadableChannel = gettingWith('content');

/** Whether an actor with this access may send to the channel, whatever the topic. [CH7] */
export async function canSendTo(
  db: Connection,
  actor: Actor,
  channel: ChannelRow,
  access: ChannelAccess,
): Promise<boolean> {
  return !channel.is_archived && access.content && (await belongsTo(db, actor, channel.can_send_message_group));
}

export type ChannelWithAccess = ChannelAccess & { readonly channel: Readonly<ChannelRow> };

/** All channels of an organization, or some of them, with the actor's access, by id, in a constant number of statements. */
export async function findChannelsWithAccess(
  db: Connection,
  realm: Realm,
  actor: Actor | null,
  which: WhichChannels = {},
): Promise<ChannelWithAccess[]> {
  if (!actor && !(await hasSpectatorAccess(db, realm.realm_id))) return [];
  const channels = await findChannelRows(db, realm.realm_id, which);
  const access = actor
    ? await accessToEach(db, actor, channels)
    : channels.map((channel) => accessOf(null, channel, false, NO_GROUPS));
  return channels.map((channel, at) => ({ channel, ...access[at]! }));
}

/** Channels as clients receive them, in the order given. `now` in milliseconds. */
export async function presentChannels(
  db: Connection,
  realm_id: RealmId,
  rows: readonly ChannelRow[],
  now: number,
): Promise<Channel[]> {
  const stream_ids = rows.map(({ stream_id }) => stream_id);
  const facts = await findFacts(db, realm_id, stream_ids, now);
  return rows.map((row) => presentChannel(row, facts));
}

export function countChannelsBy(db: Connection, creator_id: UserId): Promise<Counted> {
  return countRows(db, 'channels', sql`creator_id = ${creator_id}`, 'is_archived');
}

export function countChannels(db: Connection, realm_id: RealmId): Promise<Counted> {
  return countRows(db, 'channels', sql`realm_id = ${realm_id}`, 'is_archived');
}
