// Sends the subscribers of a channel that is no longer archived this channel, as if they had just joined. Writes only events.

import { streamCreate, subscriptionAdd, type UserId } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type ForClients, forClients } from '../channels/channel-events.present.ts';
import { type ChannelRow, presentChannels } from '../channels/channels.queries.ts';
import { findSubscriberIds } from '../channels/subscribers.queries.ts';
import { type PersonalSettings, presentSubscription } from './subscriptions.present.ts';
import type { SubscriptionRow } from './subscriptions.tables.ts';

export async function announceSubscriptionsAgain(
  { tx, now, emit }: WriteContext,
  { channel, clients }: { channel: ChannelRow; clients: ForClients },
): Promise<void> {
  const { realm_id, stream_id } = channel;
  const subscribers = await findSubscriberIds(tx, stream_id);
  if (subscribers.length === 0) return;
  const [presented] = await presentChannels(tx, realm_id, [channel], now);
  emit(streamCreate, forClients({ streams: [presented!] }, clients), { users: subscribers });
  const rows = await tx.all<SubscriptionRow>(
    sql`select * from subscriptions where stream_id = ${stream_id} and active order by user_id`,
  );
  const alike = new Map<string, { own: PersonalSettings; users: UserId[] }>();
  for (const { user_id, stream_id: _, active: __, ...own } of rows)
    getOrSet(alike, JSON.stringify(own), () => ({ own, users: [] })).users.push(user_id);
  for (const { own, users } of alike.values()) {
    const subscriptions = [presentSubscription(presented!, own, subscribers)];
    emit(subscriptionAdd, forClients({ subscriptions }, clients), { users });
  }
}
