// Settings of bots, services of outgoing webhooks, and bot storage.
import type { Migration } from '../kit/database/migrate.ts';

export const bots: Migration = {
  version: 21,
  name: 'bots',
  statements: () => [
    // A bot without a row has default settings.
    `create table bot_settings (
       user_id bigint primary key references users,
       default_sending_stream_id bigint references channels,
       default_events_register_stream_id bigint references channels,
       default_all_public_streams boolean not null,
       service_name text,
       config_data json,
       payload_url text,
       interface integer,
       token text
     )`,
    `create table bot_storage (
       user_id bigint not null references users,
       key text not null,
       value text not null,
       primary key (user_id, key)
     )`,
  ],
};
