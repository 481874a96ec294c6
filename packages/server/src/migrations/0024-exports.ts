// Exports of an organization's data, its deactivation, and hints that people have seen.
import type { Migration } from '../kit/database/migrate.ts';

/**
 * Of an export neither `file_key` nor an end: it is pending. `file_key` goes with the archive when it is deleted.
 * `owner_full_content_access` lets owners export what nobody consented to; only whoever runs the server grants it.
 * Times of exports and `deactivated_at` are in seconds.
 */
export const exports: Migration = {
  version: 24,
  name: 'exports',
  statements: ({ serial }) => [
    `create table realm_exports (
      id ${serial}, realm_id bigint not null references realms, acting_user_id bigint not null references users,
      export_type text not null, export_time bigint not null, file_key text, size bigint, failed_timestamp bigint,
      deleted_timestamp bigint)`,
    'create index realm_exports_realm on realm_exports (realm_id, id)',

    'alter table realms add column deactivated_at bigint',
    'alter table realms add column owner_full_content_access boolean not null default false',

    `create table onboarding_steps (
      user_id bigint not null references users, name text not null, primary key (user_id, name))`,
  ],
};
