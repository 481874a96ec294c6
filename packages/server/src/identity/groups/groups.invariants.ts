// Invariants of groups in every store.

import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';
import { SYSTEM_GROUPS } from '../membership/system-groups.ts';

const group_names = sql.rows(SYSTEM_GROUPS.map(({ name }) => [name]));

export const groupsInvariants: readonly Invariant[] = [
  {
    title: 'every organization has its system groups',
    violations: sql`with wanted (name) as (values ${group_names})
      select realms.realm_id, wanted.name from realms cross join wanted
      where not exists (select 1 from user_groups where user_groups.realm_id = realms.realm_id
        and user_groups.name = wanted.name and is_system_group and not deactivated)`,
  },
  {
    title: 'members of groups are of the same organization',
    violations: sql`select group_id, user_id from user_group_members join user_groups using (group_id) join users using (user_id)
      where user_groups.realm_id <> users.realm_id`,
  },
];
