// Every write of sessions: opening one, noting its use, ending one or many.

import { randomBytes } from 'node:crypto';
import {
  BadRequest,
  type NewSession,
  type RealmId,
  Refused,
  SESSION_IDLE_SECS,
  SESSION_LIFETIME_SECS,
  type UserId,
} from '@stoa/contract';
import { removeQueuesOfSessions } from '../../feed/queue.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { LastUseRecorder } from '../../kit/sign-in/last-use-recorder.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { forgetConfirmations } from '../confirmations/confirmations.actions.ts';
import { recordSignIn } from '../users/sign-in-record.actions.ts';
import { sessionsEnded } from './sessions.hooks.ts';
import { findSession, findSessionByDigest } from './sessions.queries.ts';
import { digestOf, isOver, SESSION_KEY_BYTES } from './sessions.rules.ts';

/** How long ended sessions are kept, so that their keys get a precise error. */
const KEPT_SECS = 14 * 24 * 60 * 60;

interface Holder {
  readonly user_id: UserId;
  readonly email: string;
}

/** How the owner proved who they are just now, at this server. */
interface Proof {
  readonly method: 'password' | 'passkey';
}

/** The identity provider that said who they are. */
interface SignedOn {
  readonly method: 'single_sign_on';
  /** The session at the identity provider; empty if that names none. */
  readonly sign_on_sid: string;
  /** In seconds since 1970. */
  readonly confirmed_at: number;
}

/** Signs an account in on a device. Authenticates nobody. [SS1] */
export async function openSession(
  context: WriteContext,
  realm_id: RealmId,
  { user_id, email }: Holder,
  device_name: string,
  proof: Proof | SignedOn = { method: 'password' },
): Promise<NewSession> {
  const { tx, now } = context;
  const at = seconds(now);
  const forgotten = await tx.all<{ session_id: number }>(
    sql`delete from sessions where user_id = ${user_id} and (ended_at < ${at - KEPT_SECS} or last_used_at < ${at - SESSION_IDLE_SECS - KEPT_SECS} or created_at < ${at - SESSION_LIFETIME_SECS - KEPT_SECS})
     returning session_id`,
  );
  await endDependents(context, forgotten);
  await makeRoom(context, user_id);
  const { confirmed_at, sign_on_sid } =
    proof.method === 'single_sign_on' ? proof : { confirmed_at: at, sign_on_sid: null };
  const session_key = randomBytes(SESSION_KEY_BYTES).toString('hex');
  const row = await tx.get<{ session_id: number }>(
    sql`insert into sessions (realm_id, user_id, key_digest, device_name, created_at, last_used_at, confirmed_at, sign_on_sid)
     values (${realm_id}, ${user_id}, ${digestOf(session_key)}, ${device_name}, ${at}, ${at}, ${confirmed_at}, ${sign_on_sid}) returning session_id`,
  );
  recordSignIn(context, user_id, device_name, { method: proof.method, credentials: 'session' });
  return { session_id: row!.session_id, session_key, email, user_id };
}

/** Ends the least recently used sessions, so that one more fits. [SS7] */
async function makeRoom(context: WriteContext, user_id: UserId): Promise<void> {
  const rows = await context.tx.all<{ session_id: number }>(
    sql`select session_id from sessions where user_id = ${user_id} and ended_at is null
     order by last_used_at desc, session_id desc limit 1000 offset ${Math.max(0, context.caps.of('sessions') - 1)}`,
  );
  for (const { session_id } of rows) await endSessionsWhere(context, user_id, sql`session_id = ${session_id}`);
}

/** Checks no password. [SS10] */
export async function confirmSession({ tx, now }: WriteContext, user_id: UserId, session_id: number): Promise<void> {
  await tx.run(
    sql`update sessions set confirmed_at = ${seconds(now)} where session_id = ${session_id} and user_id = ${user_id}`,
  );
}

/** Ends one of the account's own sessions; another's is reported as missing. [SS5] */
export async function endSession(context: WriteContext, user_id: UserId, session_id: number): Promise<void> {
  const session = await findSession(context.tx, user_id, session_id);
  if (!session || isOver(session, seconds(context.now))) throw Refused('session_gone');
  await endSessionsWhere(context, user_id, sql`session_id = ${session_id}`);
}

/** Ends the session of a device that kept only the digest of its key. [SS9] */
export async function endSessionByDigest(context: WriteContext, realm_id: RealmId, key_digest: string): Promise<void> {
  const session = await findSessionByDigest(context.tx, realm_id, key_digest);
  if (!session || isOver(session, seconds(context.now))) throw BadRequest('Invalid session');
  await endSessionsWhere(context, session.user_id, sql`session_id = ${session.session_id}`);
}

/** Ends all sessions of an account, except one if given; returns their number. [SS6] */
export async function endSessions(context: WriteContext, user_id: UserId, except?: number): Promise<number> {
  // Pending changes of address must not survive: the new address could reset the password.
  await forgetConfirmations(context, user_id, 'email-change');
  return endSessionsWhere(context, user_id, sql`session_id <> ${except ?? 0}`);
}

/** Ends the sessions that began at the identity provider: all, or those of one session there. */
export async function endSignedOn(context: WriteContext, user_id: UserId, sid: string | null): Promise<void> {
  const which = sid === null ? sql`sign_on_sid is not null` : sql`sign_on_sid = ${sid}`;
  await endSessionsWhere(context, user_id, which);
}

/** Ends all sessions of an inactive account. [SS6] */
export async function endSessionsOfInactive(context: WriteContext, { user_id }: { user_id: UserId }): Promise<void> {
  await endSessions(context, user_id);
}

/** Ends the sessions with the key, unless the owner asked for another key. [SS6] */
export async function endSessionsWithKey(
  context: WriteContext,
  { user_id, keeps_sessions }: { user_id: UserId; keeps_sessions: boolean },
): Promise<void> {
  if (!keeps_sessions) await endSessions(context, user_id);
}

async function endSessionsWhere(context: WriteContext, user_id: UserId, which: Fragment): Promise<number> {
  const { tx, now, invalidateAccess } = context;
  const ended = await tx.all<{ session_id: number }>(
    sql`update sessions set ended_at = ${seconds(now)} where user_id = ${user_id} and ended_at is null and ${which}
     returning session_id`,
  );
  if (ended.length === 0) return 0;
  await endDependents(context, ended);
  invalidateAccess([user_id]);
  return ended.length;
}

async function endDependents(
  { tx, trigger }: WriteContext,
  sessions: readonly { readonly session_id: number }[],
): Promise<void> {
  const session_ids = sessions.map(({ session_id }) => session_id);
  await removeQueuesOfSessions(tx, session_ids);
  await trigger(sessionsEnded, { session_ids });
}

/** Precision of last-used times. */
const NOTED_EVERY_SECS = 5 * 60;

export const sessionUses = (writer: Writer) =>
  new LastUseRecorder(writer, NOTED_EVERY_SECS, (tx, session_id, now_secs) =>
    tx.run(
      sql`update sessions set last_used_at = ${now_secs} where session_id = ${session_id} and last_used_at < ${now_secs}`,
    ),
  );
