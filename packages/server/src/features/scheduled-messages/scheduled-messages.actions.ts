// Every write of scheduled messages: created, changed, removed, and sent when due.
import {
  ApiError,
  type ChannelId,
  Refused,
  scheduledMessagesAdd,
  scheduledMessagesRemove,
  scheduledMessagesUpdate,
  type UserId,
} from '@stoa/contract';
import type { Address } from '../../conversation/access/addressees.queries.ts';
import { destinationOf } from '../../conversation/messages/destination.actions.ts';
import { checkMentions } from '../../conversation/messages/mentions.queries.ts';
import type { RenderedContent } from '../../conversation/messages/rendering.queries.ts';
import { settleContent } from '../../conversation/messages/rendering.queries.ts';
import { prepareMessage, sendMessage } from '../../conversation/messages/sending.actions.ts';
import { isReadBySender } from '../../conversation/messages/sending-clients.rules.ts';
import { sendSystemDirectMessage } from '../../conversation/messages/system-direct.actions.ts';
import { findActor } from '../../identity/auth/auth.queries.ts';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { PermanentJobFailure, type WritingHandler } from '../../kit/jobs/jobs.ts';
import { insertTimedJob, removeTimedJobs } from '../../kit/jobs/timed-jobs.ts';
import { checkKeptTexts, countOwn } from '../../kit/limits/caps.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { presentScheduled, type ScheduledRow, scheduledRows, wasDelivered } from './scheduled-messages.queries.ts';
import { addressOf, type Changes, changedAddress, checkTime } from './scheduled-messages.rules.ts';

const KIND = 'scheduled_message';

export interface NewScheduledMessage extends Address {
  readonly scheduled_delivery_timestamp: number;
  readonly read_by_sender?: boolean;
}

interface Target {
  readonly stream_id: ChannelId | null;
  readonly user_ids: readonly UserId[] | null;
  readonly topic: string;
}

/** The destination of the message, if the sender may send there now. [SM4] */
async function targetOf(
  context: WriteContext,
  actor: Actor,
  address: Address,
  content: RenderedContent,
): Promise<Target> {
  const destination = await destinationOf(context, actor, address);
  await checkMentions(context.tx, actor, destination, content);
  if ('topic' in destination) return { stream_id: destination.stream_id, user_ids: null, topic: destination.topic };
  const others = destination.people.map(({ id }) => id as UserId).filter((id) => id !== actor.user_id);
  return { stream_id: null, user_ids: others.length > 0 ? others : [actor.user_id], topic: '' };
}

export async function scheduleMessage(
  context: WriteContext,
  actor: Actor,
  client: string,
  message: NewScheduledMessage,
  prepared: RenderedContent,
): Promise<number> {
  const { tx, now, emit, caps } = context;
  const time = checkTime(message.scheduled_delivery_timestamp, seconds(now));
  caps.check('scheduled-messages', await countOwn(tx, 'scheduled_messages', actor.user_id));
  const content = await settleContent(tx, actor, prepared);
  await checkKeptTexts(context, actor.user_id, [content.writing.content]);
  const target = await targetOf(context, actor, message, content);
  const created = await tx.get<ScheduledRow>(
    sql`insert into scheduled_messages (user_id, stream_id, user_ids, topic, content, rendered_content, client,
       read_by_sender, scheduled_delivery_timestamp) values (${actor.user_id}, ${target.stream_id}, ${target.user_ids && JSON.stringify(target.user_ids)}, ${target.topic}, ${content.writing.content}, ${content.rendered_content}, ${client}, ${message.read_by_sender ?? isReadBySender(client)}, ${time}) returning *`,
  );
  await enqueueSending(context, actor, created!);
  emit(scheduledMessagesAdd, { scheduled_messages: [presentScheduled(created!)] }, { users: [actor.user_id] });
  return created!.id;
}

export async function changeScheduled(
  context: WriteContext,
  actor: Actor,
  id: number,
  {
    content,
    scheduled_delivery_timestamp,
    ...changes
  }: Changes & {
    content?: string;
    scheduled_delivery_timestamp?: number;
  },
): Promise<void> {
  const { tx, now, emit } = context;
  if (await wasDelivered(tx, actor.user_id, id)) throw Refused('scheduled_sent');
  const before = await scheduledRows.getOwn(tx, actor.user_id, id);
  // A message that could not be sent has no due time until it gets a new one.
  const time =
    scheduled_delivery_timestamp === undefined && !before.failed
      ? before.scheduled_delivery_timestamp
      : checkTime(scheduled_delivery_timestamp ?? before.scheduled_delivery_timestamp, seconds(now));
  const address = changedAddress(before, changes);
  const rendered = await prepareMessage(tx, actor, { type: address.type, content: content ?? before.content });
  await checkKeptTexts(context, actor.user_id, [rendered.writing.content], before.content);
  const target = await targetOf(context, actor, address, rendered);
  const after = await tx.get<ScheduledRow>(
    sql`update scheduled_messages set stream_id = ${target.stream_id}, user_ids = ${target.user_ids && JSON.stringify(target.user_ids)}, topic = ${target.topic}, content = ${rendered.writing.content}, rendered_content = ${rendered.rendered_content},
       scheduled_delivery_timestamp = ${time}, failed = false where id = ${id} returning *`,
  );
  if (before.failed || time !== before.scheduled_delivery_timestamp) {
    await removeTimedJobs(tx, jobOf(before));
    await enqueueSending(context, actor, after!);
  }
  emit(scheduledMessagesUpdate, { scheduled_message: presentScheduled(after!) }, { users: [actor.user_id] });
}

export async function removeScheduled(context: WriteContext, actor: Actor, id: number): Promise<void> {
  const { tx } = context;
  const { user_id } = actor;
  // A message sent recently is only forgotten; no list changes.
  const forgotten = await tx.run(
    sql`delete from delivered_scheduled_messages where scheduled_message_id = ${id} and user_id = ${user_id}`,
  );
  if (forgotten > 0) return;
  await removeTimedJobs(tx, jobOf(await scheduledRows.getOwn(tx, user_id, id)));
  await deleteScheduled(context, user_id, id);
}

const DELIVERED_KEPT_SECONDS = 30 * 24 * 3600;

/** [SM8] */
async function noteDelivered({ tx, now }: WriteContext, { id, user_id }: ScheduledRow): Promise<void> {
  await tx.run(
    sql`delete from delivered_scheduled_messages where user_id = ${user_id} and delivered_at < ${seconds(now) - DELIVERED_KEPT_SECONDS}`,
  );
  await tx.run(
    sql`insert into delivered_scheduled_messages (scheduled_message_id, user_id, delivered_at) values (${id}, ${user_id}, ${seconds(now)})`,
  );
}

async function deleteScheduled(
  { tx, emit }: WriteContext,
  user_id: UserId,
  scheduled_message_id: number,
): Promise<void> {
  await tx.run(sql`delete from scheduled_messages where id = ${scheduled_message_id}`);
  emit(scheduledMessagesRemove, { scheduled_message_id }, { users: [user_id] });
}

const jobOf = ({ id, user_id }: ScheduledRow) => ({ kind: KIND, account_id: user_id, id });

function enqueueSending({ tx }: WriteContext, { realm }: Actor, row: ScheduledRow): Promise<void> {
  const run_at = row.scheduled_delivery_timestamp * 1000;
  return insertTimedJob(tx, jobOf(row), { realm_id: realm.realm_id, run_at });
}

/** Sends a due message. [SM6] */
export const scheduledMessageHandler: WritingHandler = {
  kind: KIND,
  async write(context, { realm_id, body }) {
    const row = await scheduledRows.find(context.tx, Number(body.id));
    if (!row || row.failed || row.scheduled_delivery_timestamp * 1000 > context.now) return;
    const realm = await getRealm(context.tx, realm_id);
    const actor = await findActor(context.tx, realm, row.user_id);
    if (!actor) throw new PermanentJobFailure('the sender is deactivated');
    const { content, client, read_by_sender } = row;
    const address = addressOf(row);
    try {
      const rendered = await prepareMessage(context.tx, actor, { type: address.type, content });
      await sendMessage(context, actor, client, { ...address, read_by_sender }, rendered);
    } catch (error) {
      throw error instanceof ApiError ? new PermanentJobFailure(error.message) : error;
    }
    await deleteScheduled(context, row.user_id, row.id);
    await noteDelivered(context, row);
  },
  /** [SM7] */
  async givenUp(context, { realm_id, body }, { message }) {
    const { tx, emit } = context;
    const failed = await tx.get<ScheduledRow>(
      sql`update scheduled_messages set failed = true where id = ${Number(body.id)} returning *`,
    );
    if (!failed) return;
    emit(scheduledMessagesUpdate, { scheduled_message: presentScheduled(failed) }, { users: [failed.user_id] });
    const realm = await getRealm(tx, realm_id);
    if (!(await findActor(tx, realm, failed.user_id))) return;
    const time = new Date(failed.scheduled_delivery_timestamp * 1000).toISOString();
    const content = `Your message scheduled for <time:${time}> could not be sent: ${message}\n\nIt is still among your scheduled messages, where you can change it and give it a new time.`;
    await sendSystemDirectMessage(context, realm, failed.user_id, content);
  },
};
