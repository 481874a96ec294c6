// Counters for caps: creators of objects, and each account's storage.
import type { Migration } from '../kit/database/migrate.ts';

export const counts: Migration = {
  version: 43,
  name: 'counts',
  statements: () => [
    'create index users_bot_owner on users (bot_owner_id, is_active) where bot_owner_id is not null',
    'create index channels_creator on channels (creator_id, is_archived)',
    'create index user_groups_creator on user_groups (creator_id, deactivated)',
    'create index invites_inviter on invites (invited_by_user_id, status)',
    'create index event_queues_realm on event_queues (realm_id, last_event_id)',
    // The size of an account's files, bot storage and stored responses, so that writes need not compute it.
    `create table account_use (
      user_id bigint primary key references users, files bigint not null, file_bytes bigint not null,
      storage_length bigint not null, idempotency_keys bigint not null, idempotency_bytes bigint not null)`,
    `insert into account_use (user_id, files, file_bytes, storage_length, idempotency_keys, idempotency_bytes)
      select user_id,
        (select count(*) from attachments where owner_id = users.user_id),
        (select coalesce(sum(size), 0) from attachments where owner_id = users.user_id),
        (select coalesce(sum(length(key) + length(value)), 0) from bot_storage where bot_storage.user_id = users.user_id),
        (select count(*) from idempotency_keys where idempotency_keys.user_id = users.user_id),
        (select coalesce(sum(length(answer)), 0) from idempotency_keys where idempotency_keys.user_id = users.user_id)
      from users`,
    // Unfinished resumable uploads, which count until removed. `expires_at` is in milliseconds.
    `create table unfinished_uploads (
      upload_id text primary key, realm_id bigint not null references realms, user_id bigint not null references users,
      size bigint not null, expires_at bigint not null)`,
    'create index unfinished_uploads_user on unfinished_uploads (user_id)',
    'create index unfinished_uploads_realm on unfinished_uploads (realm_id)',
    'create index unfinished_uploads_expiry on unfinished_uploads (expires_at)',
  ],
};
