// Every read of groups, and whether somebody belongs to what a permission names.
import {
  type GroupId,
  type GroupSettingValue,
  type RealmId,
  ROLE,
  type Role,
  type UserGroup,
  type UserId,
} from '@stoa/contract';
import type { Connection } from '../kit/database/connection.ts';
import { directGroups, FULL_MEMBERS, roleBelongs, SYSTEM_GROUPS, systemGroup } from './system-groups.ts';

type GroupRow = Omit<UserGroup, 'id' | 'members' | 'direct_subgroup_ids'> & { group_id: GroupId; realm_id: RealmId };

/** The groups as clients see them, in order of id; deactivated people are in none. */
export async function findGroups(db: Connection, realm_id: RealmId, deactivated_too: boolean): Promise<UserGroup[]> {
  const rows = await db.all<GroupRow>(
    `select group_id, name, description, date_created, creator_id, is_system_group, deactivated, can_add_members_group,
       can_join_group, can_leave_group, can_manage_group, can_mention_group, can_remove_members_group
     from user_groups where realm_id = $1 order by group_id`,
    [realm_id],
  );
  const people = await db.all<Standing & { date_joined: number; full_members_joined_by: number | null }>(
    `select user_id, role, date_joined, full_members_joined_by from users join realms using (realm_id)
     where realm_id = $1 and is_active order by user_id`,
    [realm_id],
  );
  const members = await db.all<{ group_id: GroupId; user_id: UserId }>(
    `select group_id, user_id from user_group_members join users using (user_id)
     where realm_id = $1 and is_active order by user_id`,
    [realm_id],
  );
  const subgroups = await db.all<{ group_id: GroupId; subgroup_id: GroupId }>(
    `select user_group_subgroups.group_id, subgroup_id from user_group_subgroups
     join user_groups on user_groups.group_id = user_group_subgroups.group_id where realm_id = $1 order by subgroup_id`,
    [realm_id],
  );
  const ids = new Map(rows.map((row) => [row.name, row.group_id]));
  return rows
    .filter((row) => deactivated_too || !row.deactivated)
    .map(({ group_id, ...group }) => {
      if (group.is_system_group) {
        const { direct, contains } = systemGroup(group.name);
        const direct_members = people
          .filter(({ role }) => role === direct)
          .filter((person) => group.name !== FULL_MEMBERS || isFull(person))
          .map(({ user_id }) => user_id);
        const direct_subgroup_ids = contains === null ? [] : [ids.get(contains)!];
        return { ...group, id: group_id, members: direct_members, direct_subgroup_ids };
      }
      return {
        ...group,
        id: group_id,
        members: members.filter((member) => member.group_id === group_id).map(({ user_id }) => user_id),
        direct_subgroup_ids: subgroups
          .filter((nested) => nested.group_id === group_id)
          .map((nested) => nested.subgroup_id),
      };
    });
}

/** The ids of the system groups, by name. */
export async function systemGroupIds(db: Connection, realm_id: RealmId): Promise<ReadonlyMap<string, GroupId>> {
  const rows = await db.all<{ group_id: GroupId; name: string }>(
    'select group_id, name from user_groups where realm_id = $1 and is_system_group',
    [realm_id],
  );
  return new Map(rows.map((row) => [row.name, row.group_id]));
}

/** Who is asked about: an account with its role. */
export interface Standing {
  readonly user_id: UserId;
  readonly role: Role;
}

function isFull(member: { date_joined: number; full_members_joined_by: number | null }): boolean {
  return member.full_members_joined_by === null || member.date_joined <= member.full_members_joined_by;
}

/** Whether a member has been one for as long as the organization asks of full members. [GR4] */
async function isFullMember(db: Connection, { user_id }: Standing): Promise<boolean> {
  const row = await db.get<{ date_joined: number; full_members_joined_by: number | null }>(
    'select date_joined, full_members_joined_by from users join realms using (realm_id) where user_id = $1',
    [user_id],
  );
  return row !== null && isFull(row);
}

export async function belongsToSystemGroup(db: Connection, who: Standing, name: string): Promise<boolean> {
  if (!roleBelongs(who.role, name)) return false;
  return name !== FULL_MEMBERS || who.role !== ROLE.member || isFullMember(db, who);
}

/** The names of the system groups somebody belongs to. */
export async function findSystemGroupNames(db: Connection, who: Standing): Promise<string[]> {
  const names = SYSTEM_GROUPS.map(({ name }) => name).filter((name) => roleBelongs(who.role, name));
  const full = who.role !== ROLE.member || (await isFullMember(db, who));
  return full ? names : names.filter((name) => name !== FULL_MEMBERS);
}

/** The names of the system groups somebody is a direct member of, in a role that may not be theirs any more. */
export async function findDirectGroups(db: Connection, who: Standing): Promise<string[]> {
  const names = directGroups(who.role);
  const full = !names.includes(FULL_MEMBERS) || (await isFullMember(db, who));
  return full ? names : names.filter((name) => name !== FULL_MEMBERS);
}

/** Whether somebody has what a group-setting value grants; nested groups count, cycles end. [GR3] */
export async function belongsTo(db: Connection, who: Standing, value: GroupSettingValue): Promise<boolean> {
  if (typeof value === 'number') return isInGroup(db, who, value);
  if (value.direct_members.includes(who.user_id)) return true;
  for (const group_id of value.direct_subgroups) if (await isInGroup(db, who, group_id)) return true;
  return false;
}

async function isInGroup(db: Connection, who: Standing, group_id: GroupId): Promise<boolean> {
  const group = await db.get<{ name: string; is_system_group: boolean }>(
    'select name, is_system_group from user_groups where group_id = $1 and not deactivated',
    [group_id],
  );
  if (!group) return false;
  if (group.is_system_group) return belongsToSystemGroup(db, who, group.name);
  const member = await db.get(
    `with recursive nested (group_id) as (
       select group_id from user_groups where group_id = $1
       union
       select user_group_subgroups.subgroup_id from user_group_subgroups
         join nested on nested.group_id = user_group_subgroups.group_id
         join user_groups on user_groups.group_id = user_group_subgroups.subgroup_id and not user_groups.deactivated)
     select 1 as found from user_group_members join nested using (group_id) where user_id = $2 limit 1`,
    [group_id, who.user_id],
  );
  if (member) return true;
  const system = await db.all<{ name: string }>(
    `with recursive nested (group_id) as (
       select group_id from user_groups where group_id = $1
       union
       select user_group_subgroups.subgroup_id from user_group_subgroups
         join nested on nested.group_id = user_group_subgroups.group_id)
     select name from user_groups join nested using (group_id) where is_system_group`,
    [group_id],
  );
  for (const { name } of system) if (await belongsToSystemGroup(db, who, name)) return true;
  return false;
}
