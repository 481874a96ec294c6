// Every write of shown notifications: messages to decide on, what was shown, and what is withdrawn.
import type { MessageId, RealmId, RecipientId, UserId } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { isAnybodyReachable, reachableByPush } from '../devices/devices.queries.ts';
import { bothOf, type CallingMessage, callingOf } from '../notifications/calling.rules.ts';
import { callsAnybody } from '../notifications/notifications.queries.ts';
import {
  findPendingOf,
  findSeen,
  findShowing,
  findShownIn,
  hasPending,
  type Pending,
  type Shown,
} from './push.queries.ts';

export const NOTIFY_JOB = 'push.notify';
/** One message for the old-style devices of one account. */
export const PLAIN_JOB = 'push.notify_plain';
export const WITHDRAW_JOB = 'push.withdraw';
/** Limited by the 4 KiB of phone notifications. */
const MESSAGES_PER_WITHDRAWAL = 200;

/**
 * A message that may notify a device is decided on after its commit, together with those already waiting. [PU14] An
 * edit notifies only people it newly concerns. [PU21]
 */
export async function scheduleNotifications({ tx, enqueue }: WriteContext, message: CallingMessage): Promise<void> {
  if (message.is_quiet) return;
  const { id, sender, newly_mentioned: only_for = null } = message;
  const { realm_id } = sender.realm;
  if (!(await isAnybodyReachable(tx))) return;
  if (!(await callsAnybody(tx, callingOf(message), 'push', reachableByPush))) return;
  const is_first = !(await hasPending(tx, realm_id));
  const waits = only_for && (await findPendingOf(tx, realm_id, id));
  const audience = waits ? bothOf(waits.only_for, only_for) : only_for;
  const body = audience && JSON.stringify(audience);
  if (waits)
    await tx.run(
      sql`update push_pending set edition = edition + 1, only_for = ${body}, web_done = false where realm_id = ${realm_id} and message_id = ${id}`,
    );
  else
    await tx.run(sql`insert into push_pending (realm_id, message_id, only_for) values (${realm_id}, ${id}, ${body})`);
  if (is_first) enqueue({ kind: NOTIFY_JOB, body: {} });
}

/**
 * Notifications of browsers and old-style devices were enqueued for these messages in their present edition, and are not
 * enqueued again while the others are retried. [WP6] [PU23]
 */
export async function recordEnqueued(
  { tx }: WriteContext,
  realm_id: RealmId,
  pending: readonly Pending[],
): Promise<void> {
  for (const { message_id, edition } of pending)
    await tx.run(
      sql`update push_pending set web_done = true where realm_id = ${realm_id} and message_id = ${message_id} and edition = ${edition}`,
    );
}

/** Ends the decision on these messages, in the edition that was decided on. Edits made meanwhile are decided on next. */
export async function endPending(
  { tx, enqueue }: WriteContext,
  realm_id: RealmId,
  decided: readonly Pending[],
): Promise<void> {
  for (const [edition, some] of Map.groupBy(decided, (message) => message.edition))
    await tx.run(
      sql`delete from push_pending where realm_id = ${realm_id} and edition = ${edition} and message_id in (${sql.list(some.map(({ message_id }) => message_id))})`,
    );
  if (await hasPending(tx, realm_id)) enqueue({ kind: NOTIFY_JOB, body: {} });
}

/** Records the shown notifications. Messages read during delivery are withdrawn at once. */
export async function recordShown(context: WriteContext, shown: readonly Shown[]): Promise<void> {
  for (const { user_id, message_id } of shown)
    await context.tx.run(
      sql`insert into push_notified (user_id, message_id) values (${user_id}, ${message_id}) on conflict do nothing`,
    );
  for (const user_id of new Set(shown.map((notification) => notification.user_id)))
    await withdrawSeen(context, { user_id });
}

/** Withdraws messages that an account has read or can no longer read. [PU19] */
export async function withdrawSeen(context: WriteContext, { user_id }: { user_id: UserId }): Promise<void> {
  // Shared by the writes of a commit, unlike what an account has seen.
  if (!(await isAnybodyReachable(context.tx))) return;
  await withdrawNotifications(context, user_id, await findSeen(context.tx, user_id));
}

/** Withdraws messages of a channel from people who left it. [PU19] */
export async function withdrawLeft(
  context: WriteContext,
  { recipient_id, user_ids }: { recipient_id: RecipientId; user_ids: readonly UserId[] },
): Promise<void> {
  await withdrawShown(context, await findShownIn(context.tx, recipient_id, user_ids));
}

/** Withdraws deleted messages. [PU19] */
export async function withdrawDeleted(context: WriteContext, { ids }: { ids: readonly MessageId[] }): Promise<void> {
  await withdrawShown(context, await findShowing(context.tx, ids));
}

async function withdrawShown(context: WriteContext, shown: readonly Shown[]): Promise<void> {
  const owned = new Map<UserId, MessageId[]>();
  for (const { user_id, message_id } of shown) getOrSet(owned, user_id, () => []).push(message_id);
  for (const [user_id, message_ids] of owned) await withdrawNotifications(context, user_id, message_ids);
}

async function withdrawNotifications(
  { tx, enqueue }: WriteContext,
  user_id: UserId,
  ids: readonly MessageId[],
): Promise<void> {
  for (const batch of batchesOf(ids)) {
    await tx.run(sql`delete from push_notified where user_id = ${user_id} and message_id in (${sql.list(batch)})`);
  }
  for (const message_ids of batchesOf(ids, MESSAGES_PER_WITHDRAWAL))
    enqueue({ kind: WITHDRAW_JOB, body: { user_id, message_ids }, account_id: user_id });
}
