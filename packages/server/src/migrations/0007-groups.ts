// Group names are unique ignoring case, and groups are indexed by their members and subgroups.
import type { Migration } from '../kit/database/migrate.ts';

export const groups: Migration = {
  version: 7,
  name: 'groups',
  statements: () => [
    "alter table user_groups add column name_key text not null default ''",
    // Only system groups exist so far, and their names are lowercase.
    'update user_groups set name_key = name',
    'create unique index user_groups_name on user_groups (realm_id, name_key)',
    'create index user_group_subgroups_nested on user_group_subgroups (subgroup_id)',
  ],
};
