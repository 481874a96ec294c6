// Every write of what devices show: what is to be decided on, what was shown, and what is taken back.

import type { MessageId, RealmId, RecipientId, UserId } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import { getOrSet } from '../../kit/get-or-set.ts';
import type { WriteContext } from '../../kit/write.ts';
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
export const WITHDRAW_JOB = 'push.withdraw';
/** Phones are sent 4 KiB at most. */
const MESSAGES_PER_WITHDRAWAL = 200;
const ROWS_PER_STATEMENT = 300;

/**
 * A message that calls somebody with a device is decided on after its commit, with those that wait already. [PU14] An edit
 * calls only whom it concerns newly. [PU21]
 */
export async function promiseNotifications({ tx, enqueue }: WriteContext, message: CallingMessage): Promise<void> {
  if (message.is_quiet) return;
  const { id, sender, newly_mentioned: only_for = null } = message;
  const { realm_id } = sender.realm;
  if (!(await isAnybodyReachable(tx))) return;
  if (!(await callsAnybody(tx, callingOf(message), 'push', reachableByPush))) return;
  const is_first = !(await hasPending(tx, realm_id));
  const waits = only_for && (await findPendingOf(tx, realm_id, id));
  const meant = waits ? bothOf(waits.only_for, only_for) : only_for;
  const body = meant && JSON.stringify(meant);
  if (waits)
    await tx.run(
      sql`update push_pending set edition = edition + 1, only_for = ${body}, web_done = false where realm_id = ${realm_id} and message_id = ${id}`,
    );
  else
    await tx.run(sql`insert into push_pending (realm_id, message_id, only_for) values (${realm_id}, ${id}, ${body})`);
  if (is_first) enqueue({ kind: NOTIFY_JOB, body: {} });
}

/** These have been decided on, as they were then; where others have come meanwhile, they are next. */
export async function endPending(
  { tx, enqueue }: WriteContext,
  realm_id: RealmId,
  decided: readonly Pending[],
): Promise<void> {
  for (const [edition, some] of Map.groupBy(decided, (one) => one.edition))
    await tx.run(
      sql`delete from push_pending where realm_id = ${realm_id} and edition = ${edition} and message_id in (${sql.list(some.map(({ message_id }) => message_id))})`,
    );
  if (await hasPending(tx, realm_id)) enqueue({ kind: NOTIFY_JOB, body: {} });
}

/** Notes what devices show now; what was read while it was on its way is taken back at once. */
export async function noteShown(context: WriteContext, shown: readonly Shown[]): Promise<void> {
  for (const { user_id, message_id } of shown)
    await context.tx.run(
      sql`insert into push_notified (user_id, message_id) values (${user_id}, ${message_id}) on conflict do nothing`,
    );
  for (const user_id of new Set(shown.map((one) => one.user_id))) await withdrawSeen(context, { user_id });
}

/** Takes back what somebody has read or may no longer read. [PU19] */
export async function withdrawSeen(context: WriteContext, { user_id }: { user_id: UserId }): Promise<void> {
  await withdraw(context, user_id, await findSeen(context.tx, user_id));
}

/** Takes back what is in a channel that people have left. [PU19] */
export async function withdrawLeft(
  context: WriteContext,
  { recipient_id, user_ids }: { recipient_id: RecipientId; user_ids: readonly UserId[] },
): Promise<void> {
  await withdrawShown(context, await findShownIn(context.tx, recipient_id, user_ids));
}

/** Takes back messages that are deleted. [PU19] */
export async function withdrawDeleted(context: WriteContext, { ids }: { ids: readonly MessageId[] }): Promise<void> {
  await withdrawShown(context, await findShowing(context.tx, ids));
}

async function withdrawShown(context: WriteContext, shown: readonly Shown[]): Promise<void> {
  const owned = new Map<UserId, MessageId[]>();
  for (const { user_id, message_id } of shown) getOrSet(owned, user_id, () => []).push(message_id);
  for (const [user_id, message_ids] of owned) await withdraw(context, user_id, message_ids);
}

async function withdraw({ tx, enqueue }: WriteContext, user_id: UserId, ids: readonly MessageId[]): Promise<void> {
  for (let at = 0; at < ids.length; at += ROWS_PER_STATEMENT) {
    const some = ids.slice(at, at + ROWS_PER_STATEMENT);
    await tx.run(sql`delete from push_notified where user_id = ${user_id} and message_id in (${sql.list(some)})`);
  }
  for (let at = 0; at < ids.length; at += MESSAGES_PER_WITHDRAWAL)
    enqueue({ kind: WITHDRAW_JOB, body: { user_id, message_ids: ids.slice(at, at + MESSAGES_PER_WITHDRAWAL) } });
}
