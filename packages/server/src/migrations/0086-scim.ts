// SCIM: tokens of identity providers, and what providers say of accounts and groups that Stoa has no place for.
import type { Migration } from '../kit/database/migrate.ts';

export const scim: Migration = {
  version: 86,
  name: 'scim',
  statements: ({ serial }) => [
    `create table scim_tokens (
      token_id ${serial}, realm_id bigint not null references realms, name text not null, token_digest text not null unique,
      created_at bigint not null, last_used_at bigint)`,
    'create index scim_tokens_realm on scim_tokens (realm_id)',
    // `user_name` is null where the account's address is the name.
    `create table scim_users (
      user_id bigint primary key references users on delete cascade, realm_id bigint not null references realms, external_id text,
      user_name text, user_name_key text, given_name text, family_name text,
      unique (realm_id, external_id), unique (realm_id, user_name_key))`,
    `create table scim_groups (
      group_id bigint primary key references user_groups on delete cascade, realm_id bigint not null references realms, external_id text not null,
      unique (realm_id, external_id))`,
  ],
};
