// Reads existing channels for an import into an organization.
import { type ChannelId, type GroupId, type GroupSettingValue, type RealmId, ROLE, type UserId } from '@stoa/contract';
import { groupsOf, membersOf } from '../../identity/membership/group-values.rules.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ChannelRow } from './channels.tables.ts';
import { CHANNEL_PERMISSIONS } from './permissions.rules.ts';

export async function findChannelsById(db: Connection, stream_ids: readonly ChannelId[]): Promise<ChannelRow[]> {
  if (stream_ids.length === 0) return [];
  return db.all<ChannelRow>(sql`select * from channels where stream_id in (${sql.list(stream_ids)})`);
}

/** Guests who are subscribed to a channel. */
export async function findGuestSubscribers(db: Connection, { stream_id }: ChannelRow): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from subscriptions join users using (user_id)
     where stream_id = ${stream_id} and active and role >= ${ROLE.guest} order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Groups that permissions of channels name, archived ones included. */
export async function findGroupsOfChannels(db: Connection, realm_id: RealmId): Promise<Set<GroupId>> {
  return new Set((await findPermissions(db, realm_id)).flatMap(groupsOf));
}

/** People that permissions of channels name. */
export async function findPeopleOfChannels(db: Connection, realm_id: RealmId): Promise<Set<UserId>> {
  return new Set((await findPermissions(db, realm_id)).flatMap(membersOf));
}

async function findPermissions(db: Connection, realm_id: RealmId): Promise<GroupSettingValue[]> {
  const rows = await db.all<ChannelRow>(sql`select * from channels where realm_id = ${realm_id}`);
  return rows.flatMap((row) => CHANNEL_PERMISSIONS.map((name) => row[name]));
}
