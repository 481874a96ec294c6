// The audience of a channel's events: the access rules, inverted. [CH14]

import { type ChannelId, type ChannelPermission, type RealmId, ROLE, type Role, type UserId } from '@stoa/contract';
import { findHolders, type UserInRole } from '../../identity/membership/membership.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import { hasContentAccess } from './channels.rules.ts';
import type { ChannelRow } from './channels.tables.ts';

const OPENING: readonly ChannelPermission[] = [
  'can_subscribe_group',
  'can_add_subscribers_group',
  'can_administer_channel_group',
];

/** Everyone with metadata access who is not subscribed. */
export async function findOutsiders(db: Connection, channel: ChannelRow): Promise<Audience> {
  if (channel.is_web_public) return { everyone: true };
  if (!channel.invite_only) return { role_at_most: ROLE.member };
  const holders = await findHolders(
    db,
    OPENING.map((name) => channel[name]),
  );
  const role_at_most = Math.max(ROLE.administrator, holders.role_at_most ?? 0) as Role;
  return holders.users.length > 0 ? { role_at_most, users: holders.users } : { role_at_most };
}

/** Whether an audience of roles and accounts includes this account. */
export function includes(audience: Audience, { user_id, role }: { user_id: UserId; role: Role }): boolean {
  if (audience.everyone) return true;
  if (audience.role_at_most !== undefined && role <= audience.role_at_most) return true;
  return audience.users?.includes(user_id) ?? false;
}

/** The people among these who may read a channel, in a constant number of statements. */
export async function findReadersAmong<P extends UserInRole & { readonly is_subscribed: boolean }>(
  db: Connection,
  channel: ChannelRow,
  people: readonly P[],
): Promise<P[]> {
  const { role_at_most, users } = await findHolders(db, [
    channel.can_subscribe_group,
    channel.can_add_subscribers_group,
  ]);
  const holders: Audience = role_at_most === null ? { users } : { role_at_most, users };
  return people.filter((person) =>
    hasContentAccess(person, channel, person.is_subscribed, { metadata: false, content: includes(holders, person) }),
  );
}

/** The channels among these with guests in them. */
export async function findChannelsWithGuests(
  db: Connection,
  realm_id: RealmId,
  stream_ids: readonly ChannelId[],
): Promise<ReadonlySet<ChannelId>> {
  if (stream_ids.length === 0) return new Set();
  const rows = await db.all<{ stream_id: ChannelId }>(
    sql`select distinct stream_id from subscriptions join users using (user_id)
     where realm_id = ${realm_id} and role > ${ROLE.member} and active and is_active and stream_id in (${sql.list(stream_ids)})`,
  );
  return new Set(rows.map(({ stream_id }) => stream_id));
}
