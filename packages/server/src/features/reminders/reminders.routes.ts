// The caller's own reminders.
import { createReminder as createReminderEndpoint, deleteReminder, getReminders } from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import { createReminder, removeReminder } from './reminders.actions.ts';
import { findReminders } from './reminders.queries.ts';

export const remindersRoutes: Route[] = [
  read(getReminders, async ({ db, actor }) => ({ reminders: await findReminders(db, actor) })),
  write(createReminderEndpoint, async (context, params) => ({
    reminder_id: await createReminder(context, context.actor, params),
  })),
  write(deleteReminder, async (context, { reminder_id }) => {
    await removeReminder(context, context.actor, reminder_id);
    return {};
  }),
];
