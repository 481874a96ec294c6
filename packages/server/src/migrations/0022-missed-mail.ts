// Missed-message mail and unsubscribing from it.
import type { Migration } from '../kit/database/migrate.ts';

export const missedMail: Migration = {
  version: 22,
  name: 'missed-mail',
  statements: () => [
    // Messages whose mail recipients are not decided yet; `only_for` as in push_pending.
    `create table mail_pending (
      realm_id bigint not null references realms, message_id bigint not null, only_for json,
      primary key (realm_id, message_id))`,

    // Messages that somebody may be mailed about when due, and those they were mailed about recently.
    `create table missed_messages (
      user_id bigint not null references users, message_id bigint not null, noted_at bigint not null, mailed_at bigint,
      primary key (user_id, message_id))`,
    'create index missed_messages_waiting on missed_messages (user_id, message_id) where mailed_at is null',

    // The unsubscribe link without its key, and the number of emails in the current hour.
    `create table mail_readers (
      user_id bigint not null primary key references users, nonce text not null, key_hash text not null unique,
      hour_began bigint not null, letters integer not null)`,

    // An edit notifies only people it newly concerns; `edition` distinguishes it from the version being decided on.
    'alter table push_pending add column only_for json',
    'alter table push_pending add column edition integer not null default 0',

    // Subscribers with mail about every message: few, so that a send finds them without reading all subscribers.
    'create index subscriptions_email on subscriptions (stream_id, user_id) where email_notifications and active',
    `create index users_email on users (realm_id, user_id)
      where cast(settings ->> 'enable_stream_email_notifications' as text) in ('1', 'true')`,
  ],
};
