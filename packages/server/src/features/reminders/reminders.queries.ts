// Every read of reminders.

import { type MessageId, NotFound, type Reminder, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export interface ReminderRow {
  id: number;
  user_id: UserId;
  message_id: MessageId;
  note: string;
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
}

export async function findReminders(db: Connection, user_id: UserId): Promise<Reminder[]> {
  const rows = await db.all<ReminderRow>(
    sql`select * from reminders where user_id = ${user_id} order by scheduled_delivery_timestamp, id`,
  );
  return rows.map(presentReminder);
}

export function findReminderRow(db: Connection, id: number): Promise<ReminderRow | null> {
  return db.get<ReminderRow>(sql`select * from reminders where id = ${id}`);
}

/** A reminder of the account's own; one of another account is reported as missing. [RM2] */
export async function getReminderRow(db: Connection, user_id: UserId, id: number): Promise<ReminderRow> {
  const row = await findReminderRow(db, id);
  if (row?.user_id !== user_id) throw NotFound('Reminder does not exist');
  return row;
}

export async function countReminders(db: Connection, user_id: UserId): Promise<number> {
  const row = await db.get<{ count: number }>(sql`select count(*) as count from reminders where user_id = ${user_id}`);
  return row!.count;
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
