// Every read of groups as clients see them. Evaluating permissions is for membership.queries.ts.

import { type GroupId, type RealmId, Refused, type Role, type UserGroup, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { arrayOf, type JsonText, textOf } from '../../kit/json/json-text.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { findMemberIds, isMemberOf, systemGroupIds, type UserInRole } from '../membership/membership.queries.ts';
import { findMemberTexts, findNestedGroups } from '../membership/nested-groups.queries.ts';
import { FULL_MEMBERS, systemGroup } from '../membership/system-groups.ts';
import { COUNTS, type Counts, findPeopleRevision, revisionOf } from '../users/people-revision.queries.ts';
import type { GroupRow } from './groups.tables.ts';

const COLUMNS = `group_id, name, description, date_created, creator_id, is_system_group, deactivated,
  can_add_members_group, can_join_group, can_leave_group, can_manage_group, can_mention_group, can_remove_members_group`;

const MEMBERS = "string_agg(cast(user_id as text), ',' order by user_id) as ids";

interface List<Key> {
  readonly whose: Key;
  readonly ids: string;
}

const toMap = <Key>(lists: readonly List<Key>[]) => new Map(lists.map(({ whose, ids }) => [whose, ids]));

interface People {
  /** The active people of each role, as one text per role, because rows are slow. */
  readonly by_role: ReadonlyMap<Role, string>;
  readonly inactive: ReadonlySet<UserId>;
}

/** Bounded in characters. */
const PEOPLE: CacheDefinition<People> = {
  name: 'people by role',
  bound: 1_000_000,
  sizeOf: ({ by_role, inactive }) =>
    [...by_role.values()].reduce((sum, ids) => sum + ids.length, 8 * inactive.size + 1),
};

async function findPeople(db: Connection, realm_id: RealmId): Promise<People> {
  const cache = db.caches.of<RealmId, People>(PEOPLE);
  const cached = cache.get(realm_id, await findPeopleRevision(db, realm_id));
  if (cached) return cached;
  const lists = await db.all<List<Role> & Counts & { is_active: boolean }>(
    sql`select role as whose, is_active, ${sql.raw(MEMBERS)}, ${COUNTS} from users where realm_id = ${realm_id} group by role, is_active`,
  );
  const inactive = lists.filter(({ is_active }) => !is_active).map(({ ids }) => ids);
  const people = {
    by_role: toMap(lists.filter(({ is_active }) => is_active)),
    inactive: new Set<UserId>(JSON.parse(`[${inactive.join()}]`)),
  };
  cache.set(realm_id, revisionOf(lists), people);
  return people;
}

/** The full members by waiting period; null if the organization has none. [GR4] */
async function findFullMembers(db: Connection, realm_id: RealmId): Promise<string | null> {
  const realm = await db.get<{ joined_by: number | null }>(
    sql`select full_members_joined_by as joined_by from realms where realm_id = ${realm_id}`,
  );
  if (realm!.joined_by === null) return null;
  const members = await db.get<{ ids: string | null }>(
    sql`select ${sql.raw(MEMBERS)} from users where realm_id = ${realm_id} and is_active and role = ${systemGroup(FULL_MEMBERS).direct} and date_joined <= ${realm!.joined_by}`,
  );
  return members?.ids ?? '';
}

/** The active people in groups, system groups excepted. */
async function findActiveMembers(
  db: Connection,
  group_ids: readonly GroupId[],
  inactive: ReadonlySet<UserId>,
): Promise<ReadonlyMap<GroupId, string>> {
  const texts = await findMemberTexts(db, group_ids);
  if (inactive.size === 0) return texts;
  const active = new Map<GroupId, string>();
  const time_slice = new TimeSlice();
  for (const [group_id, text] of texts) {
    const user_ids: UserId[] = JSON.parse(`[${text}]`);
    active.set(group_id, user_ids.filter((user_id) => !inactive.has(user_id)).join());
    await time_slice.yieldIfUsed();
  }
  return active;
}

/** The groups as clients see them, by id, or one of them; deactivated people are left out. */
export async function findGroupsText(
  db: Connection,
  realm_id: RealmId,
  deactivated_too: boolean,
  only: GroupId | null = null,
): Promise<JsonText> {
  const chosen = only === null ? sql.nothing : sql`and user_groups.group_id = ${only}`;
  const rows = await db.all<Omit<GroupRow, 'realm_id' | 'name_key'>>(
    sql`select ${sql.raw(COLUMNS)} from user_groups where realm_id = ${realm_id} ${sql.raw(deactivated_too ? '' : 'and not deactivated')} ${chosen} order by group_id`,
  );
  const has_system_groups = rows.some(({ is_system_group }) => is_system_group);
  const { by_role, inactive } = await findPeople(db, realm_id);
  const full_members = has_system_groups ? await findFullMembers(db, realm_id) : null;
  const ids = has_system_groups ? await systemGroupIds(db, realm_id) : new Map<string, GroupId>();
  const own = rows.flatMap(({ group_id, is_system_group }) => (is_system_group ? [] : [group_id]));
  const members = await findActiveMembers(db, own, inactive);
  const subgroups = toMap(
    await db.all<List<GroupId>>(
      sql`select user_group_subgroups.group_id as whose,
         string_agg(cast(subgroup_id as text), ',' order by subgroup_id) as ids from user_group_subgroups
       join user_groups on user_groups.group_id = user_group_subgroups.group_id where realm_id = ${realm_id} ${chosen}
       group by user_group_subgroups.group_id`,
    ),
  );
  const listsOf = ({ group_id, name, is_system_group }: (typeof rows)[number]) => {
    if (!is_system_group) return [members.get(group_id), subgroups.get(group_id)];
    const { direct, contains } = systemGroup(name);
    const of_role = direct === null ? '' : by_role.get(direct);
    return [name === FULL_MEMBERS ? (full_members ?? of_role) : of_role, contains === null ? '' : ids.get(contains)!];
  };
  return arrayOf(
    rows.map((row) => {
      const { group_id, ...group } = row;
      const [direct_members = '', direct_subgroups = ''] = listsOf(row);
      const fields = JSON.stringify({ ...group, id: group_id }).slice(0, -1);
      return `${fields},"members":[${direct_members}],"direct_subgroup_ids":[${direct_subgroups}]}`;
    }),
  );
}

export async function findGroups(db: Connection, realm_id: RealmId, deactivated_too: boolean): Promise<UserGroup[]> {
  return JSON.parse(textOf((await findGroupsText(db, realm_id, deactivated_too)).pieces));
}

function invalidGroup(group_id: GroupId) {
  return Refused('group_unknown', { group: group_id });
}

/** A group as clients see it, deactivated or not. */
export async function getGroup(db: Connection, realm_id: RealmId, group_id: GroupId): Promise<UserGroup> {
  const [group] = JSON.parse(textOf((await findGroupsText(db, realm_id, true, group_id)).pieces)) as UserGroup[];
  if (!group) throw invalidGroup(group_id);
  return group;
}

/** The active members of a group, deactivated or not, by id. */
export async function findMembers(
  db: Connection,
  realm_id: RealmId,
  group_id: GroupId,
  direct_only: boolean,
): Promise<UserId[]> {
  const { members } = await getGroup(db, realm_id, group_id);
  return direct_only ? members : findMemberIds(db, realm_id, group_id);
}

/** Whether an active account is among {@link findMembers}. */
export async function isMember(
  db: Connection,
  realm_id: RealmId,
  group_id: GroupId,
  user: UserInRole,
  direct_only: boolean,
): Promise<boolean> {
  if (!direct_only) return isMemberOf(db, user, group_id);
  return (await getGroup(db, realm_id, group_id)).members.includes(user.user_id);
}

export async function getGroupRow(db: Connection, realm_id: RealmId, group_id: GroupId): Promise<GroupRow> {
  const row = await db.get<GroupRow>(
    sql`select * from user_groups where realm_id = ${realm_id} and group_id = ${group_id}`,
  );
  if (!row) throw invalidGroup(group_id);
  return row;
}

/** The ids of all groups nested in one, directly or indirectly, deactivated ones included. */
export async function findSubgroupIds(db: Connection, realm_id: RealmId, group_id: GroupId): Promise<GroupId[]> {
  await getGroupRow(db, realm_id, group_id);
  const nested = await findNestedGroups(db, sql`group_id = ${group_id}`, 'deactivated_too');
  const found = new Set(nested.map((group) => group.group_id));
  const system_ids = await systemGroupIds(db, realm_id);
  for (const { name } of nested.filter(({ is_system_group }) => is_system_group))
    for (let inner = systemGroup(name).contains; inner !== null; inner = systemGroup(inner).contains)
      found.add(system_ids.get(inner)!);
  found.delete(group_id);
  return [...found].sort((a, b) => a - b);
}

/** Throws if a group other than `except` has the name, in any case, deactivated ones included. [GR6] */
export async function checkNameIsFree(
  db: Connection,
  realm_id: RealmId,
  name: string,
  except: GroupId | null,
): Promise<void> {
  const taken = await db.get<{ group_id: GroupId }>(
    sql`select group_id from user_groups where realm_id = ${realm_id} and name_key = ${nameKey(name)}`,
  );
  if (taken && taken.group_id !== except) throw Refused('group_name_taken', { group: name });
}
