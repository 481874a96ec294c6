// The edit history of messages, and the system bot.
import type { Migration } from '../kit/database/migrate.ts';

export const editing: Migration = {
  version: 11,
  name: 'editing',
  statements: () => [
    // Each edit is one write, so the log position before it is unique to it; a move of many messages has a row for each.
    `create table message_edits (
      message_id bigint not null references messages, position bigint not null, user_id bigint references users,
      timestamp bigint not null, prev_content text, prev_rendered_content text,
      prev_topic text, topic text, prev_stream bigint, stream bigint, primary key (message_id, position))`,
    'alter table messages add column is_edited boolean not null default false',

    // Nobody signs in as a system bot, so it is not an active account and appears in no list of people.
    'alter table users add column is_system_bot boolean not null default false',
    `insert into users (realm_id, email, email_key, full_name, password_hash, api_key_generation, role, is_active, is_bot,
       bot_type, bot_owner_id, date_joined, timezone, avatar_source, avatar_version, settings, is_system_bot)
     select realm_id, 'notification-bot@stoa.invalid', 'notification-bot@stoa.invalid', 'Notification Bot', null, 1, 400, false,
       true, 1, null, date_created, '', 'G', 1, '{}', true from realms`,
  ],
};
