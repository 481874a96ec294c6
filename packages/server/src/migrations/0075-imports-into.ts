// Imports into an existing organization: matched objects stay when the import is undone.
import type { Migration } from '../kit/database/migrate.ts';

export const importsInto: Migration = {
  version: 75,
  name: 'imports into',
  statements: () => [
    // `undoing_since`: what the import made is being removed, in seconds since 1970.
    'alter table imports add column into_existing boolean not null default false',
    'alter table imports add column undoing_since bigint',
    'alter table import_ids add column is_matched boolean not null default false',
  ],
};
