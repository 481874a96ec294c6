// Custom profile fields and their values, and the two permissions that only the operator grants.
import type { Migration } from '../kit/database/migrate.ts';

export const profileFields: Migration = {
  version: 5,
  name: 'profile-fields',
  statements: ({ serial }) => [
    `create table custom_profile_fields (
      id ${serial}, realm_id bigint not null references realms, name text not null, name_key text not null,
      hint text not null, type integer not null, field_data text not null, "order" integer not null,
      display_in_profile_summary boolean not null, required boolean not null, editable_by_user boolean not null,
      use_for_user_matching boolean not null, unique (realm_id, name_key))`,
    `create table custom_profile_values (
      user_id bigint not null references users, field_id bigint not null references custom_profile_fields,
      value text not null, rendered_value text, primary key (user_id, field_id))`,
    'create index custom_profile_values_field on custom_profile_values (field_id)',

    'alter table users add column can_create_users boolean not null default true',
    'alter table users add column can_change_user_emails boolean not null default false',
  ],
};
