// Evaluates permissions, in one place: who belongs to which groups, nested ones included. Deactivated groups grant nothing;
// cycles end. [GR3]

import { type GroupId, type GroupSettingValue, type RealmId, ROLE, type Role, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';
import { groupsOf, holds, membersOf } from './group-values.rules.ts';
import {
  findNestedGroups,
  findSingleMembers,
  findSingleMemberships,
  type NestedGroup,
} from './nested-groups.queries.ts';
import { directGroups, FULL_MEMBERS, roleBelongs, SYSTEM_GROUPS, systemGroup } from './system-groups.ts';

/** The account in question, in a role that need not be its current one. */
export interface UserInRole {
  readonly user_id: UserId;
  readonly role: Role;
}

/** The ids of the system groups, by name. */
export async function systemGroupIds(db: Connection, realm_id: RealmId): Promise<ReadonlyMap<string, GroupId>> {
  const rows = await db.all<{ group_id: GroupId; name: string }>(
    sql`select group_id, name from user_groups where realm_id = ${realm_id} and is_system_group`,
  );
  return new Map(rows.map((row) => [row.name, row.group_id]));
}

/**
 * Names of system groups. They never change (one revision) and are not asked for before the organization's creation is committed,
 * so none is ever rolled back.
 */
const SYSTEM_NAMES: CacheDefinition<string> = { name: 'system groups', bound: 10_000, sizeOf: () => 1 };
const ONLY_REVISION = 0;

/** The names of the system groups among some groups; cached, because every send needs them. */
async function findSystemNames(db: Connection, ids: readonly GroupId[]): Promise<ReadonlyMap<GroupId, string>> {
  const cache = db.caches.of<GroupId, string>(SYSTEM_NAMES);
  const names = new Map<GroupId, string>();
  const unknown: GroupId[] = [];
  for (const group_id of ids) {
    const name = cache.get(group_id, ONLY_REVISION);
    if (name === undefined) unknown.push(group_id);
    else names.set(group_id, name);
  }
  if (unknown.length === 0) return names;
  const rows = await db.all<{ group_id: GroupId; name: string }>(
    sql`select group_id, name from user_groups where is_system_group and group_id in (${sql.list(unknown)})`,
  );
  for (const { group_id, name } of rows) {
    names.set(group_id, name);
    cache.set(group_id, ONLY_REVISION, name);
  }
  return names;
}

/** True if a member's waiting period is over. [GR4] */
async function isFullMember(db: Connection, { user_id }: UserInRole): Promise<boolean> {
  const row = await db.get<{ date_joined: number; full_members_joined_by: number | null }>(
    sql`select date_joined, full_members_joined_by from users join realms using (realm_id) where user_id = ${user_id}`,
  );
  return row !== null && (row.full_members_joined_by === null || row.date_joined <= row.full_members_joined_by);
}

/** Decided by role, without a statement, except for new members. */
export async function belongsToSystemGroup(db: Connection, who: UserInRole, name: string): Promise<boolean> {
  if (!roleBelongs(who.role, name)) return false;
  return name !== FULL_MEMBERS || who.role !== ROLE.member || isFullMember(db, who);
}

/** The names of the system groups that have the account as a direct member. */
export async function findDirectGroups(db: Connection, who: UserInRole): Promise<string[]> {
  const names = directGroups(who.role);
  const full = !names.includes(FULL_MEMBERS) || (await isFullMember(db, who));
  return full ? names : names.filter((name) => name !== FULL_MEMBERS);
}

/** All groups of an account, direct and indirect: one query, good for any number of values. */
export async function findGroupIds(db: Connection, { user_id, role }: UserInRole): Promise<ReadonlySet<GroupId>> {
  const waits = (name: string) => name === FULL_MEMBERS && role === ROLE.member;
  const names = SYSTEM_GROUPS.map(({ name }) => name).filter((name) => roleBelongs(role, name) && !waits(name));
  const full = sql`or (user_groups.name = ${FULL_MEMBERS}
    and (full_members_joined_by is null or date_joined <= full_members_joined_by))`;
  const rows = await db.all<{ group_id: GroupId }>(
    sql`with recursive own (group_id) as (
       select group_id from (
         select user_groups.group_id from users join realms using (realm_id) join user_groups using (realm_id)
           where user_id = ${user_id} and is_system_group
             and (user_groups.name in (${sql.list(names)}) ${role === ROLE.member ? full : sql.nothing})
         union
         select user_groups.group_id from user_groups join user_group_members using (group_id)
           where user_id = ${user_id} and not deactivated) direct
       union
       select user_group_subgroups.group_id from user_group_subgroups
         join own on own.group_id = user_group_subgroups.subgroup_id
         join user_groups on user_groups.group_id = user_group_subgroups.group_id and not user_groups.deactivated)
     select group_id from own`,
  );
  return new Set(rows.map(({ group_id }) => group_id));
}

/** True if a group-setting value includes the account. Follows custom groups only if necessary. */
export async function belongsTo(db: Connection, who: UserInRole, value: GroupSettingValue): Promise<boolean> {
  if (membersOf(value).includes(who.user_id)) return true;
  const ids = groupsOf(value);
  if (ids.length === 0) return false;
  const names = await findSystemNames(db, ids);
  for (const name of ids.map((group_id) => names.get(group_id)))
    if (name !== undefined && (await belongsToSystemGroup(db, who, name))) return true;
  if (ids.every((group_id) => names.has(group_id))) return false;
  return holds(who.user_id, await findGroupIds(db, who), value);
}

/** The holders of a permission: roles up to one, and single people, some of them possibly deactivated. */
export interface Holders {
  readonly role_at_most: Role | null;
  readonly users: readonly UserId[];
}

const activeAmong = (group_ids: readonly GroupId[]) => sql`group_id in (${sql.list(group_ids)}) and not deactivated`;

/** The people in the groups selected by `roots`, a condition over user_groups; nobody weaker than `weakest`. */
async function findPeopleOf(db: Connection, weakest: Role, roots: Fragment): Promise<Holders> {
  const groups = await findNestedGroups(db, roots);
  const [first] = groups;
  if (first === undefined) return { role_at_most: null, users: [] };
  const { role_at_most, joined_by } = await findNestedRoles(db, groups);
  const members = await findSingleMembers(
    db,
    groups.flatMap(({ group_id, is_system_group }) => (is_system_group ? [] : [group_id])),
  );
  const excluded =
    weakest === ROLE.guest
      ? []
      : await db.all<{ user_id: UserId }>(
          sql`select user_id from users where realm_id = ${first.realm_id} and role > ${weakest}`,
        );
  for (const { user_id } of excluded) members.delete(user_id);
  if (joined_by !== null) {
    const full_members = await db.all<{ user_id: UserId }>(
      sql`select user_id from users where realm_id = ${first.realm_id} and role = ${ROLE.member} and date_joined <= ${joined_by}`,
    );
    for (const { user_id } of full_members) members.add(user_id);
  }
  return {
    role_at_most: role_at_most === null ? null : (Math.min(role_at_most, weakest) as Role),
    users: [...members].sort((a, b) => a - b),
  };
}

/** The weakest role that is in any of some groups. With a waiting period, full members are listed people, not a role. [GR4] */
async function findNestedRoles(
  db: Connection,
  groups: readonly NestedGroup[],
): Promise<{ role_at_most: Role | null; joined_by: number | null }> {
  const names = groups.flatMap(({ name, is_system_group }) => (is_system_group ? [name] : []));
  const has_full_members = names.includes(FULL_MEMBERS);
  const realm = has_full_members
    ? await db.get<{ joined_by: number | null }>(
        sql`select full_members_joined_by as joined_by from realms where realm_id = ${groups[0]!.realm_id}`,
      )
    : null;
  const joined_by = realm?.joined_by ?? null;
  const roles = names
    .map((name) => (joined_by !== null && name === FULL_MEMBERS ? ROLE.moderator : systemGroup(name).weakest))
    .filter((role) => role !== null);
  return { role_at_most: roles.length === 0 ? null : (Math.max(...roles) as Role), joined_by };
}

/** Whether an active account is in a group, which may be deactivated itself, or in one nested in it. */
export async function isMemberOf(db: Connection, { user_id, role }: UserInRole, group_id: GroupId): Promise<boolean> {
  const groups = await findNestedGroups(db, sql`group_id = ${group_id}`);
  const own = await findSingleMemberships(db, user_id);
  if (groups.some((group) => own.has(group.group_id))) return true;
  const { role_at_most, joined_by } = await findNestedRoles(db, groups);
  if (role_at_most !== null && role <= role_at_most) return true;
  return joined_by !== null && role === ROLE.member && (await isFullMember(db, { user_id, role }));
}

/** The holders of any of several permissions, guests excepted. */
export async function findHolders(db: Connection, values: readonly GroupSettingValue[]): Promise<Holders> {
  const group_ids = [...new Set(values.flatMap(groupsOf))];
  const holders = await findPeopleOf(db, ROLE.member, activeAmong(group_ids));
  const named = [...new Set(values.flatMap(membersOf))];
  if (named.length === 0) return holders;
  const people = await db.all<{ user_id: UserId }>(
    sql`select user_id from users where role <= ${ROLE.member} and user_id in (${sql.list(named)})`,
  );
  const users = new Set([...holders.users, ...people.map(({ user_id }) => user_id)]);
  return { ...holders, users: [...users].sort((a, b) => a - b) };
}

/** The accounts among some that a group-setting value includes: two statements, however many accounts. */
export async function findHoldersAmong<W extends UserInRole>(
  db: Connection,
  value: GroupSettingValue,
  people: readonly W[],
): Promise<W[]> {
  const named = new Set(membersOf(value));
  const { role_at_most, users } = await findPeopleOfGroups(db, groupsOf(value));
  const members = new Set(users);
  return people.filter(
    ({ user_id, role }) =>
      named.has(user_id) || members.has(user_id) || (role_at_most !== null && role <= role_at_most),
  );
}

/** The people of some groups, guests included. Deactivated groups grant nothing. */
export function findPeopleOfGroups(db: Connection, group_ids: readonly GroupId[]): Promise<Holders> {
  return findPeopleOf(db, ROLE.guest, activeAmong(group_ids));
}

/** The active members of one group, which may be deactivated itself, by id. */
export async function findMemberIds(db: Connection, realm_id: RealmId, group_id: GroupId): Promise<UserId[]> {
  const { role_at_most, users } = await findPeopleOf(db, ROLE.guest, sql`group_id = ${group_id}`);
  const single = new Set(users);
  const people = await db.all<UserInRole>(
    sql`select user_id, role from users where realm_id = ${realm_id} and is_active order by user_id`,
  );
  return people
    .filter(({ user_id, role }) => (role_at_most !== null && role <= role_at_most) || single.has(user_id))
    .map(({ user_id }) => user_id);
}

/** A group and all groups that contain it, directly or indirectly, deactivated ones included. */
export async function findContaining(db: Connection, group_id: GroupId): Promise<GroupId[]> {
  const rows = await db.all<{ group_id: GroupId }>(
    sql`with recursive containing (group_id) as (
       select group_id from user_groups where group_id = ${group_id}
       union
       select user_group_subgroups.group_id from user_group_subgroups
         join containing on containing.group_id = user_group_subgroups.subgroup_id)
     select group_id from containing`,
  );
  return rows.map((row) => row.group_id);
}
