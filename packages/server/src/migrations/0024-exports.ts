// Data exports, deactivation of organizations, and seen onboarding hints.
import type { Migration } from '../kit/database/migrate.ts';

/**
 * An export with neither `file_key` nor an end is pending. `file_key` is cleared when the archive is deleted.
 * `owner_full_content_access` lets owners export without consent; only the server operator grants it. Times of exports and
 * `deactivated_at` are in seconds.
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
