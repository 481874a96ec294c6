// Subscriptions when accounts are created, deactivated, reactivated or change role.

import type { ChannelId, RealmId, Role, UserId } from '@stoa/contract';
import { followVisibleUsers } from '../../identity/users/user-access.actions.ts';
import type { RoleChange } from '../../identity/users/users.hooks.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { hideChannels, showChannels } from '../channels/channel-visibility.actions.ts';
import { type ChannelRow, findChannelsWithAccess } from '../channels/channels.queries.ts';
import { announcePeers, findOutsidersOfAll, type Subscriber } from './peers.actions.ts';
import { addToSubscriptionCount, subscribeUsers } from './subscriptions.actions.ts';

/** Subscribes a new account to the default channels. [SB13] */
export async function joinDefaultChannels(
  context: WriteContext,
  { realm, user, has_chosen_channels }: { realm: Realm; user: UserRow; has_chosen_channels: boolean },
): Promise<void> {
  if (user.is_bot || has_chosen_channels) return;
  const channels = await context.tx.all<ChannelRow>(
    sql`select * from channels where realm_id = ${realm.realm_id} and is_default and not is_archived order by stream_id`,
  );
  await subscribeUsers(context, realm, channels, [user]);
}

/** Removes deactivated accounts from their peers' lists; their subscription spans stay open. [SB14] */
export async function announceDeactivation(
  context: WriteContext,
  { realm, user: owner, bots }: { realm: Realm; user: Subscriber; bots: readonly Subscriber[] },
): Promise<void> {
  for (const user of [owner, ...bots]) {
    const channels = await findChannelsOf(context, realm, user);
    const changes = channels.map((channel) => ({ channel, users: [user] }));
    await announcePeers(context, realm, 'remove', changes, await findOutsidersOfAll(context.tx, channels));
  }
}

/** Returns a reactivated account to its peers' lists. [SB14] */
export async function announceReactivation(
  context: WriteContext,
  { realm, user }: { realm: Realm; user: Subscriber },
): Promise<void> {
  const channels = await findChannelsOf(context, realm, user);
  const changes = channels.map((channel) => ({ channel, users: [user] }));
  await announcePeers(context, realm, 'add', changes, await findOutsidersOfAll(context.tx, channels));
}

/** Ends the subscriptions of an account that is erased: its peers know it as gone. Returns how many. [PD8] */
export async function removeSubscriptionsOf(
  context: WriteContext,
  realm_id: RealmId,
  user_id: UserId,
  limit: number,
): Promise<number> {
  const { tx } = context;
  const rows = await tx.all<{ stream_id: ChannelId; active: boolean }>(
    sql`select stream_id, active from subscriptions where user_id = ${user_id} order by stream_id limit ${limit}`,
  );
  if (rows.length === 0) return 0;
  // Limited guests see whom they share a channel with.
  await followVisibleUsers(context, realm_id, [user_id], async () => {
    for (const { stream_id, active } of rows) {
      const which = sql`user_id = ${user_id} and stream_id = ${stream_id}`;
      await tx.run(sql`delete from subscription_spans where ${which}`);
      await tx.run(sql`delete from subscriptions where ${which}`);
      if (active) await addToSubscriptionCount(tx, stream_id, -1);
    }
  });
  return rows.length;
}

function findChannelsOf({ tx }: WriteContext, { realm_id }: Realm, { user_id }: Subscriber): Promise<ChannelRow[]> {
  return tx.all<ChannelRow>(
    sql`select channels.* from channels join subscriptions on subscriptions.stream_id = channels.stream_id
     where user_id = ${user_id} and active and realm_id = ${realm_id} order by channels.stream_id`,
  );
}

/** Announces channels that become visible or hidden by a change of role. [SB15] */
export async function announceAccessOfRole(
  context: WriteContext,
  { realm, user: { user_id }, from, to }: RoleChange,
): Promise<void> {
  const knownAs = async (role: Role) => {
    const actor: Pick<Actor, 'realm' | 'user_id' | 'role'> = { realm, user_id, role };
    const channels = await findChannelsWithAccess(context.tx, realm, actor as Actor, { archived_too: true });
    return channels.filter(({ metadata }) => metadata).map(({ channel }) => channel);
  };
  const before = await knownAs(from);
  const after = await knownAs(to);
  const without = (channels: readonly ChannelRow[], others: readonly ChannelRow[]) => {
    const other_ids = new Set(others.map(({ stream_id }) => stream_id));
    return channels.filter(({ stream_id }) => !other_ids.has(stream_id));
  };
  const audience = { users: [user_id] };
  await showChannels(context, realm.realm_id, without(after, before), audience);
  hideChannels(context, without(before, after), audience);
}
