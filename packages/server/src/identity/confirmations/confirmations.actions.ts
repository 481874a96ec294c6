// Creates and spends confirmations: links mailed to an address to prove its ownership. [SU2] [SU5]

import { type RealmId, Refused, type UserId } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { Confirmation, ConfirmationPurpose } from './confirmations.queries.ts';

const HOUR_SECONDS = 60 * 60;
const VALID_SECONDS: Readonly<Record<ConfirmationPurpose, number>> = {
  'sign-up': 24 * HOUR_SECONDS,
  'email-change': 24 * HOUR_SECONDS,
  'password-reset': HOUR_SECONDS,
};
/** Most mails of a kind to one address within an hour, whoever asks for them. */
const MAILS_PER_HOUR = 5;

interface NewConfirmation {
  readonly purpose: ConfirmationPurpose;
  readonly email: string;
  readonly user_id: UserId | null;
  readonly invite_id: number | null;
}

/** Returns its id, for the mail; null if the address got too many mails. */
export async function createConfirmation(
  { tx, now }: WriteContext,
  realm_id: RealmId,
  links: LinkKeys,
  { purpose, email, user_id, invite_id }: NewConfirmation,
): Promise<number | null> {
  const at = seconds(now);
  await tx.run(sql`delete from confirmations where expires_at < ${at - 24 * HOUR_SECONDS}`);
  const recent = await tx.get<{ mails: number }>(
    sql`select count(*) as mails from confirmations where realm_id = ${realm_id} and purpose = ${purpose} and email_key = ${emailKey(email)} and created_at > ${at - HOUR_SECONDS}`,
  );
  if (recent!.mails >= MAILS_PER_HOUR) return null;
  const { nonce, key_hash } = links.create(purpose);
  const row = await tx.get<{ id: number }>(
    sql`insert into confirmations (realm_id, purpose, email, email_key, user_id, invite_id, nonce, key_hash, created_at, expires_at)
     values (${realm_id}, ${purpose}, ${email}, ${emailKey(email)}, ${user_id}, ${invite_id}, ${nonce}, ${key_hash}, ${at}, ${at + VALID_SECONDS[purpose]}) returning id`,
  );
  return row!.id;
}

/** Deletes a key that was used; if two requests use it at the same time, one fails. [SU2] */
export async function spendConfirmation({ tx }: WriteContext, { id }: Confirmation): Promise<void> {
  if ((await tx.run(sql`delete from confirmations where id = ${id}`)) === 0) throw usedLink();
}

export function usedLink() {
  return Refused('link_used');
}

/** Deletes all that were mailed to an address whose owner was erased. */
export async function forgetConfirmationsOfAddress(
  { tx }: WriteContext,
  realm_id: RealmId,
  email_key: string,
): Promise<void> {
  await tx.run(sql`delete from confirmations where realm_id = ${realm_id} and email_key = ${email_key}`);
}

/** Deletes an account's pending confirmations that are no longer valid. */
export async function forgetConfirmations(
  { tx }: WriteContext,
  user_id: UserId,
  purpose: ConfirmationPurpose,
): Promise<void> {
  await tx.run(sql`delete from confirmations where user_id = ${user_id} and purpose = ${purpose}`);
}

/**
 * Deletes the links to passwords that an account made for others, and its own change of address: whoever knew its API key may have made or
 * asked for them. [AU891]
 */
export async function forgetConfirmationsOfKey(
  context: WriteContext,
  { user_id }: { readonly user_id: UserId },
): Promise<void> {
  await forgetConfirmations(context, user_id, 'email-change');
  await context.tx.run(sql`delete from confirmations where made_by_user_id = ${user_id}`);
}

/** Deletes all of an account that was deactivated, so that none comes back with it. [AU24] */
export async function forgetConfirmationsOfInactive(
  context: WriteContext,
  account: { readonly user_id: UserId },
): Promise<void> {
  await forgetConfirmationsOfKey(context, account);
  await forgetConfirmations(context, account.user_id, 'password-reset');
}

/** Deletes all of every account and sign-up: whoever knew the server's secret knew every key, and could have asked for them. [AU893] */
export async function forgetAllConfirmations({ tx }: WriteContext): Promise<void> {
  await tx.run(sql`delete from confirmations`);
}
