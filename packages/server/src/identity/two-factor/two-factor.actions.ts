// Every write of two-factor sign-in: on, off, recovery codes, and the codes that are used.
import { RECOVERY_CODES, Refused, type UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { queueEmail } from '../../kit/mail/mail-queue.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { checkMayChangeAccess } from '../account-changes/account-changes.rules.ts';
import { removePasskeys } from '../passkeys/passkeys.actions.ts';
import { getUserRow } from '../users/users.queries.ts';
import { newRecoveryCode, readCode, recoveryDigest } from './codes.rules.ts';
import { stepOfCode } from './totp.rules.ts';
import { findTwoFactor } from './two-factor.queries.ts';
import { openOrNull, openSetup, secretPurpose } from './two-factor.rules.ts';

export const TWO_FACTOR_TEMPLATE = 'two-factor';

/** How the mail says what changed, and whether somebody else did it. */
export type TwoFactorChange = 'on' | 'off' | 'off-by-other';

export interface Setup {
  readonly setup: string;
  readonly code: string;
}

/** Switches it on; returns the recovery codes. [TF3] [TF4] */
export async function enableTwoFactor(
  context: WriteContext,
  vault: Vault,
  user_id: UserId,
  { setup, code }: Setup,
): Promise<string[]> {
  const { tx, now } = context;
  const secret = openSetup(vault, user_id, setup, now);
  if (secret === null) throw Refused('two_factor_stale');
  const given = readCode(code);
  const step = given?.kind === 'app' ? stepOfCode(secret, given.code, now) : null;
  if (step === null) throw Refused('two_factor_code');
  const added = await tx.run(
    sql`insert into two_factor (user_id, secret_sealed, enabled_at, last_step)
     values (${user_id}, ${vault.seal(secret, secretPurpose(user_id))}, ${seconds(now)}, ${step}) on conflict (user_id) do nothing`,
  );
  if (added === 0) throw Refused('two_factor_on');
  context.record({ kind: 'account_two_factor_enabled', user_id });
  return replaceCodes(context, user_id);
}

/** Ends earlier recovery codes. */
export async function replaceRecoveryCodes(context: WriteContext, user_id: UserId): Promise<string[]> {
  if ((await findTwoFactor(context.tx, user_id)) === null) throw Refused('two_factor_off');
  context.record({ kind: 'account_recovery_codes_replaced', user_id });
  return replaceCodes(context, user_id);
}

async function replaceCodes({ tx }: WriteContext, user_id: UserId): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.run(sql`delete from recovery_codes where user_id = ${user_id}`);
  for (const code of codes)
    await tx.run(sql`insert into recovery_codes (user_id, code_digest) values (${user_id}, ${recoveryDigest(code)})`);
  return codes;
}

/** Switches it off; false if it was off. */
export async function disableTwoFactor({ tx, record }: WriteContext, user_id: UserId): Promise<boolean> {
  await tx.run(sql`delete from recovery_codes where user_id = ${user_id}`);
  const was_on = (await tx.run(sql`delete from two_factor where user_id = ${user_id}`)) === 1;
  if (was_on) record({ kind: 'account_two_factor_disabled', user_id });
  return was_on;
}

interface Removed {
  readonly was_on: boolean;
  /** How many there were. */
  readonly passkeys: number;
}

/** For somebody who lost the device: passkeys too, which it may have had. [TF11] [PK10] */
export async function removeSecondFactors(context: WriteContext, user_id: UserId): Promise<Removed> {
  return { was_on: await disableTwoFactor(context, user_id), passkeys: await removePasskeys(context, user_id) };
}

export async function disableTwoFactorOf(context: WriteContext, actor: Actor, user_id: UserId): Promise<Removed> {
  checkMayChangeAccess(actor, await getUserRow(context.tx, actor.realm.realm_id, user_id));
  const removed = await removeSecondFactors(context, user_id);
  if (!removed.was_on && removed.passkeys === 0) throw Refused('two_factor_off');
  return removed;
}

export function mailTwoFactorChange(context: WriteContext, user_id: UserId, change: TwoFactorChange): void {
  queueEmail(context, TWO_FACTOR_TEMPLATE, { user_id, change });
}

/** Uses a code up, so that it counts once at all nodes. True as well if there is nothing to be asked for any more. [TF6] [TF8] */
export async function spendCode(
  { tx, now }: WriteContext,
  vault: Vault,
  user_id: UserId,
  code: string,
): Promise<boolean> {
  const two_factor = await findTwoFactor(tx, user_id);
  if (two_factor === null) return true;
  const given = readCode(code);
  if (given === null) return false;
  if (given.kind === 'recovery') {
    const { digest } = given;
    return (await tx.run(sql`delete from recovery_codes where user_id = ${user_id} and code_digest = ${digest}`)) === 1;
  }
  const secret = openOrNull(vault, two_factor.secret_sealed, secretPurpose(user_id));
  const step = secret === null ? null : stepOfCode(secret, given.code, now);
  if (step === null) return false;
  return (
    (await tx.run(
      sql`update two_factor set last_step = ${step} where user_id = ${user_id} and last_step < ${step}`,
    )) === 1
  );
}
