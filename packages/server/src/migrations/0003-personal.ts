// Personal data (drafts, snippets, navigation views, alert words), and channel folders.
import type { Migration } from '../kit/database/migrate.ts';

export const personal: Migration = {
  version: 3,
  name: 'personal',
  statements: ({ serial }) => [
    `create table drafts (
      id ${serial}, user_id bigint not null references users, type text not null, "to" json not null, topic text not null,
      content text not null, timestamp bigint not null)`,
    'create index drafts_user on drafts (user_id, timestamp, id)',

    `create table saved_snippets (
      id ${serial}, user_id bigint not null references users, title text not null, content text not null,
      date_created bigint not null)`,
    'create index saved_snippets_user on saved_snippets (user_id, id)',

    // Built-in views have no name, and nulls do not conflict in a unique index.
    `create table navigation_views (
      id ${serial}, user_id bigint not null references users, fragment text not null, is_pinned boolean not null, name text,
      unique (user_id, fragment), unique (user_id, name))`,

    `create table alert_words (
      id ${serial}, user_id bigint not null references users, word text not null, word_key text not null,
      unique (user_id, word_key))`,

    `create table channel_folders (
      id ${serial}, realm_id bigint not null references realms, name text not null, name_key text not null,
      description text not null, rendered_description text not null, "order" integer not null, date_created bigint,
      creator_id bigint references users, is_archived boolean not null)`,
    'create unique index channel_folders_name on channel_folders (realm_id, name_key) where not is_archived',
  ],
};
