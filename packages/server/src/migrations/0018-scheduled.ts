// Scheduled messages and reminders.
import type { Migration } from '../kit/database/migrate.ts';

export const scheduled: Migration = {
  version: 18,
  name: 'scheduled',
  statements: ({ serial }) => [
    `create table scheduled_messages (
      id ${serial}, user_id bigint not null references users, stream_id bigint references channels, user_ids json,
      topic text not null, content text not null, rendered_content text not null, client text not null,
      read_by_sender boolean not null, scheduled_delivery_timestamp bigint not null, failed boolean not null default false)`,
    'create index scheduled_messages_user on scheduled_messages (user_id, scheduled_delivery_timestamp)',

    // The message may have been deleted, so it is not a foreign key.
    `create table reminders (
      id ${serial}, user_id bigint not null references users, message_id bigint not null, note text not null,
      content text not null, rendered_content text not null, scheduled_delivery_timestamp bigint not null)`,
    'create index reminders_user on reminders (user_id, scheduled_delivery_timestamp)',
  ],
};
