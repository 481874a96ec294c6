// A reader's flags have changed; only their own clients are told.
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
  fields: z.object({
    /** Deprecated: the `op`. */
    operation: z.literal('add'),
    ...common,
    /** Every message of the receiver's has the flag now, and `messages` is empty. */
    all: z.boolean(),
  }),
  summary: 'Messages have a flag now.',
});

/** Where a message is that is unread again, for clients that do not have it. */
export const UnreadDetails = z.object({
  type: z.enum(['private', 'stream']),
  /** Present and true where the receiver is mentioned. */
  mentioned: z.boolean().optional(),
  /** Of direct messages: the people besides the receiver. */
  user_ids: z.array(UserId).optional(),
  stream_id: ChannelId.optional(),
  topic: z.string().optional(),
});
export type UnreadDetails = z.output<typeof UnreadDetails>;

export const flagsRemove = event({
  type: 'update_message_flags',
  op: 'remove',
  fields: z.object({
    /** Deprecated: the `op`. */
    operation: z.literal('remove'),
    ...common,
    /** Deprecated: always false. */
    all: z.boolean(),
    /** By message id; with `read` only. */
    message_details: z.record(z.string(), UnreadDetails).optional(),
  }),
  summary: 'Messages no longer have a flag.',
});
