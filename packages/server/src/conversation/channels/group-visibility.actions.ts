// Announces private channels that appear or disappear by changes of groups, and removes bots whose owner can no longer
// read one. [CH14] [CH17]

import { type ChannelId, type GroupId, type RealmId, ROLE, type Role, type UserId } from '@stoa/contract';
import { groupsOf } from '../../identity/membership/group-values.rules.ts';
import type { MembersChange } from '../../identity/membership/membership.hooks.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Upcoming } from '../../kit/write/hooks.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findOutsiders, includes } from './audience.queries.ts';
import { hideChannels, showChannels } from './channel-visibility.actions.ts';
import { accessChanging } from './channels.hooks.ts';
import type { ChannelRow } from './channels.tables.ts';

/** The private channels with a permission held by one of these groups. */
async function findOpenedBy(db: Connection, realm_id: RealmId, groups: readonly GroupId[]): Promise<ChannelRow[]> {
  const named = new Set(groups);
  const channels = await db.all<
    Pick<ChannelRow, 'stream_id' | 'can_subscribe_group' | 'can_add_subscribers_group' | 'can_administer_channel_group'>
  >(
    sql`select stream_id, can_subscribe_group, can_add_subscribers_group, can_administer_channel_group from channels
     where realm_id = ${realm_id} and invite_only`,
  );
  const opened = channels.filter(({ can_subscribe_group, can_add_subscribers_group, can_administer_channel_group }) =>
    [can_subscribe_group, can_add_subscribers_group, can_administer_channel_group].some((value) =>
      groupsOf(value).some((group_id) => named.has(group_id)),
    ),
  );
  const rows: ChannelRow[] = [];
  for (const { stream_id } of opened)
    rows.push((await db.get<ChannelRow>(sql`select * from channels where stream_id = ${stream_id}`))!);
  return rows;
}

/** The channels that appear or disappear for each account; accounts with the same channels share an event. */
class ChannelsByAccount {
  private readonly channels = new Map<UserId, ChannelRow[]>();

  add(user_id: UserId, channel: ChannelRow): void {
    getOrSet(this.channels, user_id, () => []).push(channel);
  }

  batches(): { users: UserId[]; channels: ChannelRow[] }[] {
    const batches = new Map<string, { users: UserId[]; channels: ChannelRow[] }>();
    for (const [user_id, channels] of this.channels) {
      const key = channels.map(({ stream_id }) => stream_id).join();
      getOrSet(batches, key, () => ({ users: [], channels })).users.push(user_id);
    }
    return [...batches.values()];
  }
}

async function findSubscribers(db: Connection, stream_id: ChannelId): Promise<ReadonlySet<UserId>> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from subscriptions where stream_id = ${stream_id} and active`,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/**
 * Announces private channels that appear or disappear by the change that follows; if people may leave a group, their
 * bots lose access too. Costs one statement if none of the groups gives access to a channel.
 */
export async function followVisibility(
  context: WriteContext,
  { realm_id, groups, removes, afterwards }: MembersChange & Upcoming,
): Promise<void> {
  const channels = await findOpenedBy(context.tx, realm_id, groups);
  if (channels.length === 0) return;
  const before = new Map<ChannelId, Audience>();
  for (const channel of channels) before.set(channel.stream_id, await findOutsiders(context.tx, channel));
  afterwards(() => announceVisibility(context, realm_id, channels, before));
  const stream_ids = channels.map(({ stream_id }) => stream_id);
  if (removes) await context.trigger(accessChanging, { realm_id, stream_ids, afterwards });
}

async function announceVisibility(
  context: WriteContext,
  realm_id: RealmId,
  channels: readonly ChannelRow[],
  before: ReadonlyMap<ChannelId, Audience>,
): Promise<void> {
  const { tx } = context;
  const people = await tx.all<{ user_id: UserId; role: Role }>(
    sql`select user_id, role from users where realm_id = ${realm_id} and is_active and role <= ${ROLE.member} order by user_id`,
  );
  const found = new ChannelsByAccount();
  const lost = new ChannelsByAccount();
  for (const channel of channels) {
    const was = before.get(channel.stream_id)!;
    const is = await findOutsiders(tx, channel);
    const moved = people.filter((person) => includes(was, person) !== includes(is, person));
    if (moved.length === 0) continue;
    const inside = await findSubscribers(tx, channel.stream_id);
    for (const person of moved)
      if (!inside.has(person.user_id)) (includes(is, person) ? found : lost).add(person.user_id, channel);
  }
  for (const { users, channels: gained } of found.batches()) await showChannels(context, realm_id, gained, { users });
  for (const { users, channels: gone } of lost.batches()) hideChannels(context, gone, { users });
}
