// Adds people and groups to groups, and removes them.
import {
  type AuditChange,
  BadRequest,
  type GroupId,
  type ParamsOf,
  type RealmId,
  Refused,
  type UserId,
  type updateUserGroupMembers,
  userGroupAddMembers,
  userGroupAddSubgroups,
  userGroupRemoveMembers,
  userGroupRemoveSubgroups,
} from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { announceAndMake } from '../../kit/write/hooks.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { checkActiveUsers, findActiveGroups } from '../membership/active-members.queries.ts';
import { emitToGroupReaders } from '../membership/group-events.actions.ts';
import { distinct } from '../membership/group-values.rules.ts';
import { membersChanging } from '../membership/membership.hooks.ts';
import { findContaining } from '../membership/membership.queries.ts';
import { requirePasswordForPower } from './given-power.actions.ts';
import { getGroupRow } from './groups.queries.ts';
import { checkSize } from './groups.rules.ts';
import type { GroupRow } from './groups.tables.ts';
import { mayAdd, mayRemove } from './powers.queries.ts';

const MEMBERS = { name: 'user_group_members', column: 'user_id' } as const;
const SUBGROUPS = { name: 'user_group_subgroups', column: 'subgroup_id' } as const;
type Table = typeof MEMBERS | typeof SUBGROUPS;

async function insertRows(tx: Transaction, { name, column }: Table, group_id: GroupId, ids: readonly number[]) {
  for (const batch of batchesOf(ids)) {
    const rows = sql.rows(batch.map((id) => [group_id, id]));
    await tx.run(sql`insert into ${sql.raw(name)} (group_id, ${sql.raw(column)}) values ${rows}`);
  }
}

async function removeRows(tx: Transaction, { name, column }: Table, group_id: GroupId, ids: readonly number[]) {
  for (const batch of batchesOf(ids))
    await tx.run(
      sql`delete from ${sql.raw(name)} where group_id = ${group_id} and ${sql.raw(column)} in (${sql.list(batch)})`,
    );
}

async function findDirect<I extends number>(
  db: Connection,
  { name, column }: Table,
  group_id: GroupId,
): Promise<ReadonlySet<I>> {
  const rows = await db.all<{ id: I }>(
    sql`select ${sql.raw(column)} as id from ${sql.raw(name)} where group_id = ${group_id}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Inserts the members of a new group. */
export const insertMembers = (tx: Transaction, group_id: GroupId, user_ids: readonly UserId[]) =>
  insertRows(tx, MEMBERS, group_id, user_ids);

/** Inserts the subgroups of a new group. */
export const insertSubgroups = (tx: Transaction, group_id: GroupId, group_ids: readonly GroupId[]) =>
  insertRows(tx, SUBGROUPS, group_id, group_ids);

export async function checkActiveGroups(
  db: Connection,
  realm_id: RealmId,
  group_ids: readonly GroupId[],
): Promise<void> {
  if (group_ids.length === 0) return;
  const active_groups = await findActiveGroups(db, realm_id);
  const missing = group_ids.find((group_id) => !active_groups.has(group_id));
  if (missing !== undefined) throw Refused('group_unknown', { group: missing });
}

type MemberParams = Omit<ParamsOf<typeof updateUserGroupMembers>, 'user_group_id'>;

/** Removes, then adds; all of it or nothing. [GR7] [GR8] */
export async function changeMembers(
  context: WriteContext,
  actor: Actor,
  group_id: GroupId,
  params: MemberParams,
): Promise<void> {
  const { tx } = context;
  const group = await getGroupRow(tx, actor.realm.realm_id, group_id);
  const change: MembershipChange = {
    removed: distinct(params.delete),
    removed_groups: distinct(params.delete_subgroups),
    added: distinct(params.add),
    added_groups: distinct(params.add_subgroups),
  };
  const removes = change.removed.length + change.removed_groups.length;
  const adds = change.added.length + change.added_groups.length;
  if (removes + adds === 0) throw BadRequest('Nothing to do: name somebody to add or to delete.');
  checkSize(removes + adds);
  // Permissions to add or remove oneself never cover groups.
  const alone = <I>(user_ids: readonly I[], groups: readonly GroupId[]) => (groups.length === 0 ? user_ids : []);
  const may =
    (removes === 0 || (await mayRemove(tx, actor, group, alone(change.removed, change.removed_groups)))) &&
    (adds === 0 || (await mayAdd(tx, actor, group, alone(change.added, change.added_groups))));
  if (!may) throw Refused('no_permission');
  const containing = await findContaining(tx, group_id);
  if (adds > 0) await requirePasswordForPower(context, actor, containing);
  await writeMembers(context, group, change, containing);
}

export interface MembershipChange {
  readonly removed: UserId[];
  readonly removed_groups: GroupId[];
  readonly added: UserId[];
  readonly added_groups: GroupId[];
}

/** Checks neither permission nor size. No id may be named twice. `containing`: the group, and all that contain it. */
export async function writeMembers(
  context: WriteContext,
  group: GroupRow,
  change: MembershipChange,
  containing: readonly GroupId[],
): Promise<void> {
  const { tx } = context;
  const { realm_id, group_id } = group;
  const removes = change.removed.length + change.removed_groups.length;
  const knowing = group.deactivated ? 'deactivated_too' : undefined;
  const write = async () => {
    await removeMembers(tx, group_id, change);
    await addMembers(tx, group, change, containing);
  };
  await announceAndMake(context, membersChanging, { realm_id, groups: containing, removes: removes > 0 }, write);
  context.invalidateAccess([...change.removed, ...change.added]);
  recordMembers(context, group_id, change);
  if (change.removed.length > 0)
    emitToGroupReaders(context, userGroupRemoveMembers, { group_id, user_ids: change.removed }, knowing);
  if (change.removed_groups.length > 0)
    emitToGroupReaders(
      context,
      userGroupRemoveSubgroups,
      { group_id, direct_subgroup_ids: change.removed_groups },
      knowing,
    );
  if (change.added.length > 0)
    emitToGroupReaders(context, userGroupAddMembers, { group_id, user_ids: change.added }, knowing);
  if (change.added_groups.length > 0)
    emitToGroupReaders(context, userGroupAddSubgroups, { group_id, direct_subgroup_ids: change.added_groups }, knowing);
}

/** In lists of a length that entries hold. [AL5] */
function recordMembers({ record }: WriteContext, group_id: GroupId, change: MembershipChange): void {
  const part = <I extends number>(field: string, side: 'old' | 'new', ids: readonly I[]): AuditChange[] =>
    [...batchesOf(ids)].map((batch) => ({ field, [side]: batch }));
  const changes = [
    ...part('members', 'old', change.removed),
    ...part('members', 'new', change.added),
    ...part('subgroups', 'old', change.removed_groups),
    ...part('subgroups', 'new', change.added_groups),
  ];
  record({ kind: 'group_members_changed', group_id, changes });
}

/** Adds a person to a group they are not in. Checks no permission. */
export async function addMember(
  context: WriteContext,
  realm_id: RealmId,
  group_id: GroupId,
  user_id: UserId,
): Promise<void> {
  const groups = await findContaining(context.tx, group_id);
  await announceAndMake(context, membersChanging, { realm_id, groups, removes: false }, () =>
    insertRows(context.tx, MEMBERS, group_id, [user_id]),
  );
  context.invalidateAccess([user_id]);
  recordMembers(context, group_id, { removed: [], removed_groups: [], added: [user_id], added_groups: [] });
  emitToGroupReaders(context, userGroupAddMembers, { group_id, user_ids: [user_id] });
}

async function removeMembers(
  tx: Transaction,
  group_id: GroupId,
  { removed: user_ids, removed_groups: group_ids }: MembershipChange,
): Promise<void> {
  const members = await findDirect<UserId>(tx, MEMBERS, group_id);
  const stranger = user_ids.find((user_id) => !members.has(user_id));
  if (stranger !== undefined) throw Refused('group_member_missing', { person: stranger });
  const subgroups = await findDirect<GroupId>(tx, SUBGROUPS, group_id);
  const foreign = group_ids.find((id) => !subgroups.has(id));
  if (foreign !== undefined) throw Refused('group_subgroup_missing', { group: foreign });
  await removeRows(tx, MEMBERS, group_id, user_ids);
  await removeRows(tx, SUBGROUPS, group_id, group_ids);
}

async function addMembers(
  tx: Transaction,
  { realm_id, group_id }: GroupRow,
  { added: user_ids, added_groups: group_ids }: MembershipChange,
  containing: readonly GroupId[],
): Promise<void> {
  await checkActiveUsers(tx, realm_id, user_ids);
  await checkActiveGroups(tx, realm_id, group_ids);
  const members = await findDirect<UserId>(tx, MEMBERS, group_id);
  const present = user_ids.find((user_id) => members.has(user_id));
  if (present !== undefined) throw Refused('group_member_present', { person: present });
  const subgroups = await findDirect<GroupId>(tx, SUBGROUPS, group_id);
  const nested = group_ids.find((id) => subgroups.has(id));
  if (nested !== undefined) throw Refused('group_subgroup_present', { group: nested });
  // A group can't contain itself or a group that contains it. Deactivated groups count: they may be reactivated. [GR8]
  const circle = group_ids.find((id) => containing.includes(id));
  if (circle !== undefined) throw Refused('group_circle', { group: circle });
  await insertRows(tx, MEMBERS, group_id, user_ids);
  await insertRows(tx, SUBGROUPS, group_id, group_ids);
}
