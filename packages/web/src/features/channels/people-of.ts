// The people in a choice of people and groups. Pure.

import type { Holders } from '../../domain/groups/group-settings.ts';
import { membersOf } from '../../domain/groups/membership.ts';
import type { State } from '../../model/state/state.ts';

/** Active people, each once: the chosen ones and the members of chosen groups and their subgroups. */
export function peopleOf(
  { realm_users, realm_user_groups }: Pick<State, 'realm_users' | 'realm_user_groups'>,
  { people, groups }: Holders,
): number[] {
  const active = new Set<number>(realm_users.map(({ user_id }) => user_id));
  const members = groups.flatMap((id) => membersOf(realm_user_groups, id));
  return [...new Set([...people, ...members])].filter((id) => active.has(id)).sort((a, b) => a - b);
}
