// Uploaded files and the messages that link to them; pictures of accounts and organizations; custom emoji.
import type { Migration } from '../kit/database/migrate.ts';

export const files: Migration = {
  version: 13,
  name: 'files',
  statements: ({ serial }) => [
    // `thumbnail`: none (not a picture), pending, ready or failed.
    `create table attachments (
      attachment_id ${serial}, realm_id bigint not null references realms, owner_id bigint not null references users,
      path_id text not null unique, name text not null, content_type text not null, size bigint not null,
      create_time bigint not null, width integer, height integer, animated boolean not null, thumbnail text not null,
      unclaimed_since bigint)`,
    'create index attachments_owner on attachments (owner_id)',
    'create index attachments_unclaimed on attachments (unclaimed_since) where unclaimed_since is not null',
    `create table attachment_messages (
      message_id bigint not null references messages, attachment_id bigint not null references attachments,
      primary key (message_id, attachment_id))`,
    'create index attachment_messages_attachment on attachment_messages (attachment_id, message_id)',
    // `quota_mib`: null means no limit.
    `create table upload_space (
      realm_id bigint primary key references realms, used_bytes bigint not null, quota_mib bigint)`,

    // Stored bytes without a row. Recorded before bytes are stored and when their row is deleted, so that a crash in between
    // leaves none behind.
    'create table loose_files (file_key text primary key, realm_id bigint not null, remove_after bigint not null)',
    'create index loose_files_due on loose_files (remove_after)',

    // Null for a picture derived from the address.
    'alter table users add column avatar_key text',
    // `kind`: icon, logo or night_logo. Without a key the picture was removed.
    `create table realm_pictures (
      realm_id bigint not null references realms, kind text not null, file_key text, version bigint not null,
      primary key (realm_id, kind))`,

    `create table realm_emoji (
      emoji_id ${serial}, realm_id bigint not null references realms, name text not null, author_id bigint references users,
      file_key text not null, still_key text, deactivated boolean not null)`,
    'create unique index realm_emoji_name on realm_emoji (realm_id, name) where not deactivated',
  ],
};
