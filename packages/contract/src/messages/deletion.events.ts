// Events of deleted messages. Spec 6.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { ChannelId, MessageId } from '../kit/values.ts';

export const deleteMessage = event({
  type: 'delete_message',
  fields: () =>
    z.object({
      /** Ascending; for clients with `bulk_message_deletion`. */
      message_ids: z.array(MessageId).optional(),
      /** For all other clients: one event per message. */
      message_id: MessageId.optional(),
      message_type: z.enum(['stream', 'private']),
      /** Present for channel messages, as is `topic`. */
      stream_id: ChannelId.optional(),
      topic: z.string().optional(),
    }),
  summary: 'Messages of one conversation were deleted.',
});
