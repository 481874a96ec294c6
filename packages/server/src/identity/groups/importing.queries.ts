// Finds uses of an import's groups, and people named by permissions.
import {
  GROUP_PERMISSION_NAMES,
  type GroupId,
  REALM_PERMISSION_NAMES,
  type RealmId,
  type UserId,
} from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { groupsOf, membersOf } from '../membership/group-values.rules.ts';
import { getRealmPermissions } from '../realm/realm-settings.queries.ts';
import type { GroupRow } from './groups.tables.ts';

/** The groups of `made` that permissions or groups outside of `made` name, and the groups of `made` that these name in turn. */
export async function findGroupsInUse(
  db: Connection,
  realm_id: RealmId,
  made: ReadonlySet<GroupId>,
  named_elsewhere: Iterable<GroupId>,
): Promise<Set<GroupId>> {
  const rows = await db.all<GroupRow>(sql`select * from user_groups where realm_id = ${realm_id}`);
  const nested = await db.all<{ group_id: GroupId; subgroup_id: GroupId }>(
    sql`select group_id, subgroup_id from user_group_subgroups join user_groups using (group_id) where realm_id = ${realm_id}`,
  );
  const subgroups = Map.groupBy(nested, ({ group_id }) => group_id);
  const namedBy = new Map(
    rows.map((row) => [
      row.group_id,
      [
        ...GROUP_PERMISSION_NAMES.flatMap((name) => groupsOf(row[name])),
        ...(subgroups.get(row.group_id) ?? []).map(({ subgroup_id }) => subgroup_id),
      ],
    ]),
  );
  const permissions = await getRealmPermissions(db, realm_id);
  const waiting: GroupId[] = [
    ...named_elsewhere,
    ...REALM_PERMISSION_NAMES.flatMap((name) => groupsOf(permissions[name])),
    ...[...namedBy].flatMap(([group_id, named]) => (made.has(group_id) ? [] : named)),
  ];
  const used = new Set<GroupId>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (!made.has(id) || used.has(id)) continue;
    used.add(id);
    waiting.push(...(namedBy.get(id) ?? []));
  }
  return used;
}

/** People that permissions of the organization and of groups name. */
export async function findPeopleOfPermissions(db: Connection, realm_id: RealmId): Promise<Set<UserId>> {
  const rows = await db.all<GroupRow>(sql`select * from user_groups where realm_id = ${realm_id}`);
  const permissions = await getRealmPermissions(db, realm_id);
  return new Set([
    ...rows.flatMap((row) => GROUP_PERMISSION_NAMES.flatMap((name) => membersOf(row[name]))),
    ...REALM_PERMISSION_NAMES.flatMap((name) => membersOf(permissions[name])),
  ]);
}
