// Codes that the client exchanges after the provider's response: for a session, or for the confirmation of one. [SO8] [SO13]
import { createHash, randomBytes } from 'node:crypto';
import { type RealmId, Refused, type UserId } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

const CODE_BYTES = 32;
const VALID_SECONDS = 60;

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

export interface SignOnResult {
  readonly user_id: UserId;
  /** The digest of a text that only the client that asked knows. */
  readonly challenge: string;
  /** The session at the provider; empty if it names none. */
  readonly sid: string;
  /** When the person proved who they are, in seconds since 1970. */
  readonly authenticated_at: number;
  /** The session that is confirmed; null for a new one. */
  readonly session_id: number | null;
}

/** The proof of a client that returns from the provider. */
export interface SignOnProof {
  readonly code: string;
  readonly verifier: string;
}

/** The challenge that a client sent beforehand: only it knows the verifier. */
export const challengeOf = (verifier: string): string => digestOf(verifier);

/** Returns the code; the database has only its digest. */
export async function createSignOnCode(
  { tx, now }: WriteContext,
  realm_id: RealmId,
  { user_id, challenge, sid, authenticated_at, session_id }: SignOnResult,
): Promise<string> {
  const at = seconds(now);
  const code = randomBytes(CODE_BYTES).toString('hex');
  await tx.run(sql`delete from sign_on_codes where expires_at <= ${at}`);
  await tx.run(
    sql`insert into sign_on_codes (code_digest, realm_id, user_id, challenge, sid, authenticated_at, session_id, expires_at)
     values (${digestOf(code)}, ${realm_id}, ${user_id}, ${challenge}, ${sid}, ${authenticated_at}, ${session_id}, ${at + VALID_SECONDS})`,
  );
  return code;
}

/** A code works once, and only with the text of the client that asked: the address of somebody else's response is of no use. */
export async function spendSignOnCode(
  { tx, now }: WriteContext,
  realm_id: RealmId,
  { code, verifier }: SignOnProof,
): Promise<SignOnResult> {
  const row = await tx.get<SignOnResult>(
    sql`delete from sign_on_codes where code_digest = ${digestOf(code)} and realm_id = ${realm_id}
       and challenge = ${challengeOf(verifier)} and expires_at > ${seconds(now)}
     returning user_id, challenge, sid, authenticated_at, session_id`,
  );
  if (!row) throw Refused('sign_on_stale');
  return row;
}

/** Deletes codes after a sign-out at the provider: responses from before give no session. [SO12] */
export async function forgetSignOnCodes({ tx }: WriteContext, user_id: UserId, sid: string | null): Promise<void> {
  const which = sid === null ? sql.nothing : sql`and sid = ${sid}`;
  await tx.run(sql`delete from sign_on_codes where user_id = ${user_id} ${which}`);
}
