// When an organization will be deleted.
import type { Migration } from '../kit/database/migrate.ts';

export const organizationDeletion: Migration = {
  version: 71,
  name: 'organization-deletion',
  // In milliseconds since 1970; 0 once deletion has begun.
  statements: () => ['alter table realms add column deletion_due_at bigint'],
};
