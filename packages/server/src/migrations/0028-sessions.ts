// Sessions of signed-in devices.
import type { Migration } from '../kit/database/migrate.ts';

export const sessions: Migration = {
  version: 28,
  name: 'sessions',
  statements: ({ serial }) => [
    // Times are in seconds. Ended sessions stay for a while, to distinguish their keys from unknown ones.
    `create table sessions (
      session_id ${serial}, realm_id bigint not null references realms, user_id bigint not null references users,
      key_digest text not null unique, device_name text not null, created_at bigint not null,
      last_used_at bigint not null, ended_at bigint)`,
    'create index sessions_user on sessions (user_id, last_used_at) where ended_at is null',

    // The session that registered the queue; they end together.
    'alter table event_queues add column session_id bigint',
    'create index event_queues_session on event_queues (session_id) where session_id is not null',
  ],
};
