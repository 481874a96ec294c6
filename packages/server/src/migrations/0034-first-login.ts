// Accounts created by others whose owners have not signed in yet.
import type { Migration } from '../kit/database/migrate.ts';

export const firstLogin: Migration = {
  version: 34,
  name: 'first-login',
  statements: () => ['alter table users add column awaits_first_login boolean not null default false'],
};
