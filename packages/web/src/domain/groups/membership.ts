// Group membership including subgroups, and what the reader may do with a group. Pure.
import {
  GROUP_PERMISSION_SETTINGS,
  type GroupPermission,
  holdsPermission,
  holdsRealmPermission,
  type PermissionSetting,
  type UserGroup,
} from '@stoa/contract';
import type { State } from '../../model/state/state.ts';

/** All members of a group, each once, including those of subgroups. */
export function membersOf(groups: readonly UserGroup[], group_id: number): number[] {
  const byId = new Map<number, UserGroup>(groups.map((group) => [group.id, group]));
  const seen = new Set<number>();
  const members = new Set<number>();
  const waiting = [group_id];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const group = byId.get(id);
    if (!group || seen.has(id) || (group.deactivated && id !== group_id)) continue;
    seen.add(id);
    for (const member of group.members) members.add(member);
    waiting.push(...group.direct_subgroup_ids);
  }
  return [...members];
}

/** The group and every group that contains it: none of them can become its subgroup. */
export function containersOf(groups: readonly UserGroup[], group_id: number): Set<number> {
  const found = new Set([group_id]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { id, direct_subgroup_ids } of groups)
      if (!found.has(id) && direct_subgroup_ids.some((inner) => found.has(inner))) {
        found.add(id);
        grown = true;
      }
  }
  return found;
}

export interface MayDo {
  readonly manage: boolean;
  readonly add: boolean;
  readonly remove: boolean;
  readonly join: boolean;
  readonly leave: boolean;
}

/** Mirrors the server's rules, which decide. */
export function mayDo(state: State, group: UserGroup): MayDo {
  if (group.is_system_group) return { manage: false, add: false, remove: false, join: false, leave: false };
  const holds = (name: GroupPermission) => holdsPermission(state, GROUP_PERMISSION_SETTINGS[name], group[name]);
  const manage = holdsRealmPermission(state, 'can_manage_all_groups') || holds('can_manage_group');
  const add = manage || holds('can_add_members_group');
  const remove = manage || holds('can_remove_members_group');
  const is_in = (group.members as readonly number[]).includes(state.user_id);
  const usable = !group.deactivated;
  return {
    manage,
    add: usable && add,
    remove: usable && remove,
    join: usable && !is_in && (add || holds('can_join_group')),
    leave: usable && is_in && (remove || holds('can_leave_group')),
  };
}

/** For choosers without a permission: every group except nobody. */
export const ANYBODY: PermissionSetting = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: false,
  allow_everyone_group: true,
  default_group_name: '',
  default_for_system_groups: null,
  allowed_system_groups: [],
};
