// Links to a new password for organizations that send no mail, made by an administrator or the operator. [AU24]

import type { createPasswordResetLink, ResultOf, UserId } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { newLinkKey } from '../../kit/secrets/link-keys.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { forgetConfirmations } from '../confirmations/confirmations.actions.ts';
import type { UserRow } from '../users/users.present.ts';
import { getUserRow } from '../users/users.queries.ts';
import { checkHasPassword, checkMayMakeResetLink } from './reset-links.rules.ts';

const VALID_SECS = 24 * 60 * 60;

type ResetLink = ResultOf<typeof createPasswordResetLink>;

export async function createResetLinkFor(context: WriteContext, actor: Actor, user_id: UserId): Promise<ResetLink> {
  const { realm } = actor;
  const maker = await getUserRow(context.tx, realm.realm_id, actor.user_id);
  const user = await getUserRow(context.tx, realm.realm_id, user_id);
  checkMayMakeResetLink(maker, user);
  return createResetLink(context, realm, user, actor.user_id);
}

/** Ends earlier links of the account. The key is in the response only. */
export async function createResetLink(
  context: WriteContext,
  { realm_id, url }: Realm,
  user: UserRow,
  /** Null for the operator, who may make one for any person. */
  made_by_user_id: UserId | null,
): Promise<ResetLink> {
  checkHasPassword(user);
  const { tx, now } = context;
  context.record({ kind: 'account_reset_link_created', user_id: user.user_id });
  await forgetConfirmations(context, user.user_id, 'password-reset');
  const { key, key_hash } = newLinkKey();
  const created_at = seconds(now);
  const expires_at = created_at + VALID_SECS;
  await tx.run(
    sql`insert into confirmations (realm_id, purpose, email, email_key, user_id, nonce, key_hash, created_at, expires_at, made_by_user_id)
     values (${realm_id}, 'password-reset', ${user.email}, ${emailKey(user.email)}, ${user.user_id}, '', ${key_hash}, ${created_at}, ${expires_at}, ${made_by_user_id})`,
  );
  return { url: `${url}/reset-password/${key}/`, expires_at };
}
