// Checks new values of permissions, for those of the organization, channels and groups alike.
import type { GroupSettingValue, PermissionSetting, RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { checkActiveUsers, findActiveGroups } from './active-members.queries.ts';
import { checkValue, distinct, membersOf } from './group-values.rules.ts';

/** Throws unless every group and person named is an active one of the organization and may hold the permission. [GR9] */
export async function checkValues<Name extends string>(
  db: Connection,
  realm_id: RealmId,
  declared: Readonly<Record<Name, PermissionSetting>>,
  values: Partial<Record<Name, GroupSettingValue>>,
): Promise<void> {
  const entries = Object.entries(values) as [Name, GroupSettingValue][];
  if (entries.length === 0) return;
  const active_groups = await findActiveGroups(db, realm_id);
  for (const [name, value] of entries) checkValue(name, declared[name], value, active_groups);
  await checkActiveUsers(db, realm_id, distinct(entries.flatMap(([, value]) => membersOf(value))));
}
