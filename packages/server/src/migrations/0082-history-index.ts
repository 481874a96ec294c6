// On the embedded database, a page of a channel or topic is found by reading an index alone.
import type { Migration } from '../kit/database/migrate.ts';

/** Columns that `findHeads` reads of a message that nobody has edited or reacted to, besides those of its conversation and topic. */
const HEAD = 'wildcards, revision, octet_length(rendered_content)';

export const historyIndex: Migration = {
  version: 82,
  name: 'history-index',
  statements: ({ engine }) =>
    // PostgreSQL would read the rows all the same, and change every index of a message at each reaction.
    engine === 'postgres'
      ? []
      : [
          'drop index messages_unread',
          `create index messages_unread on messages (recipient_id, id, sender_id, is_edited, subject, ${HEAD})`,
          'drop index messages_topic',
          `create index messages_topic on messages (recipient_id, topic_key, id, sender_id, is_edited, ${HEAD})`,
        ],
};
