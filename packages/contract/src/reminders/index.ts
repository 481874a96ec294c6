// Reminders of messages, sent later as a direct message by the Notification Bot.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest, NotFound } from '../kit/errors.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { Timestamp } from '../kit/values.ts';

/** In Unicode code points. */
export const MAX_REMINDER_NOTE_LENGTH = 1000;
export const MAX_REMINDERS = 500;

export const Reminder = z.object({
  reminder_id: z.int(),
  type: z.literal('private'),
  /** The owner of the reminder. */
  to: z.array(z.int()),
  /** Markdown: the text of the direct message. */
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: Timestamp,
  failed: z.boolean(),
  reminder_target_message_id: z.int(),
});
export type Reminder = z.output<typeof Reminder>;

export const remindersAdd = event({
  type: 'reminders',
  op: 'add',
  fields: () => z.object({ reminders: z.array(Reminder) }),
  summary: 'The user has new reminders.',
});
export const remindersRemove = event({
  type: 'reminders',
  op: 'remove',
  fields: () => z.object({ reminder_id: z.int() }),
  summary: 'A reminder of the user was deleted or sent.',
});

export const getReminders = endpoint({
  id: 'get-reminders',
  method: 'GET',
  path: '/reminders',
  access: 'user',
  scope: 'read',
  result: () => z.object({ reminders: z.array(Reminder) }),
  summary: 'List your own reminders, the next one first',
  since: 399,
});
export const createReminder = endpoint({
  id: 'create-message-reminder',
  method: 'POST',
  path: '/reminders',
  access: 'user',
  scope: 'send',
  params: () => z.object({ message_id: z.int(), scheduled_delivery_timestamp: z.int(), note: z.string().optional() }),
  result: () => z.object({ reminder_id: z.int() }),
  errors: [BadRequest],
  emits: [remindersAdd],
  summary: 'Create a reminder of a message',
  since: 381,
});
export const deleteReminder = endpoint({
  id: 'delete-reminder',
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  access: 'user',
  scope: 'send',
  params: () => z.object({ reminder_id: z.int() }),
  errors: [NotFound],
  emits: [remindersRemove],
  summary: 'Delete a reminder',
  since: 399,
});

export const remindersState = state({
  fetch: ['reminders'],
  fields: () => z.object({ reminders: z.array(Reminder) }),
});

export const reduceReminders: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'reminders' || !state.reminders) return state;
  const reminders = state.reminders as Reminder[];
  if (event.op === 'remove')
    return { ...state, reminders: reminders.filter(({ reminder_id }) => reminder_id !== event.reminder_id) };
  const all = [...reminders, ...(event.reminders as Reminder[])];
  return {
    ...state,
    reminders: all.toSorted(
      (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.reminder_id - b.reminder_id,
    ),
  };
};

export const remindersContract = slice({
  name: 'reminders',
  endpoints: { getReminders, createReminder, deleteReminder },
  events: [remindersAdd, remindersRemove],
  state: { reminders: remindersState },
  reduce: [reduceReminders],
});
