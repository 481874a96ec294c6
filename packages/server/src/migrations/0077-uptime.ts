// How long nodes have run, and until when each queue was in use, on that scale.
import type { Migration } from '../kit/database/migrate.ts';

export const uptime: Migration = {
  version: 77,
  name: 'uptime',
  statements: () => [
    'create table uptime (uptime_ms bigint not null)',
    'insert into uptime (uptime_ms) values (0)',
    // 0 for queues of before, and those of nodes that don't know it yet: `last_active_at` decides on them alone.
    'alter table event_queues add column active_uptime_ms bigint not null default 0',
  ],
};
