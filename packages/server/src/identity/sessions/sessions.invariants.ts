// Invariants of sessions in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const sessionsInvariants: readonly Invariant[] = [
  {
    title: 'every session belongs to an account of its organization',
    violations: sql`select session_id, sessions.realm_id, sessions.user_id from sessions left join users using (user_id)
      where users.user_id is null or users.realm_id <> sessions.realm_id`,
  },
];
