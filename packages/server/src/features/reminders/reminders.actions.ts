// Every write of reminders: created, removed, and sent when due.
import {
  ApiError,
  type MessageId,
  type RealmId,
  remindersAdd,
  remindersRemove,
  UNKNOWN_USER_NAME,
  type UserId,
} from '@stoa/contract';
import { getAccessibleMessage } from '../../conversation/messages/accessible.queries.ts';
import { sendSystemDirectMessage } from '../../conversation/messages/system-direct.actions.ts';
import { findActor } from '../../identity/auth/auth.queries.ts';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import { maySeeUser } from '../../identity/users/user-access.queries.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WritingHandler } from '../../kit/jobs/jobs.ts';
import { insertTimedJob, removeTimedJobs } from '../../kit/jobs/timed-jobs.ts';
import { checkKeptTexts, countOwn } from '../../kit/limits/caps.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { checkTime } from '../scheduled-messages/scheduled-messages.rules.ts';
import {
  presentReminder,
  type ReminderRow,
  reminderRows,
  renderReminder,
  withoutMessage,
} from './reminders.queries.ts';
import { checkNote, reminderContent, type Target } from './reminders.rules.ts';

const KIND = 'reminder';

const jobOf = ({ id, user_id }: ReminderRow) => ({ kind: KIND, account_id: user_id, id });

/** The message as its reader can read it now; throws if they cannot. */
async function targetOf(db: Connection, actor: Actor, message_id: MessageId): Promise<Target> {
  const message = await getAccessibleMessage(db, actor, message_id);
  const [sender] = await findUsersById(db, actor.realm.realm_id, [message.sender_id]);
  const { user_id } = sender!;
  const shown = (await maySeeUser(db, actor, sender!)) ? sender! : { user_id, full_name: UNKNOWN_USER_NAME };
  return { sender: shown, link: `${actor.realm.url}/#narrow/near/${message_id}`, content: message.content };
}

export async function createReminder(
  context: WriteContext,
  actor: Actor,
  params: { message_id: number; scheduled_delivery_timestamp: number; note?: string },
): Promise<number> {
  const { tx, now, emit, caps } = context;
  const time = checkTime(params.scheduled_delivery_timestamp, seconds(now));
  const note = checkNote(params.note ?? '');
  const target = await targetOf(tx, actor, params.message_id as MessageId);
  caps.check('reminders', await countOwn(tx, 'reminders', actor.user_id));
  const content = reminderContent(target, note);
  await checkKeptTexts(context, actor.user_id, [content]);
  const rendered_content = await renderReminder(tx, actor, content);
  const created = await tx.get<ReminderRow>(
    sql`insert into reminders (user_id, message_id, note, content, rendered_content, scheduled_delivery_timestamp)
     values (${actor.user_id}, ${params.message_id}, ${note}, ${content}, ${rendered_content}, ${time}) returning *`,
  );
  const { realm_id } = actor.realm;
  await insertTimedJob(tx, jobOf(created!), { realm_id, run_at: time * 1000 });
  emit(remindersAdd, { reminders: [presentReminder(created!)] }, { users: [actor.user_id] });
  return created!.id;
}

export async function removeReminder(context: WriteContext, actor: Actor, id: number): Promise<void> {
  await removeTimedJobs(context.tx, jobOf(await reminderRows.getOwn(context.tx, actor.user_id, id)));
  await deleteReminder(context, actor.user_id, id);
}

async function deleteReminder({ tx, emit }: WriteContext, user_id: UserId, reminder_id: number): Promise<void> {
  await tx.run(sql`delete from reminders where id = ${reminder_id}`);
  emit(remindersRemove, { reminder_id }, { users: [user_id] });
}

/** Takes deleted messages out of the reminders of them, which stay. [RM5] */
export async function forgetDeletedMessages(
  { tx, emit }: WriteContext,
  { ids }: { ids: readonly MessageId[] },
): Promise<void> {
  const rows = await tx.all<ReminderRow & { realm_id: RealmId }>(
    sql`select reminders.*, realm_id from reminders join users on users.user_id = reminders.user_id
     where message_id in (${sql.list(ids)}) order by id`,
  );
  for (const { realm_id, ...row } of rows) {
    const owner = await findActor(tx, await getRealm(tx, realm_id), row.user_id);
    const { content, rendered_content } = owner
      ? await withoutMessage(tx, owner, row)
      : { content: reminderContent(null, row.note), rendered_content: '' };
    await tx.run(
      sql`update reminders set content = ${content}, rendered_content = ${rendered_content} where id = ${row.id}`,
    );
    const audience = { users: [row.user_id] };
    emit(remindersRemove, { reminder_id: row.id }, audience);
    emit(remindersAdd, { reminders: [presentReminder({ ...row, content, rendered_content })] }, audience);
  }
}

/** Quotes the message as it is when due; readers who lost access learn nothing of it. [RM4] */
export const reminderHandler: WritingHandler = {
  kind: KIND,
  async write(context, { realm_id, body }) {
    const row = await reminderRows.find(context.tx, Number(body.id));
    if (!row) return;
    const realm = await getRealm(context.tx, realm_id);
    const actor = await findActor(context.tx, realm, row.user_id);
    if (actor) {
      const target = await targetOf(context.tx, actor, row.message_id).catch((error) => {
        if (error instanceof ApiError) return null;
        throw error;
      });
      await sendSystemDirectMessage(context, realm, row.user_id, reminderContent(target, row.note));
    }
    await deleteReminder(context, row.user_id, row.id);
  },
};
