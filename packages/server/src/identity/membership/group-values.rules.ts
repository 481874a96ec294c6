// Group-setting values: equality, the people they name, who holds one, and which a permission accepts. Pure.
import {
  BadRequest,
  canBeGivenTo,
  type GroupId,
  type GroupSettingValue,
  type PermissionSetting,
  Refused,
  SystemGroupRequired,
  type UserId,
} from '@stoa/contract';

/** At most this many people and groups in one permission. */
const MAX_NAMED = 500;

const ascending = (a: number, b: number) => a - b;

/** Ids without duplicates, in order. */
export function distinct<I extends number>(ids: readonly I[]): I[] {
  return [...new Set(ids)].sort(ascending);
}

/** The normal form, equal for equal values: ids without duplicates in order, a single group as its id. */
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

/** True if a member of `groups` (all, nested ones included) holds what `value` grants. [GR3] */
export function holds(user_id: UserId, groups: ReadonlySet<GroupId>, value: GroupSettingValue): boolean {
  return membersOf(value).includes(user_id) || groupsOf(value).some((group_id) => groups.has(group_id));
}

/** Throws unless the permission accepts the value; whether its people exist is checked elsewhere. [GR9] */
export function checkValue(
  name: string,
  declared: PermissionSetting,
  value: GroupSettingValue,
  known: ReadonlyMap<GroupId, { readonly name: string; readonly is_system_group: boolean }>,
): void {
  const groups = groupsOf(value);
  const count = groups.length + membersOf(value).length;
  if (count > MAX_NAMED) throw Refused('permission_holders_many', { name, count: MAX_NAMED });
  if (!declared.allow_nobody_group && count === 0) throw Refused('permission_holder_needed', { name });
  const is_system_group = typeof value === 'number' && known.get(value)?.is_system_group !== false;
  if (declared.require_system_group && !is_system_group)
    throw SystemGroupRequired(`'${name}' must be a system user group.`, { setting_name: name });
  for (const group_id of groups) {
    const group = known.get(group_id);
    if (!group) throw Refused('group_unknown', { group: group_id });
    if (!canBeGivenTo(declared, group)) throw BadRequest(`'${name}' setting cannot be set to '${group.name}' group.`);
  }
}

/** The permissions whose value names a group. */
export function permissionsNaming<Name extends string>(
  group_id: GroupId,
  names: readonly Name[],
  values: Readonly<Record<Name, GroupSettingValue>>,
): Name[] {
  return names.filter((name) => groupsOf(values[name]).includes(group_id));
}
