// A successful call for each endpoint of reminders.
import type { remindersContract } from '@stoa/contract';
import { LATER, ownMessage, type Samples } from './stage.ts';

export const remindersSamples: Samples<typeof remindersContract> = {
  getReminders: () => ({}),
  createReminder: ({ message_id }) => ({ message_id, scheduled_delivery_timestamp: LATER }),
  deleteReminder: async ({ cast, channel }) => {
    const message_id = await ownMessage(cast, channel);
    const { reminder_id } = await cast.ada.createReminder({ message_id, scheduled_delivery_timestamp: LATER });
    return { reminder_id };
  },
};
