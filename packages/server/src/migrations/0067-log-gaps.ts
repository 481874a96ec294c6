// Stretches of the log that a restore skipped.
import type { Migration } from '../kit/database/migrate.ts';

export const logGaps: Migration = {
  version: 67,
  name: 'log-gaps',
  statements: () => [
    // Ids of events between the two, neither included, may have been assigned before the restore, and never are again.
    `create table log_gaps (realm_id bigint not null references realms, after_event_id bigint not null,
      until_event_id bigint not null, primary key (realm_id, after_event_id))`,
  ],
};
