// Submessages: additions to a message with a widget, such as votes of a poll or tasks of a list.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { MessageId, UserId } from '../kit/values.ts';

/** In Unicode code points. */
export const MAX_SUBMESSAGE_LENGTH = 10_000;
export const MAX_SUBMESSAGE_TYPE_LENGTH = 60;
/** At most 500 submessages per account on one message. */
export const MAX_SUBMESSAGES_EACH = 500;

export const submessageEvent = event({
  type: 'submessage',
  fields: () =>
    z.object({
      submessage_id: z.int(),
      message_id: MessageId,
      sender_id: UserId,
      msg_type: z.string(),
      /** JSON. */
      content: z.string(),
    }),
  summary: 'Somebody added to a widget that the receiver can see.',
});

export const addSubmessage = endpoint({
  id: 'add-submessage',
  method: 'POST',
  path: '/submessage',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      message_id: MessageId,
      /** `widget` is the only type clients use. */
      msg_type: z.string(),
      /** JSON whose shape depends on the widget. */
      content: z.string(),
    }),
  emits: [submessageEvent],
  summary: 'Add a submessage to a widget: a vote, an option or a task',
});
