// When the password was last given in a session.
import type { Migration } from '../kit/database/migrate.ts';

export const confirmedSessions: Migration = {
  version: 33,
  name: 'confirmed sessions',
  // Of those that are there already nobody knows.
  statements: () => ['alter table sessions add column confirmed_at bigint not null default 0'],
};
