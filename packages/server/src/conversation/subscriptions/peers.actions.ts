// Announces joining and leaving to people who may see a channel's subscribers. Writes only events.
import { type ChannelId, type Role, subscriptionPeerAdd, subscriptionPeerRemove, type UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findChannelsWithGuests, findOutsiders } from '../channels/audience.queries.ts';
import { forClients, knowing } from '../channels/channel-events.present.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';

export interface Subscriber {
  readonly user_id: UserId;
  readonly role: Role;
  /** Absent for accounts known to be active. */
  readonly is_active?: boolean;
}

/** People who joined or left a channel. */
export interface Change {
  readonly channel: ChannelRow;
  readonly users: readonly Subscriber[];
}

export type OutsidersOf = ReadonlyMap<ChannelId, Audience>;

/** Accounts that may know of each channel without a subscription; channels with equal permissions share one query. */
export async function findOutsidersOfAll(db: Connection, channels: readonly ChannelRow[]): Promise<OutsidersOf> {
  const audiences = new Map<string, Audience>();
  const outsiders = new Map<ChannelId, Audience>();
  for (const channel of channels) {
    const { invite_only, is_web_public, can_subscribe_group, can_add_subscribers_group } = channel;
    const opening = [can_subscribe_group, can_add_subscribers_group, channel.can_administer_channel_group];
    const key = JSON.stringify([invite_only, is_web_public, opening]);
    const audience = audiences.get(key) ?? (await findOutsiders(db, channel));
    audiences.set(key, audience);
    outsiders.set(channel.stream_id, audience);
  }
  return outsiders;
}

/**
 * Roles are judged when an event is read: who was a member and subscribed needs the news of a channel without guests, even
 * as a guest by then. [SB820]
 */
const withDemoted = (audience: Audience, stream_ids: readonly ChannelId[]): Audience =>
  audience.everyone || audience.stream_id !== undefined
    ? audience
    : { ...audience, everyone: true, guests: { stream_ids, users: [] } };

/**
 * One event for all channels with the same people and the same receivers. Joiners are left out: their own event has all
 * subscribers. Leavers are included as far as they may still know of the channel, because others may have left with
 * them. [SB9]
 */
export async function announcePeers(
  { tx, emit }: WriteContext,
  realm: Realm,
  op: 'add' | 'remove',
  changes: readonly Change[],
  outsiders: OutsidersOf,
): Promise<void> {
  const stream_ids = changes.map(({ channel }) => channel.stream_id);
  const with_guests = await findChannelsWithGuests(tx, realm.realm_id, stream_ids);
  const batches = new Map<
    string,
    { audience: Audience; is_archived: boolean; stream_ids: ChannelId[]; user_ids: UserId[] }
  >();
  for (const { channel, users } of changes) {
    const { stream_id, invite_only, is_archived } = channel;
    const user_ids = users.map(({ user_id }) => user_id).sort((a, b) => a - b);
    // If not all outsiders may know of the channel, subscribers are added as a predicate, not one by one.
    const audience: Audience = {
      ...outsiders.get(stream_id)!,
      ...(invite_only || with_guests.has(stream_id) ? { stream_id } : {}),
      ...(op === 'add' ? { except: user_ids } : {}),
    };
    const key = JSON.stringify([audience, is_archived, user_ids]);
    getOrSet(batches, key, () => ({ audience, is_archived, stream_ids: [], user_ids })).stream_ids.push(stream_id);
  }
  const event = op === 'add' ? subscriptionPeerAdd : subscriptionPeerRemove;
  for (const { audience, is_archived, stream_ids, user_ids } of batches.values())
    emit(event, forClients({ stream_ids, user_ids }, knowing(is_archived)), withDemoted(audience, stream_ids));
}
