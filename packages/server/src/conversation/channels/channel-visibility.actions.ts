// Announces channels that appear, disappear or change for some accounts. Writes only events. [CH14]
import {
  type ChannelId,
  type EventBody,
  type RealmId,
  type Role,
  streamCreate,
  streamDelete,
  streamUpdate,
  subscriptionPeerAdd,
  type UserId,
} from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findOutsiders, includes } from './audience.queries.ts';
import { type ForClients, forClients, knowing } from './channel-events.present.ts';
import { presentChannels } from './channels.queries.ts';
import type { ChannelRow } from './channels.tables.ts';
import { findSubscriberLists } from './subscribers.queries.ts';

/** Announces channels that become visible; archived ones only to clients with support for them. */
export async function showChannels(
  context: WriteContext,
  realm_id: RealmId,
  channels: readonly ChannelRow[],
  audience: Audience,
): Promise<void> {
  const [active, archived] = byArchive(channels);
  await announceChannels(context, realm_id, active, audience, {});
  await announceChannels(context, realm_id, archived, audience, { archived_channels: true });
}

export function hideChannels(context: WriteContext, channels: readonly ChannelRow[], audience: Audience): void {
  const [active, archived] = byArchive(channels);
  retractChannels(context, active, audience, {});
  retractChannels(context, archived, audience, { archived_channels: true });
}

function byArchive(channels: readonly ChannelRow[]): [ChannelRow[], ChannelRow[]] {
  return [channels.filter(({ is_archived }) => !is_archived), channels.filter(({ is_archived }) => is_archived)];
}

/** Announces the channels without subscribers and then their subscribers, as for new channels. */
export async function announceChannels(
  { tx, now, emit }: WriteContext,
  realm_id: RealmId,
  channels: readonly ChannelRow[],
  audience: Audience,
  clients: ForClients,
): Promise<void> {
  if (channels.length === 0) return;
  const streams = await presentChannels(tx, realm_id, channels, now);
  const empty = streams.map((channel) => ({ ...channel, subscriber_count: 0 }));
  emit(streamCreate, forClients({ streams: empty }, clients), audience);
  const lists = await findSubscriberLists(
    tx,
    realm_id,
    channels.map(({ stream_id }) => stream_id),
  );
  const batches = new Map<string, { stream_ids: ChannelId[]; user_ids: UserId[] }>();
  for (const [stream_id, user_ids] of lists)
    getOrSet(batches, user_ids.join(), () => ({ stream_ids: [], user_ids })).stream_ids.push(stream_id);
  for (const batch of batches.values())
    if (batch.user_ids.length > 0) emit(subscriptionPeerAdd, forClients(batch, clients), audience);
}

export function retractChannels(
  { emit }: WriteContext,
  channels: readonly ChannelRow[],
  audience: Audience,
  clients: ForClients,
): void {
  if (channels.length === 0) return;
  const streams = channels.map(({ stream_id }) => ({ stream_id }));
  emit(streamDelete, forClients({ streams, stream_ids: streams.map(({ stream_id }) => stream_id) }, clients), audience);
}

/** Everyone with metadata access to a channel. */
export async function findAware(db: Connection, channel: ChannelRow): Promise<Audience> {
  return { ...(await findOutsiders(db, channel)), stream_id: channel.stream_id };
}

export type Update = Omit<EventBody<typeof streamUpdate>, 'stream_id' | 'name'>;

export function announceUpdates(
  { emit }: WriteContext,
  { stream_id, name, is_archived }: Pick<ChannelRow, 'stream_id' | 'name' | 'is_archived'>,
  updates: readonly Update[],
  audience: Audience,
): void {
  for (const update of updates)
    emit(streamUpdate, forClients({ stream_id, name, ...update }, knowing(is_archived)), audience);
}

/** Announces a change after which a channel may have become visible or hidden for some accounts. */
export async function announceChange(
  context: WriteContext,
  before: ChannelRow,
  after: ChannelRow,
  updates: readonly Update[],
): Promise<void> {
  const { tx } = context;
  const { realm_id, stream_id } = after;
  const was = await findOutsiders(tx, before);
  const is = await findOutsiders(tx, after);
  if (JSON.stringify(was) === JSON.stringify(is)) {
    announceUpdates(context, before, updates, { ...is, stream_id });
    return;
  }
  const people = await tx.all<{ user_id: UserId; role: Role }>(
    sql`select user_id, role from users where realm_id = ${realm_id} and is_active
       and user_id not in (select user_id from subscriptions where stream_id = ${stream_id} and active) order by user_id`,
  );
  const idsWhere = (wanted: (person: (typeof people)[number]) => boolean) =>
    people.filter(wanted).map(({ user_id }) => user_id);
  const unchanged = idsWhere((person) => includes(was, person) && includes(is, person));
  const gained = idsWhere((person) => !includes(was, person) && includes(is, person));
  const lost = idsWhere((person) => includes(was, person) && !includes(is, person));
  announceUpdates(context, before, updates, { users: unchanged, stream_id });
  if (gained.length > 0) await showChannels(context, realm_id, [after], { users: gained });
  if (lost.length > 0) hideChannels(context, [after], { users: lost });
}
