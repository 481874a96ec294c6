// Every write of missed-message mail except sending: pending messages, enqueued emails, unsubscribing.
import type { MessageId, RealmId, UserId } from '@stoa/contract';
import { setOwnSettings } from '../../conversation/subscriptions/own-settings.actions.ts';
import { changeSettings } from '../../identity/settings/settings.actions.ts';
import { getUserRow } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import { queueEmail } from '../../kit/mail/mail-queue.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { isMeant } from '../notifications/calling.rules.ts';
import { type Call, findCalls } from '../notifications/notifications.queries.ts';
import { findMessages } from '../push/push.queries.ts';
import { findMailedChannels, findPendingMail, findReader, findWaiting } from './missed-mail.queries.ts';
import { emailCountAt, periodOf, REMEMBERED_MS } from './missed-mail.rules.ts';
import { NOTE_JOB } from './pending-mail.actions.ts';

export const SEND_JOB = 'missed-mail.send';
export const MISSED_TEMPLATE = 'missed-messages';
/** At most 20 messages per turn of the job. */
const DECIDED_AT_ONCE = 20;

/** Records whom the pending messages notify by mail, ignoring presence, which is checked when they are due. */
export async function recordMissed(context: WriteContext, realm_id: RealmId): Promise<void> {
  const { tx, now, enqueue } = context;
  const pending = await findPendingMail(tx, realm_id, DECIDED_AT_ONCE);
  const only_for = new Map(pending.map((message) => [message.message_id, message.only_for]));
  const messages = await findMessages(tx, [...only_for.keys()]);
  for (const message of messages) {
    const calls = await findCalls(tx, message, 'email', () => sql`true`, null);
    const edited = only_for.get(message.id)!;
    const affected = calls.filter((call) => isMeant(edited, call));
    const noted_at = edited ? now : message.timestamp * 1000;
    for (const batch of batchesOf(affected)) await recordPending(context, message.id, noted_at, batch);
  }
  if (pending.length > 0)
    await tx.run(
      sql`delete from mail_pending where realm_id = ${realm_id} and message_id in (${sql.list([...only_for.keys()])})`,
    );
  if (pending.length === DECIDED_AT_ONCE) enqueue({ kind: NOTE_JOB, body: {} });
}

/** The first pending message of a reader begins the period after which they get mail. [MM3] */
async function recordPending(
  { tx, enqueue }: WriteContext,
  id: MessageId,
  noted_at: number,
  calls: readonly Call[],
): Promise<void> {
  const waiting = await findWaiting(
    tx,
    calls.map(({ user_id }) => user_id),
  );
  const rows = await tx.all<{ user_id: UserId }>(
    sql`insert into missed_messages (user_id, message_id, noted_at) values ${sql.rows(calls.map(({ user_id }) => [user_id, id, noted_at]))}
     on conflict do nothing returning user_id`,
  );
  const noted = new Set(rows.map(({ user_id }) => user_id));
  for (const { user_id, settings } of calls)
    if (noted.has(user_id) && !waiting.has(user_id))
      enqueue({ kind: SEND_JOB, body: { user_id }, run_at: noted_at + periodOf(settings) });
}

/** The decision on a reader's pending messages. */
export interface Outcome {
  /** The messages of each email. */
  readonly emails: readonly (readonly MessageId[])[];
  /** Messages dropped without an email. */
  readonly dropped: readonly MessageId[];
  /** Also drops this message and all older ones; null for none. */
  readonly dropped_until: MessageId | null;
  /** When the remaining messages are decided on, in milliseconds. */
  readonly again_at: number | null;
}

export async function recordEmails(
  context: WriteContext,
  links: LinkKeys,
  realm_id: RealmId,
  user_id: UserId,
  { emails, dropped, dropped_until, again_at }: Outcome,
): Promise<void> {
  const { tx, now, enqueue } = context;
  const mine = sql`user_id = ${user_id} and mailed_at is null`;
  if (dropped_until !== null)
    await tx.run(sql`delete from missed_messages where ${mine} and message_id <= ${dropped_until}`);
  if (dropped.length > 0)
    await tx.run(sql`delete from missed_messages where ${mine} and message_id in (${sql.list(dropped)})`);
  const reader = emails.length > 0 ? await findReader(tx, realm_id, user_id) : null;
  if (reader) {
    const tally = emailCountAt(reader.tally, now);
    const { nonce, key_hash } = links.create('unsubscribe');
    await tx.run(
      sql`insert into mail_readers (user_id, nonce, key_hash, hour_began, emails_sent) values (${user_id}, ${nonce}, ${key_hash}, ${tally.hour_began}, ${tally.emails_sent + emails.length})
       on conflict (user_id) do update set hour_began = excluded.hour_began, emails_sent = excluded.emails_sent`,
    );
    for (const message_ids of emails) {
      await tx.run(
        sql`update missed_messages set mailed_at = ${now} where user_id = ${user_id} and message_id in (${sql.list(message_ids)})`,
      );
      queueEmail(context, MISSED_TEMPLATE, { user_id, message_ids });
    }
    await tx.run(sql`delete from missed_messages where user_id = ${user_id} and mailed_at < ${now - REMEMBERED_MS}`);
  }
  if (!(await findWaiting(tx, [user_id])).has(user_id)) return;
  const run_at = again_at ?? (reader ? now + periodOf(reader.settings) : now);
  enqueue({ kind: SEND_JOB, body: { user_id }, run_at });
}

/** Drops the pending messages of a reader who can get no mail. */
export async function dropMissed({ tx }: WriteContext, user_id: UserId): Promise<void> {
  await tx.run(sql`delete from missed_messages where user_id = ${user_id} and mailed_at is null`);
}

/** Disables all missed-message mail of an account. [MM10] */
export async function unsubscribe(context: WriteContext, realm: Realm, user_id: UserId): Promise<void> {
  const user = await getUserRow(context.tx, realm.realm_id, user_id);
  await changeSettings(context, realm, [user], {
    enable_offline_email_notifications: false,
    enable_stream_email_notifications: false,
    enable_followed_topic_email_notifications: false,
  });
  const channels = await findMailedChannels(context.tx, user_id);
  await setOwnSettings(
    context,
    user_id,
    channels.map(({ stream_id }) => ({ stream_id, property: 'email_notifications', value: false })),
  );
  await dropMissed(context, user_id);
}
