// Accounts of people who were imported from another system and have not signed in yet. Spec 2.4.
import type { Migration } from '../kit/database/migrate.ts';

export const importedStubs: Migration = {
  version: 83,
  name: 'imported-stubs',
  statements: () => ['alter table users add column is_imported_stub boolean not null default false'],
};
