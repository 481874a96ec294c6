// Defaults of new accounts, explicitly chosen settings, and when members became full members.
import type { Migration } from '../kit/database/migrate.ts';

export const settings: Migration = {
  version: 2,
  name: 'settings',
  statements: () => [
    "alter table realms add column user_settings_defaults json not null default '{}'",
    'alter table realms add column full_members_joined_by bigint',
    "alter table users add column edited_settings json not null default '[]'",
  ],
};
