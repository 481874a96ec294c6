// Stores the failure that ended an import in the browser, for clients to translate: reason, parameters, and place in the archive.
import type { Migration } from '../kit/database/migrate.ts';

export const importFailures: Migration = {
  version: 78,
  name: 'import failures',
  statements: () => ['alter table archive_imports add column failure json'],
};
