// Who is in which group, and what the reader may do with one.
import { describe, expect, it } from 'bun:test';
import { GROUP_PERMISSION_NAMES, type UserGroup } from '@stoa/contract';
import { groupsOf } from '../../model/state/groups-of.ts';
import type { State } from '../../model/state/state.ts';
import { containersOf, mayDo, membersOf } from './membership.ts';

const NOBODY = 90;
function group(id: number, members: number[], direct_subgroup_ids: number[], more: Partial<UserGroup> = {}): UserGroup {
  const permissions = Object.fromEntries(GROUP_PERMISSION_NAMES.map((name) => [name, NOBODY]));
  const rest = {
    name: `g${id}`,
    description: '',
    date_created: 1,
    creator_id: 1,
    is_system_group: false,
    deactivated: false,
  };
  return { id, members, direct_subgroup_ids, ...rest, ...permissions, ...more } as unknown as UserGroup;
}

const groups = [
  group(1, [10], [2]),
  group(2, [11], [3]),
  group(3, [12], [1]),
  group(4, [13], [5]),
  group(5, [14], [], { deactivated: true }),
  group(NOBODY, [], [], { is_system_group: true, name: 'role:nobody' }),
];
const ids = (found: Iterable<{ id: number }>) => [...found].map(({ id }) => id).sort();

describe('groups', () => {
  it('[WB58] follows nested groups, stops at cycles, and ignores deactivated groups', () => {
    expect(membersOf(groups, 1).sort()).toEqual([10, 11, 12]);
    expect(membersOf(groups, 4)).toEqual([13]);
    expect(membersOf(groups, 5)).toEqual([14]);
    expect(ids(groupsOf(groups, 12))).toEqual([1, 2, 3]);
    expect(ids(groupsOf(groups, 14))).toEqual([]);
    expect([...containersOf(groups, 5)].sort()).toEqual([4, 5]);
    expect([...containersOf(groups, 2)].sort()).toEqual([1, 2, 3]);
  });

  it('[WB58] offers only what the reader may do', () => {
    const state = (is_guest = false) =>
      ({ user_id: 20, is_guest, realm_user_groups: groups, realm_can_manage_all_groups: NOBODY }) as unknown as State;
    const none = { manage: false, add: false, remove: false, join: false, leave: false };
    const me = { direct_members: [20], direct_subgroups: [] } as never;
    expect(mayDo(state(), group(7, [], []))).toEqual(none);
    expect(mayDo(state(), group(7, [], [], { can_join_group: me }))).toEqual({ ...none, join: true });
    expect(mayDo(state(true), group(7, [], [], { can_join_group: me }))).toEqual(none);
    expect(mayDo(state(), group(7, [20], [], { can_join_group: me }))).toEqual(none);
    expect(mayDo(state(), group(7, [20], [], { can_leave_group: me }))).toEqual({ ...none, leave: true });
    const all = { manage: true, add: true, remove: true, join: true, leave: false };
    expect(mayDo(state(), group(7, [], [], { can_manage_group: me }))).toEqual(all);
    expect(mayDo(state(), group(7, [], [], { can_manage_group: me, deactivated: true }))).toEqual({
      ...none,
      manage: true,
    });
    expect(mayDo(state(), group(7, [], [], { can_manage_group: me, is_system_group: true }))).toEqual(none);
  });
});
