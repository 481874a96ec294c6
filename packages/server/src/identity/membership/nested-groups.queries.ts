// The groups nested in others, and the single people in groups: a few groups in each statement, with turns for others between
// them, because a group may have everybody.
import type { GroupId, RealmId, UserId } from '@stoa/contract';
import { batchesOfPowers } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';

const GROUPS_AT_ONCE = 4;

export interface NestedGroup {
  readonly group_id: GroupId;
  readonly realm_id: RealmId;
  readonly name: string;
  readonly is_system_group: boolean;
}

/** The groups that `roots` selects, a condition over user_groups, and the groups nested in them; only active ones by default. */
export function findNestedGroups(
  db: Connection,
  roots: Fragment,
  which: 'active' | 'deactivated_too' = 'active',
): Promise<NestedGroup[]> {
  const active = sql`join user_groups on user_groups.group_id = user_group_subgroups.subgroup_id and not user_groups.deactivated`;
  return db.all<NestedGroup>(
    sql`with recursive nested (group_id) as (
       select group_id from user_groups where ${roots}
       union
       select user_group_subgroups.subgroup_id from user_group_subgroups
         join nested on nested.group_id = user_group_subgroups.group_id
         ${which === 'active' ? active : sql.nothing})
     select group_id, realm_id, name, is_system_group from user_groups where group_id in (select group_id from nested)`,
  );
}

/** The single people in each group that has any, deactivated ones included, as a list of ids without brackets. */
export async function findMemberTexts(
  db: Connection,
  group_ids: readonly GroupId[],
): Promise<ReadonlyMap<GroupId, string>> {
  const texts = new Map<GroupId, string>();
  const time_slice = new TimeSlice();
  for (const batch of batchesOfPowers(group_ids, GROUPS_AT_ONCE)) {
    const lists = await db.all<{ group_id: GroupId; ids: string }>(
      sql`select group_id, string_agg(cast(user_id as text), ',' order by user_id) as ids from user_group_members
       where group_id in (${sql.list(batch)}) group by group_id`,
    );
    for (const { group_id, ids } of lists) texts.set(group_id, ids);
    await time_slice.yieldIfUsed();
  }
  return texts;
}

/** The single people in any of some groups, deactivated ones included. */
export async function findSingleMembers(db: Connection, group_ids: readonly GroupId[]): Promise<Set<UserId>> {
  const members = new Set<UserId>();
  const time_slice = new TimeSlice();
  for (const ids of (await findMemberTexts(db, group_ids)).values()) {
    for (const user_id of JSON.parse(`[${ids}]`) as UserId[]) members.add(user_id);
    await time_slice.yieldIfUsed();
  }
  return members;
}

/** The groups that an account is in by itself, not by its role. */
export async function findSingleMemberships(db: Connection, user_id: UserId): Promise<Set<GroupId>> {
  const rows = await db.all<{ group_id: GroupId }>(
    sql`select group_id from user_group_members where user_id = ${user_id}`,
  );
  return new Set(rows.map(({ group_id }) => group_id));
}
