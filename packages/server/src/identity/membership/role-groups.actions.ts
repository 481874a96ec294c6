// Creates the system groups, and announces people who join or leave groups because their account changes.

import {
  type GroupId,
  type RealmId,
  ROLE,
  type Role,
  type UserId,
  userGroupAddMembers,
  userGroupRemoveMembers,
} from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { emitToGroupReaders } from './group-events.actions.ts';
import type { GroupClients } from './group-events.present.ts';
import { findDirectGroups, systemGroupIds, type UserInRole } from './membership.queries.ts';
import { SYSTEM_GROUPS } from './system-groups.ts';

/** Creates the system groups of a new organization; nobody manages them. */
export async function createSystemGroups(tx: Transaction, realm_id: RealmId): Promise<void> {
  for (const { name, description } of SYSTEM_GROUPS) {
    const nobody = (await tx.get<{ group_id: number }>(
      sql`select group_id from user_groups where realm_id = ${realm_id} and name = 'role:nobody'`,
    )) ?? { group_id: 0 };
    const setting = JSON.stringify(nobody.group_id);
    await tx.run(
      sql`insert into user_groups (realm_id, name, name_key, description, is_system_group, deactivated, can_add_members_group,
         can_join_group, can_leave_group, can_manage_group, can_mention_group, can_remove_members_group)
       values (${realm_id}, ${name}, ${name}, ${description}, true, false, ${setting}, ${setting}, ${setting}, ${setting}, ${setting}, ${setting})`,
    );
  }
  const ids = await systemGroupIds(tx, realm_id);
  const nobody = sql`${JSON.stringify(ids.get('role:nobody'))}`;
  await tx.run(
    sql`update user_groups set can_add_members_group = ${nobody}, can_join_group = ${nobody}, can_leave_group = ${nobody},
       can_manage_group = ${nobody}, can_mention_group = ${nobody}, can_remove_members_group = ${nobody}
     where realm_id = ${realm_id} and name = 'role:nobody'`,
  );
}

/** Announces that a role change adds somebody to system groups or removes them; a null former role means a new account. */
export async function announceRole(
  context: WriteContext,
  realm_id: RealmId,
  user_id: UserId,
  change: { from: Role | null; to: Role },
): Promise<void> {
  const ids = await systemGroupIds(context.tx, realm_id);
  const before = change.from === null ? [] : await findDirectGroups(context.tx, { user_id, role: change.from });
  for (const name of before)
    emitToGroupReaders(context, userGroupRemoveMembers, { group_id: ids.get(name)!, user_ids: [user_id] });
  for (const name of await findDirectGroups(context.tx, { user_id, role: change.to }))
    emitToGroupReaders(context, userGroupAddMembers, { group_id: ids.get(name)!, user_ids: [user_id] });
}

/**
 * Tells guests that a deactivated account left its groups, if they may not see it and so are not told of the deactivation. [UA6]
 */
export async function announceDeparture(
  { tx, emit }: WriteContext,
  realm_id: RealmId,
  { user_id, role }: UserInRole,
): Promise<void> {
  const ids = await systemGroupIds(tx, realm_id);
  const system = (await findDirectGroups(tx, { user_id, role })).map((name) => ids.get(name)!);
  const leave = (group_id: GroupId, knowing?: GroupClients) => {
    const body = { group_id, user_ids: [user_id], ...(knowing ? { knowing } : {}) };
    emit(userGroupRemoveMembers, body, { role_above: ROLE.member });
  };
  for (const group_id of system) leave(group_id);
  for (const { group_id, deactivated } of await findMadeGroups(tx, user_id))
    leave(group_id, deactivated ? 'deactivated_too' : undefined);
}

/** The custom groups with the account as a direct member. */
function findMadeGroups(tx: Transaction, user_id: UserId): Promise<{ group_id: GroupId; deactivated: boolean }[]> {
  return tx.all(
    sql`select user_groups.group_id, deactivated from user_groups join user_group_members using (group_id)
     where user_id = ${user_id} order by user_groups.group_id`,
  );
}

/** Announces the groups of a reactivated account, because clients removed it from all of them. [GR13] */
export async function announceReturnToGroups(
  context: WriteContext,
  realm_id: RealmId,
  { user_id, role }: UserInRole,
): Promise<void> {
  await announceRole(context, realm_id, user_id, { from: null, to: role });
  for (const { group_id, deactivated } of await findMadeGroups(context.tx, user_id))
    emitToGroupReaders(
      context,
      userGroupAddMembers,
      { group_id, user_ids: [user_id] },
      deactivated ? 'deactivated_too' : undefined,
    );
}
