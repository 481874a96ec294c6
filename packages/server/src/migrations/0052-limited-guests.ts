// Whether guests see only some accounts of an organization. Read with every send and every user list.
import type { Migration } from '../kit/database/migrate.ts';

export const limitedGuests: Migration = {
  version: 52,
  name: 'limited-guests',
  statements: () => ['alter table realms add column limits_guests boolean not null default false'],
};
