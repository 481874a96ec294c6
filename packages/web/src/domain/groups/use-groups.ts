// Selects the state of groups: names, members and permissions.
import { NAMED_BY, useStateOf } from '../../model/engine/context.ts';
import type { State } from '../../model/state/state.ts';

const FIELDS: readonly (keyof State)[] = [
  ...NAMED_BY,
  'realm_user_groups',
  'realm_can_manage_all_groups',
  'user_id',
  'is_guest',
];

export const useGroups = (): State => useStateOf(FIELDS);
