// Deleting an account or a channel looks for rows that refer to it: without an index by the column, through whole tables. [IM68]
import type { Migration } from '../kit/database/migrate.ts';

export const referenceIndexes: Migration = {
  version: 81,
  name: 'reference indexes',
  statements: () => [
    // Narrows have both columns, so either order serves them; accounts are found by the first one.
    'create index messages_sender_recipient on messages (sender_id, recipient_id, id)',
    'drop index messages_recipient_sender',
    'create index message_moves_channel on message_moves (stream_id)',
    'create index message_moves_recipient on message_moves (recipient_id)',
    'create index sessions_account on sessions (user_id)',
    'create index subscription_spans_channel on subscription_spans (stream_id)',
    // It had active subscriptions only.
    'drop index subscriptions_channel',
    'create index subscriptions_channel on subscriptions (stream_id, user_id, active)',
  ],
};
