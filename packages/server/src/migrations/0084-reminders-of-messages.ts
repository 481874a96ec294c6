// Deleting a message takes it out of the reminders of it.
import type { Migration } from '../kit/database/migrate.ts';

export const remindersOfMessages: Migration = {
  version: 84,
  name: 'reminders-of-messages',
  statements: () => ['create index reminders_message on reminders (message_id)'],
};
