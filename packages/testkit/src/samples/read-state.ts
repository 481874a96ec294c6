// A successful call for each endpoint of read-state.
import type { readStateContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const readStateSamples: Samples<typeof readStateContract> = {
  updateMessageFlags: ({ message_id }) => ({ messages: [message_id], op: 'add', flag: 'starred' }),
  updateMessageFlagsForNarrow: ({ channel }) => ({
    anchor: 'newest',
    num_before: 3,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channel }],
    op: 'add',
    flag: 'read',
  }),
  getReadReceipts: ({ message_id }) => ({ message_id }),
  markAllAsRead: () => ({}),
  markStreamAsRead: ({ stream_id }) => ({ stream_id }),
  markTopicAsRead: ({ stream_id }) => ({ stream_id, topic_name: 'samples' }),
};
