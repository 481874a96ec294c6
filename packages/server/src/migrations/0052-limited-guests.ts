// Whether guests see only some of an organization's people: read with every send and every list of people.
import type { Migration } from '../kit/database/migrate.ts';

export const limitedGuests: Migration = {
  version: 52,
  name: 'limited-guests',
  statements: () => ['alter table realms add column limits_guests boolean not null default false'],
};
