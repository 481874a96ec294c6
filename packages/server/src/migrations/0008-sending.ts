// What messages are to single readers, what they hold, and the parts that widgets are made of.
import type { Migration } from '../kit/database/migrate.ts';

export const sending: Migration = {
  version: 8,
  name: 'sending',
  statements: ({ serial }) => [
    // Only for the few whom a message concerns more than everybody else who received it; see messages/flags.rules.ts.
    `create table message_flags (
      user_id bigint not null references users, message_id bigint not null references messages, flags integer not null,
      primary key (user_id, message_id))`,
    'create index message_flags_message on message_flags (message_id)',

    'alter table messages add column has_link boolean not null default false',
    'alter table messages add column has_image boolean not null default false',
    'alter table messages add column has_attachment boolean not null default false',
    // 1: everybody who received it is mentioned; 2: the topic's participants are, who have rows in message_flags.
    'alter table messages add column wildcards integer not null default 0',

    `create table submessages (
      id ${serial}, message_id bigint not null references messages, sender_id bigint not null references users,
      msg_type text not null, content text not null)`,
    'create index submessages_message on submessages (message_id, id)',

    // Mentions find people by name.
    'create index users_name on users (realm_id, lower(full_name))',

    // Another random number with every change of alert words and linkifiers; 0 is an organization that never had any.
    'alter table realms add column vocabulary bigint not null default 0',
    `update realms set vocabulary = realm_id
      where realm_id in (select realm_id from users join alert_words on alert_words.user_id = users.user_id)`,
  ],
};
