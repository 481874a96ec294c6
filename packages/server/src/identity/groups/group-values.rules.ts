// Values of permissions: people and groups. Which are equal, whom they name, and who holds one. Pure.
import type { GroupId, GroupSettingValue, UserId } from '@stoa/contract';

const ascending = (a: number, b: number) => a - b;

/** Ids once and in order. */
export function distinct<I extends number>(ids: readonly I[]): I[] {
  return [...new Set(ids)].sort(ascending);
}

/** One form for equal values: ids once and in order, a single group as its id. */
export function normalPermission(value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const direct_members = distinct(value.direct_members);
  const direct_subgroups = distinct(value.direct_subgroups);
  if (direct_members.length === 0 && direct_subgroups.length === 1) return direct_subgroups[0]!;
  return { direct_members, direct_subgroups };
}

export function isSameValue(a: GroupSettingValue, b: GroupSettingValue): boolean {
  return JSON.stringify(normalPermission(a)) === JSON.stringify(normalPermission(b));
}

export function groupsOf(value: GroupSettingValue): readonly GroupId[] {
  return typeof value === 'number' ? [value] : value.direct_subgroups;
}

export function membersOf(value: GroupSettingValue): readonly UserId[] {
  return typeof value === 'number' ? [] : value.direct_members;
}

/** Whether somebody who belongs to `groups`, directly or through others, holds what `value` grants. [GR3] */
export function holds(user_id: UserId, groups: ReadonlySet<GroupId>, value: GroupSettingValue): boolean {
  return membersOf(value).includes(user_id) || groupsOf(value).some((group_id) => groups.has(group_id));
}
