// Every read of reminders.

import type { MessageId, RecipientId, Reminder, UserId } from '@stoa/contract';
import { renderContent } from '../../conversation/messages/rendering.queries.ts';
import { readableAmong } from '../../conversation/read-ranges/flags.queries.ts';
import { findActor } from '../../identity/auth/auth.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { JsonText } from '../../kit/json/json-text.ts';
import { listText } from '../../kit/json/list-text.ts';
import { DueRows } from '../scheduled-messages/due-rows.queries.ts';
import { reminderContent } from './reminders.rules.ts';

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

/** Reminders of messages that their owner can no longer read do not quote them. [RM5] */
async function presentReminders(db: Connection, actor: Actor, rows: readonly ReminderRow[]): Promise<Reminder[]> {
  const messages = await db.all<{ id: MessageId; recipient_id: RecipientId }>(
    sql`select id, recipient_id from messages where id in (${sql.list(rows.map(({ message_id }) => message_id))})`,
  );
  const readable = new Set((await readableAmong(db, actor, messages)).map(({ id }) => id));
  const reminders: Reminder[] = [];
  for (const row of rows)
    reminders.push(presentReminder(readable.has(row.message_id) ? row : await withoutMessage(db, actor, row)));
  return reminders;
}

async function* presentedSome(db: Connection, actor: Actor): AsyncGenerator<Reminder[], void> {
  for await (const rows of reminderRows.findSome(db, actor.user_id)) yield await presentReminders(db, actor, rows);
}

/** As text, for clients: they may have many megabytes. [HT854] */
export const findReminderTexts = (db: Connection, actor: Actor): Promise<JsonText> =>
  listText(presentedSome(db, actor));

/** The reminders of an account that may be deactivated, and then reads nothing. */
export async function findRemindersOf(db: Connection, user_id: UserId, realm: Realm): Promise<Reminder[]> {
  const actor = await findActor(db, realm, user_id);
  return actor ? (await Array.fromAsync(presentedSome(db, actor))).flat() : [];
}

export async function withoutMessage(db: Connection, owner: Actor, row: ReminderRow): Promise<ReminderRow> {
  const content = reminderContent(null, row.note);
  if (content === row.content) return row;
  return { ...row, content, rendered_content: await renderReminder(db, owner, content) };
}

export async function renderReminder(db: Connection, owner: Actor, content: string): Promise<string> {
  return (await renderContent(db, { content, sender: owner, is_channel_message: false })).rendered_content;
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
