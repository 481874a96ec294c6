// Invariants of organizations in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const realmInvariants: readonly Invariant[] = [
  {
    title: 'every organization has an active owner',
    violations: sql`select realm_id, name from realms where not exists (select 1 from users
      where users.realm_id = realms.realm_id and role = 100 and is_active and not is_bot)`,
  },
];
