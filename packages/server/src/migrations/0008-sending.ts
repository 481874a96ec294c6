// Per-reader message flags, message content attributes, and submessages of widgets.
import type { Migration } from '../kit/database/migrate.ts';

export const sending: Migration = {
  version: 8,
  name: 'sending',
  statements: ({ serial }) => [
    // Rows only for the few readers with flags beyond those of every recipient; see messages/flags.rules.ts.
    `create table message_flags (
      user_id bigint not null references users, message_id bigint not null references messages, flags integer not null,
      primary key (user_id, message_id))`,
    'create index message_flags_message on message_flags (message_id)',

    'alter table messages add column has_link boolean not null default false',
    'alter table messages add column has_image boolean not null default false',
    'alter table messages add column has_attachment boolean not null default false',
    // 1: every recipient is mentioned; 2: the participants of the topic are, who have rows in message_flags.
    'alter table messages add column wildcards integer not null default 0',

    `create table submessages (
      id ${serial}, message_id bigint not null references messages, sender_id bigint not null references users,
      msg_type text not null, content text not null)`,
    'create index submessages_message on submessages (message_id, id)',

    // Finds people by name, for mentions.
    'create index users_name on users (realm_id, lower(full_name))',

    // A new random number with every change of alert words and linkifiers; 0 if there never was one.
    'alter table realms add column vocabulary bigint not null default 0',
    `update realms set vocabulary = realm_id
      where realm_id in (select realm_id from users join alert_words on alert_words.user_id = users.user_id)`,
  ],
};
