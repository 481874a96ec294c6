// Invariants of digests in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const digestInvariants: readonly Invariant[] = [
  {
    title: 'every digest is for a person',
    violations: sql`select digests.user_id, for_day from digests left join users on users.user_id = digests.user_id
      where users.user_id is null or users.is_bot`,
  },
  {
    title: 'every schedule of digests has a day of the week',
    violations: sql`select realm_id, weekday from digest_schedules where weekday not between 0 and 6`,
  },
];
