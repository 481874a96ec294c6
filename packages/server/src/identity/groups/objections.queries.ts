// What still uses a group, so that it can't be deactivated. [GR10]
import {
  GROUP_PERMISSION_NAMES,
  type GroupId,
  type GroupObjection,
  type GroupSettingValue,
  REALM_PERMISSION_NAMES,
} from '@stoa/contract';
import { findChannelsWithAccess } from '../../conversation/channels/channels.queries.ts';
import { CHANNEL_PERMISSIONS } from '../../conversation/channels/permissions.rules.ts';
import type { Actor } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { groupsOf } from '../membership/group-values.rules.ts';
import { getRealmPermissions } from '../realm/realm-settings.queries.ts';
import type { GroupRow } from './groups.tables.ts';

/** Archived channels and deactivated groups do not object: there the permissions lie idle. */
export async function findObjections(db: Connection, actor: Actor, group_id: GroupId): Promise<GroupObjection[]> {
  const { realm_id } = actor.realm;
  function naming<Name extends string>(names: readonly Name[], values: Record<Name, GroupSettingValue>): Name[] {
    return names.filter((name) => groupsOf(values[name]).includes(group_id));
  }
  const objections: GroupObjection[] = [];
  const containing = await db.all<{ group_id: GroupId }>(
    `select user_groups.group_id from user_group_subgroups join user_groups using (group_id)
     where subgroup_id = $1 and not deactivated order by user_groups.group_id`,
    [group_id],
  );
  if (containing.length > 0)
    objections.push({ type: 'subgroup', supergroup_ids: containing.map((row) => row.group_id) });
  const of_realm = naming(REALM_PERMISSION_NAMES, await getRealmPermissions(db, realm_id));
  if (of_realm.length > 0) objections.push({ type: 'realm', settings: of_realm });
  const hidden = new Set<string>();
  for (const { channel, metadata } of await findChannelsWithAccess(db, actor.realm, actor)) {
    const settings = naming(CHANNEL_PERMISSIONS, channel);
    if (settings.length === 0) continue;
    if (metadata) objections.push({ type: 'channel', channel_id: channel.stream_id, settings });
    else for (const name of settings) hidden.add(name);
  }
  if (hidden.size > 0) objections.push({ type: 'channel', settings: [...hidden].sort() });
  const others = await db.all<GroupRow>(
    'select * from user_groups where realm_id = $1 and group_id <> $2 and not deactivated order by group_id',
    [realm_id, group_id],
  );
  for (const group of others) {
    const settings = naming(GROUP_PERMISSION_NAMES, group);
    if (settings.length > 0) objections.push({ type: 'user_group', group_id: group.group_id, settings });
  }
  return objections;
}
