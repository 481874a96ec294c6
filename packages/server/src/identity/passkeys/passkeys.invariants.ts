// Invariants of passkeys in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const passkeysInvariants: readonly Invariant[] = [
  {
    title: 'every passkey belongs to a person of its organization',
    violations: sql`select passkey_id, passkeys.realm_id, passkeys.user_id from passkeys left join users using (user_id)
      where users.user_id is null or users.realm_id <> passkeys.realm_id or users.is_bot`,
  },
  {
    title: 'a handle of passkeys names one account',
    violations: sql`select realm_id, user_handle from passkeys group by realm_id, user_handle having count(distinct user_id) > 1`,
  },
];
