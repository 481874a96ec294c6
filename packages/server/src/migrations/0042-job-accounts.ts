// The account of a job, so that one account's many jobs do not delay those of others.
import type { Migration } from '../kit/database/migrate.ts';

export const jobAccounts: Migration = {
  version: 42,
  name: 'job-accounts',
  statements: () => [
    'alter table jobs add column account_id bigint',
    'create index jobs_of_accounts on jobs (kind, account_id, run_at) where failed_at is null',
  ],
};
