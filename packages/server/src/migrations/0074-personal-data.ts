// The data of one person: archives, and erasures with how far they are.
import type { Migration } from '../kit/database/migrate.ts';

export const personalData: Migration = {
  version: 74,
  name: 'personal-data',
  statements: ({ serial }) => [
    'alter table users add column is_erased boolean not null default false',
    // Times are in seconds since 1970. `is_public`: without what only the person may see.
    `create table personal_exports (id ${serial}, realm_id bigint not null references realms,
      user_id bigint not null references users, acting_user_id bigint not null references users, is_public boolean not null,
      requested_at bigint not null, percent integer not null default 0, file_key text, size bigint, finished_at bigint,
      failed_at bigint)`,
    'create index personal_exports_user on personal_exports (user_id, requested_at)',
    'create index personal_exports_actor on personal_exports (acting_user_id, id)',
    // An operator's erasure has no acting account. Messages are gone through by id, from `after_id` to `until_id`.
    `create table erasures (user_id bigint primary key references users, realm_id bigint not null references realms,
      acting_user_id bigint references users, removes_messages boolean not null, requested_at bigint not null,
      finished_at bigint, stage text not null, after_id bigint not null default 0, until_id bigint not null,
      messages_removed bigint not null default 0, mentions_changed bigint not null default 0)`,
    'create index erasures_realm on erasures (realm_id, requested_at)',
    'create index reactions_user on reactions (user_id, message_id)',
    'create index submessages_sender on submessages (sender_id, id)',
    'create index message_edits_user on message_edits (user_id, message_id)',
  ],
};
