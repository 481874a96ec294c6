// The word index, and the indexes for narrows.
import type { Migration } from '../kit/database/migrate.ts';

export const search: Migration = {
  version: 10,
  name: 'search',
  statements: ({ engine }) => [
    ...(engine === 'sqlite' ? SQLITE : POSTGRES),
    // Messages of a sender are searched within a recipient.
    'create index messages_recipient_sender on messages (recipient_id, sender_id, id)',
    'drop index messages_sender',
    // Partial indexes: few messages are in them, and only those pay for them.
    'create index messages_image on messages (recipient_id, id) where has_image',
    'create index messages_attachment on messages (recipient_id, id) where has_attachment',
    'create index messages_link on messages (recipient_id, id) where has_link',
    'create index messages_wildcards on messages (realm_id, id) where wildcards <> 0',

    // Messages of an organization up to this id are not indexed yet.
    'create table search_backlog (realm_id bigint primary key references realms, up_to_message_id bigint not null)',
    'insert into search_backlog select realm_id, max(id) from messages group by realm_id',
  ],
};

// Words are split and stemmed by search/, so the tokenizer only splits at spaces.
const SQLITE = [
  `create virtual table message_search using fts5 (words, content = '', contentless_delete = 1,
     tokenize = "ascii tokenchars '|=~%#@^'")`,
  `create trigger message_search_delete after delete on messages
     begin delete from message_search where rowid = old.id; end`,
];

const POSTGRES = [
  `create table message_search (
     message_id bigint primary key references messages on delete cascade, words tsvector not null)`,
  // Every search reads the whole pending list, so it is kept short.
  'create index message_search_words on message_search using gin (words) with (gin_pending_list_limit = 256)',
];
