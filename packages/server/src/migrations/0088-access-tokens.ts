// Access tokens, and the event queues that they registered.
import type { Migration } from '../kit/database/migrate.ts';

export const accessTokens: Migration = {
  version: 88,
  name: 'access-tokens',
  statements: ({ serial }) => [
    // Times are in seconds. A revoked token has no row.
    `create table access_tokens (
      token_id ${serial}, realm_id bigint not null references realms, user_id bigint not null references users, name text not null,
      token_digest text not null unique, scopes json not null, created_at bigint not null, last_used_at bigint, expires_at bigint not null)`,
    'create index access_tokens_user on access_tokens (user_id)',
    'create index access_tokens_realm on access_tokens (realm_id)',

    // The token that registered the queue; they end together.
    'alter table event_queues add column token_id bigint',
    'create index event_queues_token on event_queues (token_id) where token_id is not null',
  ],
};
