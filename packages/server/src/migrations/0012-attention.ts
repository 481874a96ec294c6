// Topic policies, muted users, presence and user status.
import type { Migration } from '../kit/database/migrate.ts';

export const attention: Migration = {
  version: 12,
  name: 'attention',
  statements: () => [
    `create table user_topics (
      user_id bigint not null references users, stream_id bigint not null references channels, topic_key text not null,
      topic_name text not null, visibility_policy integer not null, last_updated bigint not null,
      primary key (user_id, stream_id, topic_key))`,
    // The policies of a topic, read when it moves and when somebody sends to it.
    'create index user_topics_topic on user_topics (stream_id, topic_key, visibility_policy, user_id)',

    `create table muted_users (
      user_id bigint not null references users, muted_user_id bigint not null references users, timestamp bigint not null,
      primary key (user_id, muted_user_id))`,
    'create index muted_users_muted on muted_users (muted_user_id)',

    // An update_id is shared by all rows written at once; a client that has it needs only greater ones.
    `create table user_presence (
      user_id bigint primary key references users, realm_id bigint not null references realms,
      active_timestamp bigint not null, idle_timestamp bigint not null, update_id bigint not null)`,
    'create index user_presence_update on user_presence (realm_id, update_id)',

    `create table user_status (
      user_id bigint primary key references users, status_text text not null, emoji_name text not null,
      emoji_code text not null, reaction_type text not null)`,
  ],
};
