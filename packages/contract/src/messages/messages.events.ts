// A new message, as an event.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { Message } from './message.ts';

export const messageEvent = event({
  type: 'message',
  fields: z.object({
    message: Message,
    flags: z.array(z.string()),
    /** The `local_id` of the call that sent it, only in the queue that call named. */
    local_message_id: z.string().optional(),
  }),
  summary: 'A message has arrived that the receiver may read.',
});
