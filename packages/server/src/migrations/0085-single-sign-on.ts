// Single sign-on: the identities of accounts at identity providers, and the sessions that began there.
import type { Migration } from '../kit/database/migrate.ts';

export const singleSignOn: Migration = {
  version: 85,
  name: 'single-sign-on',
  statements: ({ serial }) => [
    `create table external_identities (
      id ${serial}, realm_id bigint not null references realms, user_id bigint not null references users,
      issuer text not null, subject text not null, created_at bigint not null,
      unique (realm_id, issuer, subject), unique (user_id, issuer))`,
    // The id of the session at the provider; empty if the provider names none, null for sessions by password.
    'alter table sessions add column sign_on_sid text',
    'create index sessions_sign_on on sessions (sign_on_sid) where sign_on_sid is not null',
  ],
};
