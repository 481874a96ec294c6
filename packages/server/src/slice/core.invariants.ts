// Invariants of the database, the event log and its queues in every store.
import { sql } from '../kit/database/sql.ts';
import { LOG_STEP } from '../kit/write/log-entry.ts';
import type { Invariant } from './tables.ts';

export const coreInvariants: readonly Invariant[] = [
  {
    title: 'the database file is whole',
    engine: 'sqlite',
    violations: sql`pragma integrity_check`,
    fine: (row) => row.integrity_check === 'ok',
  },
  { title: 'every reference leads somewhere', engine: 'sqlite', violations: sql`pragma foreign_key_check` },
  {
    title: 'every event is within the log of its organization',
    violations: sql`select events.realm_id, events.id, realms.last_event_id from events left join realms using (realm_id)
      where realms.realm_id is null or events.id > realms.last_event_id`,
  },
  {
    title: 'no log begins after its end',
    violations: sql`select realm_id, log_floor, last_event_id from realms where log_floor > last_event_id`,
  },
  {
    title: 'every event queue belongs to an account of its organization',
    violations: sql`select queue_id, event_queues.realm_id, event_queues.user_id from event_queues left join users using (user_id)
      where event_queues.user_id is not null and (users.user_id is null or users.realm_id <> event_queues.realm_id)`,
  },
  {
    // Signals use ids between two log positions.
    title: 'no event queue is ahead of the log',
    violations: sql`select queue_id, event_queues.last_event_id, realms.last_event_id as log_end from event_queues join realms using (realm_id)
      where event_queues.first_event_id > realms.last_event_id
        or event_queues.last_event_id >= realms.last_event_id + ${LOG_STEP}`,
  },
];
