// The groups of an account. Pure.
import type { UserGroup } from '@stoa/contract';

/**
 * The groups somebody is in, directly or through subgroups; deactivated groups neither count nor pass membership on.
 */
export function groupsOf(groups: readonly UserGroup[], user_id: number): UserGroup[] {
  const active = groups.filter(({ deactivated }) => !deactivated);
  const parents = new Map<number, UserGroup[]>();
  for (const group of active)
    for (const id of group.direct_subgroup_ids) parents.set(id, [...(parents.get(id) ?? []), group]);
  const found = new Set<UserGroup>();
  const waiting = active.filter(({ members }) => (members as readonly number[]).includes(user_id));
  for (let group = waiting.pop(); group; group = waiting.pop()) {
    if (found.has(group)) continue;
    found.add(group);
    waiting.push(...(parents.get(group.id) ?? []));
  }
  return active.filter((group) => found.has(group));
}
