// The caller's own reminders.
import { createReminder as createReminderEndpoint, deleteReminder, getReminders } from '@stoa/contract';
import { never, RawResult, type Route, read, write } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { sumOwnTexts } from '../../kit/limits/caps.ts';
import { createReminder, removeReminder } from './reminders.actions.ts';
import { findReminderTexts } from './reminders.queries.ts';

export const remindersRoutes: Route[] = [
  read(
    getReminders,
    async ({ db, actor }) => new RawResult(fieldsOf({ reminders: await findReminderTexts(db, actor) })),
    never,
    { bytes: ({ db, actor }) => sumOwnTexts(db, 'reminders', actor.user_id) },
  ),
  write(createReminderEndpoint, async (context, params) => ({
    reminder_id: await createReminder(context, context.actor, params),
  })),
  write(deleteReminder, async (context, { reminder_id }) => {
    await removeReminder(context, context.actor, reminder_id);
    return {};
  }),
];
