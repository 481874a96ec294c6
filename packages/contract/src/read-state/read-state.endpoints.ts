// Changing the reader's flags, and listing who has read a message.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ChannelId, MessageId, UserId } from '../kit/values.ts';
import { BadNarrow, Narrow } from '../messages/narrow.ts';
import { flagsAdd, flagsRemove } from './read-state.events.ts';

const op = z.enum(['add', 'remove']);
const emits = [flagsAdd, flagsRemove];
/** When `read` is removed: channels the caller is not subscribed to, whose messages stay read. */
const ignored = { ignored_because_not_subscribed_channels: z.array(ChannelId).optional() };

/** As many as one fetch returns. */
export const MAX_FLAGGED_MESSAGES = 5000;

export const updateMessageFlags = endpoint({
  id: 'update-message-flags',
  method: 'POST',
  path: '/messages/flags',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      messages: z.array(MessageId).max(MAX_FLAGGED_MESSAGES),
      op,
      /** `read`, `starred` or `collapsed`. */
      flag: z.string(),
    }),
  result: () => z.object({ /** As they were given. */ messages: z.array(MessageId), ...ignored }),
  emits,
  summary: 'Add a flag to messages, or remove one',
});

export const updateMessageFlagsForNarrow = endpoint({
  id: 'update-message-flags-for-narrow',
  method: 'POST',
  path: '/messages/flags/narrow',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      /** A message id, or `newest`, `oldest`, `first_unread`. */
      anchor: z.union([z.int(), z.string()]),
      include_anchor: z.boolean().default(true),
      num_before: z.int().min(0),
      num_after: z.int().min(0),
      narrow: Narrow,
      op,
      flag: z.string(),
    }),
  result: () =>
    z.object({
      /** Number of messages in the range. */
      processed_count: z.int(),
      /** Number of messages whose flag changed. */
      updated_count: z.int(),
      first_processed_id: MessageId.nullable(),
      last_processed_id: MessageId.nullable(),
      found_oldest: z.boolean(),
      found_newest: z.boolean(),
      ...ignored,
    }),
  errors: [BadNarrow],
  emits,
  summary: 'Add a flag to the messages of a narrow around an anchor, or remove it',
  since: 155,
});

export const getReadReceipts = endpoint({
  id: 'get-read-receipts',
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  access: 'user',
  scope: 'read',
  params: () => z.object({ message_id: MessageId }),
  result: () => z.object({ /** Ascending; never the sender. */ user_ids: z.array(UserId) }),
  summary: 'List who has read a message',
  since: 137,
});

export const markAllAsRead = endpoint({
  id: 'mark-all-as-read',
  method: 'POST',
  path: '/mark_all_as_read',
  access: 'user',
  scope: 'send',
  result: () => z.object({ /** Always true: everything was marked. */ complete: z.boolean() }),
  emits,
  summary: 'Deprecated: mark everything as read',
});

export const markStreamAsRead = endpoint({
  id: 'mark-stream-as-read',
  method: 'POST',
  path: '/mark_stream_as_read',
  access: 'user',
  scope: 'send',
  params: () => z.object({ stream_id: ChannelId }),
  emits,
  summary: 'Deprecated: mark the messages of a channel as read',
});

export const markTopicAsRead = endpoint({
  id: 'mark-topic-as-read',
  method: 'POST',
  path: '/mark_topic_as_read',
  access: 'user',
  scope: 'send',
  params: () => z.object({ stream_id: ChannelId, topic_name: z.string() }),
  emits,
  summary: 'Deprecated: mark the messages of a topic as read',
});
