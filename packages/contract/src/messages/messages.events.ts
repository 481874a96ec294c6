// The event of a new message.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { Message } from './message.ts';

export const messageEvent = event({
  type: 'message',
  fields: () =>
    z.object({
      message: Message,
      flags: z.array(z.string()),
      /** The `local_id` of the send; present only in the queue that the send named. */
      local_message_id: z.string().optional(),
    }),
  summary: 'A message was sent that the receiver can read.',
});
