// Messages that people are to be written to about, and how they stop that.
import type { Migration } from '../kit/database/migrate.ts';

export const missedMail: Migration = {
  version: 22,
  name: 'missed-mail',
  statements: () => [
    // Messages of which is to be decided whom they call by mail; `only_for` as in push_pending.
    `create table mail_pending (
      realm_id bigint not null references realms, message_id bigint not null, only_for json,
      primary key (realm_id, message_id))`,

    // What somebody may be written to about when their time has come, and what they were written to about lately.
    `create table missed_messages (
      user_id bigint not null references users, message_id bigint not null, noted_at bigint not null, mailed_at bigint,
      primary key (user_id, message_id))`,
    'create index missed_messages_waiting on missed_messages (user_id, message_id) where mailed_at is null',

    // The link that ends this mail, without its key, and the letters of an hour.
    `create table mail_readers (
      user_id bigint not null primary key references users, nonce text not null, key_hash text not null unique,
      hour_began bigint not null, letters integer not null)`,

    // After an edit only those are called whom it concerns newly; `edition` tells an edit from what is being decided on.
    'alter table push_pending add column only_for json',
    'alter table push_pending add column edition integer not null default 0',

    // Who is written to about every message of a channel: few, so that a send finds them without looking at its subscribers.
    'create index subscriptions_email on subscriptions (stream_id, user_id) where email_notifications and active',
    `create index users_email on users (realm_id, user_id)
      where cast(settings ->> 'enable_stream_email_notifications' as text) in ('1', 'true')`,
  ],
};
