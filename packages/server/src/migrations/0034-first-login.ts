// Accounts that somebody else made, until their owners sign in for the first time.
import type { Migration } from '../kit/database/migrate.ts';

export const firstLogin: Migration = {
  version: 34,
  name: 'first-login',
  statements: () => ['alter table users add column awaits_first_login boolean not null default false'],
};
