// Devices, their push registration, and shown notifications.
import type { Migration } from '../kit/database/migrate.ts';

export const push: Migration = {
  version: 15,
  name: 'push',
  statements: ({ serial }) => [
    // The push key is sealed (kit/vault); only the push service knows the tokens.
    `create table devices (
      device_id ${serial}, user_id bigint not null references users, push_key_id bigint, push_key_sealed text,
      token_kind text, push_token_id text, pending_token_kind text, pending_push_token_id text,
      push_token_last_updated_timestamp bigint, push_registration_error_code text)`,
    'create index devices_user on devices (user_id, device_id)',
    'create index devices_active on devices (user_id) where push_token_id is not null',

    // Devices registered the legacy way. The token is sealed and found by its digest.
    `create table push_tokens (
      id ${serial}, user_id bigint not null references users, kind text not null, digest text not null,
      token_sealed text not null, app_id text, unique (user_id, kind, digest))`,

    // Messages shown on an account's devices, to be withdrawn when read, deleted or inaccessible.
    `create table push_notified (
      user_id bigint not null references users, message_id bigint not null, primary key (user_id, message_id))`,
    'create index push_notified_message on push_notified (message_id)',

    // Messages whose notifications are not decided yet: one job per organization processes all of them.
    `create table push_pending (
      realm_id bigint not null references realms, message_id bigint not null, primary key (realm_id, message_id))`,

    // The push service refuses the organization, and until when its entitlement lasts.
    'alter table realms add column push_notifications_refused boolean not null default false',
    'alter table realms add column push_notifications_end_timestamp bigint',

    // Subscribers with notifications of every message: few, so that a send finds them without reading all subscribers.
    'create index subscriptions_push on subscriptions (stream_id, user_id) where push_notifications and active',
    `create index users_push on users (realm_id, user_id)
      where cast(settings ->> 'enable_stream_push_notifications' as text) in ('1', 'true')`,
  ],
};
