// Typing notifications: signals to clients that are polling, never stored. Spec 4.19.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { ChannelId, MessageId, UserId } from '../kit/values.ts';

const Person = z.object({ user_id: UserId, email: z.string() });
const typing = z.object({
  message_type: z.enum(['direct', 'stream']),
  sender: Person,
  /** The participants of a direct conversation, including the sender. */
  recipients: z.array(Person).optional(),
  stream_id: ChannelId.optional(),
  topic: z.string().optional(),
});
export const typingStart = event({ type: 'typing', op: 'start', fields: () => typing, summary: 'Somebody is typing.' });
export const typingStop = event({
  type: 'typing',
  op: 'stop',
  fields: () => typing,
  summary: 'Somebody stopped typing.',
});

const editing = z.object({
  sender_id: UserId,
  message_id: MessageId,
  recipient: z.union([
    z.object({ type: z.literal('channel'), channel_id: ChannelId, topic: z.string() }),
    z.object({ type: z.literal('direct'), user_ids: z.array(UserId) }),
  ]),
});
export const typingEditStart = event({
  type: 'typing_edit_message',
  op: 'start',
  fields: () => editing,
  summary: 'Somebody started editing a message.',
});
export const typingEditStop = event({
  type: 'typing_edit_message',
  op: 'stop',
  fields: () => editing,
  summary: 'Somebody stopped editing a message.',
});

const op = z.enum(['start', 'stop']);

export const setTypingStatus = endpoint({
  id: 'set-typing-status',
  method: 'POST',
  path: '/typing',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      type: z.enum(['direct', 'private', 'stream', 'channel']).default('direct'),
      op,
      /** User ids or email addresses; older clients send a channel id here. */
      to: z.union([z.array(UserId), z.array(z.string())]).optional(),
      stream_id: ChannelId.optional(),
      topic: z.string().optional(),
    }),
  emits: [typingStart, typingStop],
  summary: 'Report that you started or stopped typing',
});

export const setTypingStatusForEdit = endpoint({
  id: 'set-typing-status-for-message-edit',
  method: 'POST',
  path: '/messages/{message_id}/typing',
  access: 'user',
  scope: 'send',
  params: () => z.object({ message_id: MessageId, op }),
  emits: [typingEditStart, typingEditStop],
  summary: 'Report that you started or stopped editing a message',
});

export const typingContract = slice({
  name: 'typing',
  endpoints: { setTypingStatus, setTypingStatusForEdit },
  events: [typingStart, typingStop, typingEditStart, typingEditStop],
});
