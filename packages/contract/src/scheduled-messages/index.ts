// Scheduled messages, sent at a later time. An account manages only its own.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest, NotFound } from '../kit/errors.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { Timestamp } from '../kit/values.ts';
import { ChannelIdDoesNotExist, ChannelWildcardNotAllowed, TopicWildcardNotAllowed } from '../shapes/errors.ts';

/** At most 500 waiting messages per account. */
export const MAX_SCHEDULED_MESSAGES = 500;

export const ScheduledMessage = z.object({
  scheduled_message_id: z.int(),
  type: z.enum(['stream', 'private']),
  /** A channel id, or the ids of the recipients without the sender; only the sender for a note to yourself. */
  to: z.union([z.int(), z.array(z.int())]),
  /** Present for channel messages. */
  topic: z.string().optional(),
  /** Markdown. */
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: Timestamp,
  /** True if sending failed at the scheduled time; a new time retries it. */
  failed: z.boolean(),
});
export type ScheduledMessage = z.output<typeof ScheduledMessage>;

export const scheduledMessagesAdd = event({
  type: 'scheduled_messages',
  op: 'add',
  fields: () => z.object({ scheduled_messages: z.array(ScheduledMessage) }),
  summary: 'The user has new scheduled messages.',
});
export const scheduledMessagesUpdate = event({
  type: 'scheduled_messages',
  op: 'update',
  fields: () => z.object({ scheduled_message: ScheduledMessage }),
  summary: 'A scheduled message of the user was changed, or could not be sent.',
});
export const scheduledMessagesRemove = event({
  type: 'scheduled_messages',
  op: 'remove',
  fields: () => z.object({ scheduled_message_id: z.int() }),
  summary: 'A scheduled message of the user was deleted or sent.',
});

const MessageType = z.enum(['direct', 'private', 'channel', 'stream']);
/** A channel id, or user ids. */
const To = z.union([z.int(), z.array(z.int()).min(1).max(500)]);

export const getScheduledMessages = endpoint({
  id: 'get-scheduled-messages',
  method: 'GET',
  path: '/scheduled_messages',
  access: 'user',
  scope: 'read',
  result: () => z.object({ scheduled_messages: z.array(ScheduledMessage) }),
  summary: 'List your own scheduled messages, the next one first',
});
export const createScheduledMessage = endpoint({
  id: 'create-scheduled-message',
  method: 'POST',
  path: '/scheduled_messages',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      type: MessageType,
      to: To,
      content: z.string(),
      topic: z.string().optional(),
      scheduled_delivery_timestamp: z.int(),
      read_by_sender: z.boolean().optional(),
    }),
  result: () => z.object({ scheduled_message_id: z.int() }),
  errors: [ChannelIdDoesNotExist, ChannelWildcardNotAllowed, TopicWildcardNotAllowed, BadRequest],
  emits: [scheduledMessagesAdd],
  summary: 'Schedule a message',
});
export const updateScheduledMessage = endpoint({
  id: 'update-scheduled-message',
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      scheduled_message_id: z.int(),
      type: MessageType.optional(),
      to: To.optional(),
      content: z.string().optional(),
      topic: z.string().optional(),
      scheduled_delivery_timestamp: z.int().optional(),
    }),
  errors: [ChannelIdDoesNotExist, ChannelWildcardNotAllowed, TopicWildcardNotAllowed, BadRequest, NotFound],
  emits: [scheduledMessagesUpdate],
  summary: 'Change a scheduled message that has not been sent',
});
export const deleteScheduledMessage = endpoint({
  id: 'delete-scheduled-message',
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  access: 'user',
  scope: 'send',
  params: () => z.object({ scheduled_message_id: z.int() }),
  errors: [NotFound],
  emits: [scheduledMessagesRemove],
  summary: 'Delete a scheduled message',
});

export const scheduledMessagesState = state({
  fetch: ['scheduled_messages'],
  fields: () => z.object({ scheduled_messages: z.array(ScheduledMessage) }),
});

const inOrder = (messages: ScheduledMessage[]): ScheduledMessage[] =>
  messages.toSorted(
    (a, b) =>
      a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp ||
      a.scheduled_message_id - b.scheduled_message_id,
  );

export const reduceScheduledMessages: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'scheduled_messages' || !state.scheduled_messages) return state;
  const messages = state.scheduled_messages as ScheduledMessage[];
  const without = (id: number) => messages.filter(({ scheduled_message_id }) => scheduled_message_id !== id);
  if (event.op === 'remove') return { ...state, scheduled_messages: without(event.scheduled_message_id as number) };
  const changed =
    event.op === 'add'
      ? [...messages, ...(event.scheduled_messages as ScheduledMessage[])]
      : [
          ...without((event.scheduled_message as ScheduledMessage).scheduled_message_id),
          event.scheduled_message as ScheduledMessage,
        ];
  return { ...state, scheduled_messages: inOrder(changed) };
};

export const scheduledMessagesContract = slice({
  name: 'scheduled-messages',
  endpoints: { getScheduledMessages, createScheduledMessage, updateScheduledMessage, deleteScheduledMessage },
  events: [scheduledMessagesAdd, scheduledMessagesUpdate, scheduledMessagesRemove],
  state: { scheduled_messages: scheduledMessagesState },
  reduce: [reduceScheduledMessages],
});
