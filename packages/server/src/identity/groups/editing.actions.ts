// Creates, changes, deactivates and reactivates groups. Members and subgroups are changed by members.actions.ts.

import {
  BadRequest,
  CannotDeactivateGroupInUse,
  type createUserGroup,
  ExpectationMismatch,
  GROUP_PERMISSION_NAMES,
  GROUP_PERMISSION_SETTINGS,
  type GroupId,
  type GroupPermission,
  type GroupSettingValue,
  type ParamsOf,
  type RealmId,
  Refused,
  type UserGroup,
  type UserId,
  type updateUserGroup,
  userGroupAdd,
  userGroupRemove,
  userGroupUpdate,
} from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection, Parameter } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { countRows } from '../../kit/limits/caps.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { seconds } from '../../kit/time/clock.ts';
import { changesBetween, initialValues } from '../../kit/write/audit-record.ts';
import { announceAndMake } from '../../kit/write/hooks.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { checkActiveUsers } from '../membership/active-members.queries.ts';
import { emitToGroupReaders } from '../membership/group-events.actions.ts';
import { checkValues } from '../membership/group-values.queries.ts';
import { distinct, isSameValue, normalPermission } from '../membership/group-values.rules.ts';
import { membersChanging } from '../membership/membership.hooks.ts';
import { findContaining, systemGroupIds } from '../membership/membership.queries.ts';
import { mayInOrganization } from '../realm/realm-settings.queries.ts';
import { groupDeactivating } from './groups.hooks.ts';
import { checkNameIsFree, getGroup, getGroupRow } from './groups.queries.ts';
import { checkDescription, checkName, checkSize } from './groups.rules.ts';
import type { GroupRow } from './groups.tables.ts';
import { checkActiveGroups, insertMembers, insertSubgroups } from './members.actions.ts';
import { findObjections, findObjectionsOfGroups } from './objections.queries.ts';
import { mayManage } from './powers.queries.ts';

type Permissions = Partial<Record<GroupPermission, GroupSettingValue>>;
type Columns = Partial<Record<keyof GroupRow, Parameter>>;

/** Default permissions of a new group, for those its creator does not set. */
async function initialPermissions(db: Connection, realm_id: RealmId, creator_id: UserId | null): Promise<Permissions> {
  const ids = await systemGroupIds(db, realm_id);
  const creator = { direct_members: creator_id === null ? [] : [creator_id], direct_subgroups: [] };
  const values = GROUP_PERMISSION_NAMES.map((name) => {
    const { default_group_name } = GROUP_PERMISSION_SETTINGS[name];
    return [name, ids.get(default_group_name) ?? creator];
  });
  return Object.fromEntries(values);
}

export async function createGroup(
  context: WriteContext,
  actor: Actor,
  params: ParamsOf<typeof createUserGroup>,
): Promise<GroupId> {
  if (!(await mayInOrganization(context.tx, actor, 'can_create_groups'))) throw Refused('no_permission');
  return insertGroup(context, actor.realm.realm_id, actor.user_id, params);
}

/** Checks no permission. */
export async function insertGroup(
  context: WriteContext,
  realm_id: RealmId,
  /** Null for the operator. */
  creator_id: UserId | null,
  params: ParamsOf<typeof createUserGroup>,
): Promise<GroupId> {
  const { tx, now, caps } = context;
  const name = checkName(params.name);
  const description = checkDescription(params.description);
  const user_ids = distinct(params.members);
  const subgroup_ids = distinct(params.subgroups);
  checkSize(user_ids.length + subgroup_ids.length);
  const requested = GROUP_PERMISSION_NAMES.flatMap((permission) => {
    const value = params[permission];
    return value === undefined ? [] : [[permission, normalPermission(value)] as const];
  });
  const permissions: Permissions = Object.fromEntries(requested);
  await checkNameIsFree(tx, realm_id, name, null);
  await checkActiveUsers(tx, realm_id, user_ids);
  await checkActiveGroups(tx, realm_id, subgroup_ids);
  await checkValues(tx, realm_id, GROUP_PERMISSION_SETTINGS, permissions);
  if (creator_id !== null) caps.check('user-groups-per-account', await countGroupsBy(tx, creator_id));
  caps.check('user-groups-per-organization', await countGroups(tx, realm_id));
  const columns: Columns = {
    realm_id,
    name,
    name_key: nameKey(name),
    description,
    is_system_group: false,
    creator_id,
    date_created: seconds(now),
    deactivated: false,
  };
  for (const [permission, value] of Object.entries({
    ...(await initialPermissions(tx, realm_id, creator_id)),
    ...permissions,
  }))
    columns[permission as GroupPermission] = JSON.stringify(value);
  const created = await tx.get<{ group_id: GroupId }>(
    sql`insert into user_groups ${sql.insert(columns)} returning group_id`,
  );
  const { group_id } = created!;
  await insertMembers(tx, group_id, user_ids);
  await insertSubgroups(tx, group_id, subgroup_ids);
  const members = { members: user_ids, subgroups: subgroup_ids };
  context.record({
    kind: 'group_created',
    group_id,
    name,
    changes: initialValues({ description, ...permissions, ...members }),
  });
  emitToGroupReaders(context, userGroupAdd, { group: await getGroup(tx, realm_id, group_id) });
  return group_id;
}

/** The permissions that change, with new values; throws if the caller's old values are stale. */
function changedPermissions(present: Record<GroupPermission, GroupSettingValue>, requested: Changes): Permissions {
  const changes = GROUP_PERMISSION_NAMES.flatMap((name) => {
    const update = requested[name];
    if (update === undefined) return [];
    if (update.old !== undefined && !isSameValue(update.old, present[name]))
      throw ExpectationMismatch("'old' value does not match the expected value.");
    return isSameValue(update.new, present[name]) ? [] : [[name, normalPermission(update.new)] as const];
  });
  return Object.fromEntries(changes);
}

type Changes = Omit<ParamsOf<typeof updateUserGroup>, 'user_group_id'>;

export async function updateGroup(
  context: WriteContext,
  actor: Actor,
  group_id: GroupId,
  changes: Changes,
): Promise<void> {
  const group = await getGroupRow(context.tx, actor.realm.realm_id, group_id);
  if (!(await mayManage(context.tx, actor, group))) throw Refused('no_permission');
  await editGroup(context, group, changes);
}

/** Checks no permission. */
export async function editGroup(context: WriteContext, group: GroupRow, changes: Changes): Promise<void> {
  const { tx } = context;
  const { realm_id, group_id } = group;
  if (Object.values(changes).every((value) => value === undefined)) throw BadRequest('No new data supplied');
  if (changes.deactivated && !group.deactivated) throw BadRequest('A group is deactivated by an endpoint of its own.');
  const permissions = changedPermissions(group, changes);
  await checkValues(tx, realm_id, GROUP_PERMISSION_SETTINGS, permissions);
  const name = changes.name === undefined ? group.name : checkName(changes.name);
  if (name !== group.name) await checkNameIsFree(tx, realm_id, name, group_id);
  const description = changes.description === undefined ? group.description : checkDescription(changes.description);
  const reactivates = group.deactivated && changes.deactivated === false;
  const data: Partial<UserGroup> = {
    ...(name === group.name ? {} : { name }),
    ...(description === group.description ? {} : { description }),
    ...permissions,
    ...(reactivates ? { deactivated: false } : {}),
  };
  if (Object.keys(data).length === 0) return;
  const write = () => writeChanges(context, group_id, data);
  if (reactivates) await checkRoomForGroup(context, realm_id, group);
  if (reactivates) await changeMembership(context, realm_id, group_id, false, write);
  else await write();
  const { deactivated: _, ...changed } = data;
  if (reactivates) context.record({ kind: 'group_reactivated', group_id });
  if (Object.keys(changed).length > 0)
    context.record({ kind: 'group_changed', group_id, changes: changesBetween(group, changed) });
  emitToGroupReaders(context, userGroupUpdate, { group_id, data }, group.deactivated ? 'deactivated_too' : undefined);
  if (reactivates)
    emitToGroupReaders(context, userGroupAdd, { group: await getGroup(tx, realm_id, group_id) }, 'active_only');
}

const countGroupsBy = (tx: Connection, creator_id: UserId) =>
  countRows(tx, 'user_groups', sql`creator_id = ${creator_id}`, 'deactivated');
const countGroups = (tx: Connection, realm_id: RealmId) =>
  countRows(tx, 'user_groups', sql`realm_id = ${realm_id} and not is_system_group`, 'deactivated');

/** A reactivated group counts again. [CA1] */
async function checkRoomForGroup({ tx, caps }: WriteContext, realm_id: RealmId, group: GroupRow): Promise<void> {
  if (group.creator_id !== null)
    caps.check('user-groups-per-account', (await countGroupsBy(tx, group.creator_id)).active);
  caps.check('user-groups-per-organization', (await countGroups(tx, realm_id)).active);
}

/** Makes a change by which a group's people leave or join every group that contains it. */
async function changeMembership(
  context: WriteContext,
  realm_id: RealmId,
  group_id: GroupId,
  removes: boolean,
  change: () => Promise<void>,
): Promise<void> {
  const groups = await findContaining(context.tx, group_id);
  await announceAndMake(context, membersChanging, { realm_id, groups, removes }, change);
}

async function writeChanges({ tx }: WriteContext, group_id: GroupId, data: Partial<UserGroup>): Promise<void> {
  const columns: Columns = {};
  for (const [column, value] of Object.entries(data))
    columns[column as keyof UserGroup & keyof GroupRow] =
      typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value);
  if (data.name !== undefined) columns.name_key = nameKey(data.name);
  await tx.run(sql`update user_groups set ${sql.set(columns)} where group_id = ${group_id}`);
}

/**
 * Deactivates a group, unless anything in use names it. Archived channels may name it, so members can lose sight of those. [GR10]
 */
export async function deactivateGroup(context: WriteContext, actor: Actor, group_id: GroupId): Promise<void> {
  const group = await getGroupRow(context.tx, actor.realm.realm_id, group_id);
  if (!(await mayManage(context.tx, actor, group))) throw Refused('no_permission');
  await endGroup(context, actor, group);
}

/** Checks no permission; the actor learns what uses the group. */
export async function endGroup(context: WriteContext, actor: Actor, group: GroupRow): Promise<void> {
  const { tx } = context;
  const { realm_id, group_id } = group;
  if (group.deactivated) throw Refused('group_deactivated');
  const objections = await findObjections(tx, realm_id, group_id);
  await context.trigger(groupDeactivating, { actor, group_id, object: (objection) => void objections.push(objection) });
  objections.push(...(await findObjectionsOfGroups(tx, realm_id, group_id)));
  if (objections.length > 0) throw CannotDeactivateGroupInUse('The user group is still in use.', { objections });
  const write = () => writeChanges(context, group_id, { deactivated: true });
  await changeMembership(context, realm_id, group_id, true, write);
  context.record({ kind: 'group_deactivated', group_id });
  emitToGroupReaders(context, userGroupUpdate, { group_id, data: { deactivated: true } }, 'deactivated_too');
  emitToGroupReaders(context, userGroupRemove, { group_id }, 'active_only');
}
