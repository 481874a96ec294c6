// What people add to a message that is a widget: the votes of a poll, the tasks of a list.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { MessageId, UserId } from '../kit/values.ts';

/** In Unicode code points. */
export const MAX_SUBMESSAGE_LENGTH = 10_000;
export const MAX_SUBMESSAGE_TYPE_LENGTH = 60;
/** So many of them may one account add to a message. */
export const MAX_SUBMESSAGES_EACH = 500;

export const submessageEvent = event({
  type: 'submessage',
  fields: z.object({
    submessage_id: z.int(),
    message_id: MessageId,
    sender_id: UserId,
    msg_type: z.string(),
    /** JSON. */
    content: z.string(),
  }),
  summary: 'Somebody has added to a widget that the receiver may see.',
});

export const addSubmessage = endpoint({
  id: 'add-submessage',
  method: 'POST',
  path: '/submessage',
  access: 'user',
  params: z.object({
    message_id: MessageId,
    /** `widget` is the type that clients know. */
    msg_type: z.string(),
    /** JSON: what is done, by the kind of the widget. */
    content: z.string(),
  }),
  result: z.object({}),
  emits: [submessageEvent],
  summary: 'Add to a widget: vote, name an option or a task',
});
