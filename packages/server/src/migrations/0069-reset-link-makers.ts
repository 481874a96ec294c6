// Links to a new password that administrators make: who made them.
import type { Migration } from '../kit/database/migrate.ts';

export const resetLinkMakers: Migration = {
  version: 69,
  name: 'reset-link-makers',
  statements: () => ['alter table confirmations add column made_by_user_id bigint references users'],
};
