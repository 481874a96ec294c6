// Invariants of access tokens in every store.
import { MAX_TOKEN_DAYS } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

const DAY_SECS = 24 * 60 * 60;

export const accessTokensInvariants: readonly Invariant[] = [
  {
    title: 'every access token belongs to an active account of its organization',
    violations: sql`select token_id, access_tokens.realm_id, access_tokens.user_id from access_tokens left join users using (user_id)
      where users.user_id is null or users.realm_id <> access_tokens.realm_id or not users.is_active`,
  },
  {
    title: 'every access token expires within a year',
    violations: sql`select token_id, created_at, expires_at from access_tokens
      where expires_at > created_at + ${MAX_TOKEN_DAYS * DAY_SECS}`,
  },
];
