// Events of changed flags. Sent only to the reader's own clients.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { ChannelId, MessageId, UserId } from '../kit/values.ts';

const common = {
  flag: z.string(),
  /** Ascending. */
  messages: z.array(MessageId),
};

export const flagsAdd = event({
  type: 'update_message_flags',
  op: 'add',
  fields: () =>
    z.object({
      /** Deprecated: the `op`. */
      operation: z.literal('add'),
      ...common,
      /** True if every message of the receiver now has the flag; `messages` is then empty. */
      all: z.boolean(),
    }),
  summary: 'A flag was added to messages.',
});

/** The conversation of a message that became unread, for clients that have not loaded it. */
export const UnreadDetails = z.object({
  type: z.enum(['private', 'stream']),
  /** Present and true if the receiver is mentioned. */
  mentioned: z.boolean().optional(),
  /** For direct messages: the participants besides the receiver. */
  user_ids: z.array(UserId).optional(),
  stream_id: ChannelId.optional(),
  topic: z.string().optional(),
});
export type UnreadDetails = z.output<typeof UnreadDetails>;

export const flagsRemove = event({
  type: 'update_message_flags',
  op: 'remove',
  fields: () =>
    z.object({
      /** Deprecated: the `op`. */
      operation: z.literal('remove'),
      ...common,
      /** Deprecated: always false. */
      all: z.boolean(),
      /** Keyed by message id; present only for `read`. */
      message_details: z.record(z.string(), UnreadDetails).optional(),
    }),
  summary: 'A flag was removed from messages.',
});
