// What people have read, without a row per message and person; see read-state/unread.rules.ts.
import type { Migration } from '../kit/database/migrate.ts';

export const readState: Migration = {
  version: 9,
  name: 'read-state',
  statements: ({ engine }) => {
    // The key is the whole row or nearly, so SQLite keeps it once and not beside an index of it.
    const keyed = engine === 'sqlite' ? ' without rowid' : '';
    return [
      // From which id to which somebody has read what was sent to a channel or conversation. Ids in between that were
      // sent elsewhere are covered for nothing, so a reader who has read everything has one row for each conversation.
      `create table read_stretches (
        user_id bigint not null references users, recipient_id bigint not null references recipients,
        from_id bigint not null, until_id bigint not null, primary key (user_id, recipient_id, from_id))${keyed}`,
      'create index read_stretches_recipient on read_stretches (recipient_id, from_id, until_id)',

      // Messages marked as unread that would count as read: one's own, and those received before one came or came back.
      `create table unread_marks (
        user_id bigint not null references users, message_id bigint not null references messages,
        primary key (user_id, message_id))${keyed}`,
      'create index unread_marks_message on unread_marks (message_id)',

      // The channels a message has been in before the one it is in, first to last, and between which positions of the log.
      `create table message_moves (
        message_id bigint not null references messages, step integer not null, stream_id bigint not null references channels,
        recipient_id bigint not null references recipients, from_event_id bigint, until_event_id bigint not null,
        primary key (message_id, step))`,
      'create index message_moves_first on message_moves (recipient_id, message_id) where step = 0',

      // Up to which message what somebody's muted people have written counts as read: while they are muted, up to all.
      `create table silenced_senders (
        user_id bigint not null references users, sender_id bigint not null references users, until_id bigint not null,
        primary key (user_id, sender_id))${keyed}`,

      // With the sender in it, what somebody has not written themselves is found without looking at messages.
      'drop index messages_recipient',
      'create index messages_recipient on messages (recipient_id, id, sender_id)',
    ];
  },
};
