// Scheduled messages sent recently, which their senders may delete once more.
import type { Migration } from '../kit/database/migrate.ts';

export const delivered: Migration = {
  version: 50,
  name: 'delivered',
  statements: () => [
    `create table delivered_scheduled_messages (
      scheduled_message_id bigint primary key, user_id bigint not null references users, delivered_at bigint not null)`,
    'create index delivered_scheduled_messages_user on delivered_scheduled_messages (user_id, delivered_at)',
  ],
};
