// Jobs: work promised in a transaction and done after it.
import type { Migration } from '../kit/database/migrate.ts';

export const jobs: Migration = {
  version: 16,
  name: 'jobs',
  statements: ({ serial }) => [
    `create table jobs (
       job_id ${serial},
       realm_id bigint not null references realms (realm_id),
       kind text not null,
       body json not null,
       run_at bigint not null,
       attempts integer not null default 0,
       claimed_until bigint not null default 0,
       failed_at bigint,
       error text
     )`,
    'create index jobs_due on jobs (kind, run_at) where failed_at is null',
  ],
};
