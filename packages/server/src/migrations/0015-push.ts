// Devices, their registration for push notifications, and what was shown on them.
import type { Migration } from '../kit/database/migrate.ts';

export const push: Migration = {
  version: 15,
  name: 'push',
  statements: ({ serial }) => [
    // The push key is sealed (kit/vault); the tokens themselves are known to the push service only.
    `create table devices (
      device_id ${serial}, user_id bigint not null references users, push_key_id bigint, push_key_sealed text,
      token_kind text, push_token_id text, pending_token_kind text, pending_push_token_id text,
      push_token_last_updated_timestamp bigint, push_registration_error_code text)`,
    'create index devices_user on devices (user_id, device_id)',
    'create index devices_active on devices (user_id) where push_token_id is not null',

    // Devices registered the old way. The token is sealed; its digest finds it.
    `create table push_tokens (
      id ${serial}, user_id bigint not null references users, kind text not null, digest text not null,
      token_sealed text not null, app_id text, unique (user_id, kind, digest))`,

    // Which messages devices of somebody show: they are taken back when read, deleted or out of reach.
    `create table push_notified (
      user_id bigint not null references users, message_id bigint not null, primary key (user_id, message_id))`,
    'create index push_notified_message on push_notified (message_id)',

    // Messages that call somebody and are not decided on yet: one job for an organization works on all that wait.
    `create table push_pending (
      realm_id bigint not null references realms, message_id bigint not null, primary key (realm_id, message_id))`,

    // The push service refuses the organization, and until when it does not.
    'alter table realms add column push_notifications_refused boolean not null default false',
    'alter table realms add column push_notifications_end_timestamp bigint',

    // Who hears of every message of a channel: few, so that a send finds them without looking at its subscribers.
    'create index subscriptions_push on subscriptions (stream_id, user_id) where push_notifications and active',
    `create index users_push on users (realm_id, user_id)
      where cast(settings ->> 'enable_stream_push_notifications' as text) in ('1', 'true')`,
  ],
};
