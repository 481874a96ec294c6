// What ended an import in the browser, as clients translate it: the reason, its values, and where in the archive.
import type { Migration } from '../kit/database/migrate.ts';

export const importFailures: Migration = {
  version: 78,
  name: 'import failures',
  statements: () => ['alter table archive_imports add column failure json'],
};
