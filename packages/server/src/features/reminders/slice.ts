// Reminders of messages.

import { remindersContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { reminderHandler } from './reminders.actions.ts';
import { findRemindersOf, findReminderTexts } from './reminders.queries.ts';
import { remindersRoutes } from './reminders.routes.ts';

export const remindersSlice = defineSlice({
  contract: remindersContract,
  routes: remindersRoutes,
  jobs: [reminderHandler],
  state: { reminders: async (db, { actor }) => ({ reminders: await findReminderTexts(db, actor) }) },
  tables: {
    reminders: {
      accounts: ['user_id'],
      on_export: { field: 'reminders', find: findRemindersOf },
      on_erasure: 'rows',
      on_deletion: { none: 'it loses the message, and comes at its time' },
    },
  },
});
