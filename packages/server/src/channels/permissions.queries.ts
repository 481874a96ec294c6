// Which groups somebody belongs to, and who holds a permission. Reads groups, never channels.
import {
  BadRequest,
  type ChannelPermission,
  type GroupId,
  type GroupSettingValue,
  type RealmId,
  ROLE,
  type Role,
  type UserId,
} from '@stoa/contract';
import { findSystemGroupNames } from '../groups/groups.queries.ts';
import { FULL_MEMBERS, systemGroup } from '../groups/system-groups.ts';
import type { Actor } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { checkSystemGroup, groupsOf, membersOf } from './permissions.rules.ts';

/** A permission names so many people and groups at most. */
const MAX_NAMED = 500;

/** Placeholders of a list; an empty one holds nothing, on both engines. */
const places = (count: number, from: number) =>
  count === 0 ? 'null' : Array.from({ length: count }, (_, n) => `$${n + from}`).join(', ');

/** Every group somebody belongs to, directly or through others: asked once, it answers for any number of channels. [CH8] */
export async function findGroupIds(db: Connection, actor: Actor): Promise<ReadonlySet<GroupId>> {
  const names = await findSystemGroupNames(db, actor);
  const rows = await db.all<{ group_id: GroupId }>(
    `with recursive own (group_id) as (
       select group_id from (
         select group_id from user_groups where realm_id = $1 and is_system_group and name in (${places(names.length, 3)})
         union
         select user_groups.group_id from user_groups join user_group_members using (group_id)
           where user_id = $2 and realm_id = $1 and not deactivated) direct
       union
       select user_group_subgroups.group_id from user_group_subgroups
         join own on own.group_id = user_group_subgroups.subgroup_id
         join user_groups on user_groups.group_id = user_group_subgroups.group_id and not user_groups.deactivated)
     select group_id from own`,
    [actor.realm.realm_id, actor.user_id, ...names],
  );
  return new Set(rows.map(({ group_id }) => group_id));
}

/** Everybody but guests who holds one of several permissions: those down to a role, and single people. */
export interface Holders {
  readonly role_at_most: Role | null;
  readonly users: readonly UserId[];
}

export async function findHolders(db: Connection, values: readonly GroupSettingValue[]): Promise<Holders> {
  const group_ids = [...new Set(values.flatMap(groupsOf))];
  const user_ids = [...new Set(values.flatMap(membersOf))];
  const nested = `with recursive nested (group_id) as (
     select group_id from user_groups where group_id in (${places(group_ids.length, 1)}) and not deactivated
     union
     select user_group_subgroups.subgroup_id from user_group_subgroups
       join nested on nested.group_id = user_group_subgroups.group_id
       join user_groups on user_groups.group_id = user_group_subgroups.subgroup_id and not user_groups.deactivated)`;
  const groups = await db.all<{ name: string; full_members_joined_by: number | null }>(
    `${nested} select user_groups.name, full_members_joined_by from user_groups join nested using (group_id)
       join realms using (realm_id) where is_system_group`,
    group_ids,
  );
  // With a waiting period, full members are people, not a role. [GR4]
  const waiting = groups.some((group) => group.name === FULL_MEMBERS && group.full_members_joined_by !== null);
  const roles = groups
    .map(({ name }) => (waiting && name === FULL_MEMBERS ? ROLE.moderator : systemGroup(name).weakest))
    .filter((role) => role !== null);
  const weakest = Math.min(Math.max(0, ...roles), ROLE.member) as Role | 0;
  const members = await db.all<{ user_id: UserId }>(
    `${nested} select user_id from user_group_members join nested using (group_id) join users using (user_id)
       where role <= $${group_ids.length + 1}
     union
     select user_id from users join realms using (realm_id) where role = $${group_ids.length + 1} and date_joined <= full_members_joined_by
       and realm_id in (select realm_id from user_groups join nested using (group_id) where user_groups.name = '${FULL_MEMBERS}')
     union
     select user_id from users where role <= $${group_ids.length + 1} and user_id in (${places(user_ids.length, group_ids.length + 2)})
     order by user_id`,
    [...group_ids, ROLE.member, ...user_ids],
  );
  return { role_at_most: weakest === 0 ? null : weakest, users: members.map(({ user_id }) => user_id) };
}

/** Throws unless every group and every person named exists in the organization and may hold the permission. [CH10] */
export async function checkPermissions(
  db: Connection,
  realm_id: RealmId,
  permissions: Partial<Record<ChannelPermission, GroupSettingValue>>,
): Promise<void> {
  const entries = Object.entries(permissions) as [ChannelPermission, GroupSettingValue][];
  const user_ids = [...new Set(entries.flatMap(([, value]) => membersOf(value)))];
  if (entries.length === 0) return;
  const long = entries.find(([, value]) => groupsOf(value).length + membersOf(value).length > MAX_NAMED);
  if (long) throw BadRequest(`'${long[0]}' names more than ${MAX_NAMED} people and groups: make a group of them.`);
  const groups = await db.all<{ group_id: GroupId; name: string; is_system_group: boolean }>(
    'select group_id, name, is_system_group from user_groups where realm_id = $1 and not deactivated',
    [realm_id],
  );
  const known = new Map(groups.map((group) => [group.group_id, group]));
  for (const [permission, value] of entries) {
    for (const group_id of groupsOf(value)) {
      const group = known.get(group_id);
      if (!group) throw BadRequest(`Invalid user group ID: ${group_id}`);
      if (group.is_system_group) checkSystemGroup(permission, group.name);
    }
  }
  if (user_ids.length === 0) return;
  const people = await db.all<{ user_id: UserId }>(
    `select user_id from users where realm_id = $1 and is_active and user_id in (${places(user_ids.length, 2)})`,
    [realm_id, ...user_ids],
  );
  const found = new Set(people.map(({ user_id }) => user_id));
  const missing = user_ids.find((user_id) => !found.has(user_id));
  if (missing !== undefined) throw BadRequest(`Invalid user ID: ${missing}`);
}
