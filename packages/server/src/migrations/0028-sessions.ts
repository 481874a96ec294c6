// Who is signed in where.
import type { Migration } from '../kit/database/migrate.ts';

export const sessions: Migration = {
  version: 28,
  name: 'sessions',
  statements: ({ serial }) => [
    // Times are seconds. What has ended stays for a while, so that its key is told from one that never was.
    `create table sessions (
      session_id ${serial}, realm_id bigint not null references realms, user_id bigint not null references users,
      key_digest text not null unique, device_name text not null, created_at bigint not null,
      last_used_at bigint not null, ended_at bigint)`,
    'create index sessions_user on sessions (user_id, last_used_at) where ended_at is null',

    // The session that a queue was registered by: it ends with it.
    'alter table event_queues add column session_id bigint',
    'create index event_queues_session on event_queues (session_id) where session_id is not null',
  ],
};
