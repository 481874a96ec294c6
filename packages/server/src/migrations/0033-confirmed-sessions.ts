// When the password was last confirmed in a session.
import type { Migration } from '../kit/database/migrate.ts';

export const confirmedSessions: Migration = {
  version: 33,
  name: 'confirmed sessions',
  // Unknown for existing sessions.
  statements: () => ['alter table sessions add column confirmed_at bigint not null default 0'],
};
