// Scheduled messages.

import { scheduledMessagesContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { scheduledMessageHandler } from './scheduled-messages.actions.ts';
import { findScheduledMessages, findScheduledTexts } from './scheduled-messages.queries.ts';
import { scheduledMessagesRoutes } from './scheduled-messages.routes.ts';

export const scheduledMessagesSlice = defineSlice({
  contract: scheduledMessagesContract,
  routes: scheduledMessagesRoutes,
  jobs: [scheduledMessageHandler],
  state: {
    scheduled_messages: async (db, { actor }) => ({
      scheduled_messages: await findScheduledTexts(db, actor.user_id),
    }),
  },
  tables: {
    scheduled_messages: {
      accounts: ['user_id'],
      on_export: { field: 'scheduled_messages', find: findScheduledMessages },
      on_erasure: 'rows',
    },
    delivered_scheduled_messages: {
      accounts: ['user_id'],
      on_export: { none: 'numbers of what was sent' },
      on_own_export: { none: 'numbers of what was sent' },
      on_erasure: 'rows',
    },
  },
});
