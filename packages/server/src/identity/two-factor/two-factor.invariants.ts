// Invariants of two-factor sign-in in every store.
import { RECOVERY_CODES } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const twoFactorInvariants: readonly Invariant[] = [
  {
    title: 'only people have two-factor sign-in',
    violations: sql`select user_id from two_factor join users using (user_id) where is_bot`,
  },
  {
    title: 'every recovery code is of an account with two-factor sign-in',
    violations: sql`select recovery_codes.user_id from recovery_codes left join two_factor using (user_id)
      where two_factor.user_id is null group by recovery_codes.user_id`,
  },
  {
    title: 'nobody has more recovery codes than are given out',
    violations: sql`select user_id from recovery_codes group by user_id having count(*) > ${RECOVERY_CODES}`,
  },
];
