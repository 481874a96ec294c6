// Invariants of SCIM in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const scimInvariants: readonly Invariant[] = [
  {
    title: 'what identity providers say is of accounts of the same organization',
    violations: sql`select scim_users.user_id, scim_users.realm_id from scim_users left join users using (user_id)
      where users.user_id is null or users.realm_id <> scim_users.realm_id`,
  },
  {
    title: 'what identity providers say is of groups of the same organization',
    violations: sql`select scim_groups.group_id, scim_groups.realm_id from scim_groups left join user_groups using (group_id)
      where user_groups.group_id is null or user_groups.realm_id <> scim_groups.realm_id`,
  },
];
