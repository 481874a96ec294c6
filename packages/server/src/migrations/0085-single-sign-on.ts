// Single sign-on: the identities of accounts at identity providers, answers of providers, and the sessions that began there.
import type { Migration } from '../kit/database/migrate.ts';

export const singleSignOn: Migration = {
  version: 85,
  name: 'single-sign-on',
  statements: ({ serial }) => [
    `create table external_identities (
      id ${serial}, realm_id bigint not null references realms, user_id bigint not null references users,
      issuer text not null, subject text not null, created_at bigint not null,
      unique (issuer, subject, realm_id), unique (user_id, issuer))`,
    // Between the provider's response and the client that fetches what it is for: a session, or the confirmation of one.
    `create table sign_on_codes (
      code_digest text primary key, realm_id bigint not null references realms, user_id bigint not null references users,
      challenge text not null, sid text not null, authenticated_at bigint not null, session_id bigint, expires_at bigint not null)`,
    'create index sign_on_codes_user on sign_on_codes (user_id)',
    // The id of the session at the provider; empty if the provider names none, null for sessions by password.
    'alter table sessions add column sign_on_sid text',
    'create index sessions_sign_on on sessions (sign_on_sid) where sign_on_sid is not null',
  ],
};
