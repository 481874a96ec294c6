// Every read of reminders.

import type { MessageId, Reminder, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { DueRows } from '../scheduled-messages/due-rows.queries.ts';

export interface ReminderRow {
  id: number;
  user_id: UserId;
  message_id: MessageId;
  note: string;
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
}

export const reminderRows = new DueRows<ReminderRow>('reminders', 'reminder_gone');

export async function findReminders(db: Connection, user_id: UserId): Promise<Reminder[]> {
  return (await reminderRows.findAll(db, user_id)).map(presentReminder);
}

export function presentReminder(row: ReminderRow): Reminder {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [row.user_id],
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.scheduled_delivery_timestamp,
    failed: false,
    reminder_target_message_id: row.message_id,
  };
}
