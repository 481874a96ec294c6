// Read state without a row per message and person; see read-state/unread.rules.ts.
import type { Migration } from '../kit/database/migrate.ts';

export const readState: Migration = {
  version: 9,
  name: 'read-state',
  statements: ({ engine }) => {
    // The key is (nearly) the whole row, so SQLite stores the row only in it.
    const keyed = engine === 'sqlite' ? ' without rowid' : '';
    return [
      // Read ranges: the ids that a reader has read in one recipient. Ids in between that belong to other recipients are
      // covered too, so a reader who has read everything has one row per recipient.
      `create table read_stretches (
        user_id bigint not null references users, recipient_id bigint not null references recipients,
        from_id bigint not null, until_id bigint not null, primary key (user_id, recipient_id, from_id))${keyed}`,
      'create index read_stretches_recipient on read_stretches (recipient_id, from_id, until_id)',

      // Unread messages that would otherwise count as read: the reader's own, and those received before joining or
      // rejoining.
      `create table unread_marks (
        user_id bigint not null references users, message_id bigint not null references messages,
        primary key (user_id, message_id))${keyed}`,
      'create index unread_marks_message on unread_marks (message_id)',

      // The former channels of moved messages in order, with the log positions in between.
      `create table message_moves (
        message_id bigint not null references messages, step integer not null, stream_id bigint not null references channels,
        recipient_id bigint not null references recipients, from_event_id bigint, until_event_id bigint not null,
        primary key (message_id, step))`,
      'create index message_moves_first on message_moves (recipient_id, message_id) where step = 0',

      // Up to which message those of a muted sender count as read: all of them while the sender is muted.
      `create table silenced_senders (
        user_id bigint not null references users, sender_id bigint not null references users, until_id bigint not null,
        primary key (user_id, sender_id))${keyed}`,

      // Includes the sender, so that messages of others are found without reading messages.
      'drop index messages_recipient',
      'create index messages_recipient on messages (recipient_id, id, sender_id)',
    ];
  },
};
