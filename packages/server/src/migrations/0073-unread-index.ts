// Reads of unread messages need the index alone.
import type { Migration } from '../kit/database/migrate.ts';

export const unreadIndex: Migration = {
  version: 73,
  name: 'unread-index',
  statements: () => [
    // All that decides whether an unmoved message is unread, and the topic that register names it under.
    'create index messages_unread on messages (recipient_id, id, sender_id, is_edited, subject)',
    // It began with the same columns.
    'drop index messages_recipient',
  ],
};
