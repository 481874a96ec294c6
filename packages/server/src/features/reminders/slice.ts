// Reminders of messages.

import { remindersContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { reminderHandler } from './reminders.actions.ts';
import { findReminders } from './reminders.queries.ts';
import { remindersRoutes } from './reminders.routes.ts';

export const remindersSlice = defineSlice({
  contract: remindersContract,
  routes: remindersRoutes,
  jobs: [reminderHandler],
  state: { reminders: async (db, { actor }) => ({ reminders: await findReminders(db, actor.user_id) }) },
  tables: {
    reminders: {
      accounts: ['user_id'],
      on_export: { field: 'reminders', find: findReminders },
      on_erasure: 'rows',
      on_deletion: { none: 'it comes at its time, without the message' },
    },
  },
});
