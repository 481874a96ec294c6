// Deactivates imported groups that are deactivated in the archive, and removes those of an import that is undone.
import type { GroupId, GroupPermission, GroupSettingValue, UserId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export async function endImportedGroup(tx: Transaction, group_id: GroupId): Promise<void> {
  await tx.run(sql`update user_groups set deactivated = true where group_id = ${group_id}`);
}

/** Null keeps what the creation of the group has set. */
export async function setImportedOrigin(
  tx: Transaction,
  group_id: GroupId,
  { date_created, creator_id }: { readonly date_created: number | null; readonly creator_id: UserId | null },
): Promise<void> {
  const columns = { ...(date_created !== null && { date_created }), ...(creator_id !== null && { creator_id }) };
  if (Object.keys(columns).length === 0) return;
  await tx.run(sql`update user_groups set ${sql.set(columns)} where group_id = ${group_id}`);
}

export async function setImportedPermissions(
  tx: Transaction,
  group_id: GroupId,
  permissions: Partial<Record<GroupPermission, GroupSettingValue>>,
): Promise<void> {
  const values = Object.entries(permissions).map(([name, value]) => [name, JSON.stringify(value)] as const);
  if (values.length === 0) return;
  const columns: Partial<Record<GroupPermission, string>> = Object.fromEntries(values);
  await tx.run(sql`update user_groups set ${sql.set(columns)} where group_id = ${group_id}`);
}

/** Deletes groups that nothing but each other names. */
export async function removeImportedGroups(tx: Transaction, group_ids: readonly GroupId[]): Promise<void> {
  if (group_ids.length === 0) return;
  const ids = sql.list(group_ids);
  await tx.run(sql`delete from user_group_subgroups where group_id in (${ids}) or subgroup_id in (${ids})`);
  await tx.run(sql`delete from user_group_members where group_id in (${ids})`);
  await tx.run(sql`delete from user_groups where group_id in (${ids})`);
}
