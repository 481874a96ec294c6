// Invariants of accounts in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const usersInvariants: readonly Invariant[] = [
  {
    title: 'every organization has its notification bot',
    violations: sql`select realm_id, name from realms where (select count(*) from users
      where users.realm_id = realms.realm_id and is_system_bot) <> 1`,
  },
];
