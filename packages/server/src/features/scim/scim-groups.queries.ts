// Reads user groups for SCIM. The groups of the server and deactivated ones do not exist for it. [SI12]
import type { GroupId, RealmId, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { nextTurn } from '../../kit/event-loop/turns.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { type Filter, idOf } from './filter.rules.ts';
import { conditionOf, constant, exact, type FilterAttribute, NEVER, text } from './filter-conditions.ts';
import type { Member, ScimGroup } from './group-resource.rules.ts';
import { notFound } from './scim-error.rules.ts';
import type { Found, Page } from './scim-users.queries.ts';

const COLUMNS = 'user_groups.group_id, user_groups.name, user_groups.date_created, scim_groups.external_id';
const MANAGED = 'not user_groups.is_system_group and not user_groups.deactivated';

function hasId(value: string): Fragment {
  const group_id = idOf(value);
  return group_id === null ? NEVER : sql`user_groups.group_id = ${group_id}`;
}

function hasMember(value: string): Fragment {
  const user_id = idOf(value);
  if (user_id === null) return NEVER;
  return sql`exists (select 1 from user_group_members
    where user_group_members.group_id = user_groups.group_id and user_group_members.user_id = ${user_id})`;
}

const HAS_MEMBERS = sql`exists (select 1 from user_group_members where user_group_members.group_id = user_groups.group_id)`;

function groupAttributes(realm_id: RealmId): ReadonlyMap<string, FilterAttribute> {
  const members = exact('members', hasMember, HAS_MEMBERS);
  const hasExternalId = (value: string) => sql`user_groups.group_id in (
    select group_id from scim_groups where realm_id = ${realm_id} and external_id = ${value})`;
  return new Map<string, FilterAttribute>([
    ['id', exact('id', hasId)],
    ['externalid', exact('externalId', hasExternalId, sql`scim_groups.external_id is not null`)],
    ['displayname', text('displayName', sql`user_groups.name_key`, nameKey)],
    ['members', members],
    ['members.value', members],
    ['members.type', constant('members.type', 'user')],
    ['meta.resourcetype', constant('meta.resourceType', 'group')],
  ]);
}

export async function findScimGroups(
  db: Connection,
  realm_id: RealmId,
  filter: Filter | null,
  { offset, count }: Page,
): Promise<Found<ScimGroup>> {
  const condition = filter === null ? sql`true` : conditionOf(filter, groupAttributes(realm_id));
  const from = sql`from user_groups left join scim_groups on scim_groups.group_id = user_groups.group_id
    where user_groups.realm_id = ${realm_id} and ${sql.raw(MANAGED)} and ${condition}`;
  const counted = await db.get<{ total: number }>(sql`select count(*) as total ${from}`);
  const total = counted!.total;
  if (count === 0 || offset >= total) return { total, rows: [] };
  const rows = await db.all<ScimGroup>(
    sql`select ${sql.raw(COLUMNS)} ${from} order by user_groups.group_id limit ${count} offset ${offset}`,
  );
  return { total, rows };
}

export async function getScimGroup(db: Connection, realm_id: RealmId, id: string): Promise<ScimGroup> {
  const group_id = idOf(id);
  const group =
    group_id === null
      ? null
      : await db.get<ScimGroup>(
          sql`select ${sql.raw(COLUMNS)} from user_groups left join scim_groups on scim_groups.group_id = user_groups.group_id
           where user_groups.realm_id = ${realm_id} and user_groups.group_id = ${group_id} and ${sql.raw(MANAGED)}`,
        );
  if (!group) throw notFound(`There is no group with the id ${id.slice(0, 40)}`);
  return group;
}

/** How many members each of some groups has, bots included. */
export async function countMembers(
  db: Connection,
  group_ids: readonly GroupId[],
): Promise<ReadonlyMap<GroupId, number>> {
  const rows = await db.all<{ group_id: GroupId; count: number }>(
    sql`select group_id, count(*) as count from user_group_members where group_id in ${sql.each(group_ids)} group by group_id`,
  );
  return new Map(rows.map(({ group_id, count }) => [group_id, count]));
}

/** Read at once: more would keep others waiting. [SI802] */
const MEMBERS_AT_ONCE = 2000;

/** The people who are in a group themselves, some at a time, deactivated ones included: they are in it again when they return. */
export async function* findMembers(db: Connection, group_id: GroupId): AsyncGenerator<readonly Member[], void> {
  for (let after = 0; ; ) {
    const rows = await db.all<Member>(
      sql`select users.user_id, users.full_name, users.is_active from user_group_members
       join users on users.user_id = user_group_members.user_id
       where user_group_members.group_id = ${group_id} and user_group_members.user_id > ${after}
         and not users.is_bot and not users.is_erased
       order by user_group_members.user_id limit ${MEMBERS_AT_ONCE}`,
    );
    yield rows;
    if (rows.length < MEMBERS_AT_ONCE) return;
    after = rows.at(-1)!.user_id;
    await nextTurn();
  }
}

/** Which of some people are in a group themselves. */
export async function findMembersAmong(
  db: Connection,
  group_id: GroupId,
  user_ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select users.user_id from user_group_members join users on users.user_id = user_group_members.user_id
     where user_group_members.group_id = ${group_id} and user_group_members.user_id in ${sql.each(user_ids)}
       and not users.is_bot and not users.is_erased`,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The deactivated group with a name; null if there is none. */
export async function findEndedGroup(db: Connection, realm_id: RealmId, name: string): Promise<GroupId | null> {
  const row = await db.get<{ group_id: GroupId }>(
    sql`select group_id from user_groups where realm_id = ${realm_id} and name_key = ${nameKey(name)}
     and not is_system_group and deactivated`,
  );
  return row?.group_id ?? null;
}

/** The group that a provider knows by an id, if it is not this one. */
export async function findOtherKnownGroup(
  db: Connection,
  realm_id: RealmId,
  external_id: string,
  except: GroupId | null,
): Promise<GroupId | null> {
  const row = await db.get<{ group_id: GroupId }>(
    sql`select group_id from scim_groups where realm_id = ${realm_id} and external_id = ${external_id}`,
  );
  return row === null || row.group_id === except ? null : row.group_id;
}
