// Finds what still uses a group and so prevents its deactivation: permissions of the organization and other groups. [GR10]

import {
  GROUP_PERMISSION_NAMES,
  type GroupId,
  type GroupObjection,
  REALM_PERMISSION_NAMES,
  type RealmId,
} from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { permissionsNaming } from '../membership/group-values.rules.ts';
import { getRealmPermissions } from '../realm/realm-settings.queries.ts';
import type { GroupRow } from './groups.tables.ts';

/** Active groups that contain it, and permissions of the organization that name it. */
export async function findObjections(db: Connection, realm_id: RealmId, group_id: GroupId): Promise<GroupObjection[]> {
  const objections: GroupObjection[] = [];
  const containing = await db.all<{ group_id: GroupId }>(
    sql`select user_groups.group_id from user_group_subgroups join user_groups using (group_id)
     where subgroup_id = ${group_id} and not deactivated order by user_groups.group_id`,
  );
  if (containing.length > 0)
    objections.push({ type: 'subgroup', supergroup_ids: containing.map((row) => row.group_id) });
  const settings = permissionsNaming(group_id, REALM_PERMISSION_NAMES, await getRealmPermissions(db, realm_id));
  if (settings.length > 0) objections.push({ type: 'realm', settings });
  return objections;
}

/** Permissions of other active groups that name it. */
export async function findObjectionsOfGroups(
  db: Connection,
  realm_id: RealmId,
  group_id: GroupId,
): Promise<GroupObjection[]> {
  const others = await db.all<GroupRow>(
    sql`select * from user_groups where realm_id = ${realm_id} and group_id <> ${group_id} and not deactivated order by group_id`,
  );
  return others.flatMap((group) => {
    const settings = permissionsNaming(group_id, GROUP_PERMISSION_NAMES, group);
    return settings.length === 0 ? [] : [{ type: 'user_group' as const, group_id: group.group_id, settings }];
  });
}
