// Organizations, accounts, channels, messages, the log and its queues.
import type { Migration } from '../kit/database/migrate.ts';

const CHANNEL_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_send_message_group',
  'can_subscribe_group',
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_resolve_topics_group',
];
const GROUP_PERMISSIONS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
];

const json = (names: string[]) => names.map((name) => `${name} json not null`).join(', ');

export const spine: Migration = {
  version: 1,
  name: 'spine',
  statements: ({ serial }) => [
    `create table realms (
      realm_id ${serial}, uuid text not null, name text not null, description text not null, host text not null unique,
      url text not null, date_created bigint not null, settings json not null,
      last_event_id bigint not null, log_floor bigint not null)`,

    `create table users (
      user_id ${serial}, realm_id bigint not null references realms, email text not null, email_key text not null,
      full_name text not null, password_hash text, api_key_generation integer not null, role integer not null,
      is_active boolean not null, is_bot boolean not null, bot_type integer, bot_owner_id bigint references users,
      date_joined bigint not null, timezone text not null, avatar_source text not null, avatar_version integer not null,
      settings json not null, unique (realm_id, email_key))`,

    `create table user_groups (
      group_id ${serial}, realm_id bigint not null references realms, name text not null, description text not null,
      is_system_group boolean not null, creator_id bigint references users, date_created bigint, deactivated boolean not null,
      ${json(GROUP_PERMISSIONS)}, unique (realm_id, name))`,
    `create table user_group_members (
      group_id bigint not null references user_groups, user_id bigint not null references users, primary key (group_id, user_id))`,
    'create index user_group_members_user on user_group_members (user_id)',
    `create table user_group_subgroups (
      group_id bigint not null references user_groups, subgroup_id bigint not null references user_groups,
      primary key (group_id, subgroup_id))`,

    // Recipients: a channel, or a set of people (user_key: their ids in order, joined by commas).
    `create table recipients (
      recipient_id ${serial}, realm_id bigint not null references realms, stream_id bigint unique, user_key text,
      unique (realm_id, user_key))`,
    `create table recipient_users (
      recipient_id bigint not null references recipients, user_id bigint not null references users,
      primary key (recipient_id, user_id))`,
    'create index recipient_users_user on recipient_users (user_id)',

    `create table channels (
      stream_id ${serial}, realm_id bigint not null references realms, recipient_id bigint references recipients,
      name text not null, name_key text not null, description text not null, rendered_description text not null,
      date_created bigint not null, creator_id bigint references users, invite_only boolean not null,
      is_web_public boolean not null, history_public_to_subscribers boolean not null, is_archived boolean not null,
      is_default boolean not null, message_retention_days integer, topics_policy text not null, folder_id bigint,
      active_subscriptions integer not null, ${json(CHANNEL_PERMISSIONS)}, unique (realm_id, name_key))`,

    `create table subscriptions (
      user_id bigint not null references users, stream_id bigint not null references channels, active boolean not null,
      color text not null, is_muted boolean not null, pin_to_top boolean not null, desktop_notifications boolean,
      email_notifications boolean, push_notifications boolean, audible_notifications boolean, wildcard_mentions_notify boolean,
      primary key (user_id, stream_id))`,
    // Includes `active`, so that counting and listing subscribers reads only the index.
    'create index subscriptions_channel on subscriptions (stream_id, user_id, active) where active',
    // When an account was subscribed: messages sent meanwhile were received, so nothing is written per message and person.
    `create table subscription_spans (
      user_id bigint not null references users, stream_id bigint not null references channels,
      after_message_id bigint not null, until_message_id bigint, after_event_id bigint not null, until_event_id bigint,
      primary key (user_id, stream_id, after_event_id))`,

    `create table messages (
      id ${serial}, realm_id bigint not null references realms, recipient_id bigint not null references recipients,
      sender_id bigint not null references users, subject text not null, topic_key text not null, content text not null,
      rendered_content text not null, client text not null, timestamp bigint not null,
      last_edit_timestamp bigint, last_moved_timestamp bigint)`,
    'create index messages_topic on messages (recipient_id, topic_key, id)',
    'create index messages_recipient on messages (recipient_id, id)',
    'create index messages_sender on messages (sender_id, id)',

    `create table events (
      realm_id bigint not null, id bigint not null, type text not null, op text, body text not null, audience text not null,
      touched text, primary key (realm_id, id))`,
    `create table event_queues (
      queue_id text primary key, realm_id bigint not null references realms, user_id bigint references users,
      options text not null, first_event_id bigint not null, last_event_id bigint not null, last_active_at bigint not null,
      idle_queue_timeout_secs bigint not null)`,
    'create index event_queues_user on event_queues (user_id)',
  ],
};
