// Finds the account that a link to a new password belongs to.
import type { RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { type Confirmation, findConfirmation } from '../confirmations/confirmations.queries.ts';
import type { UserRow } from '../users/users.present.ts';
import { findUsersById } from '../users/users.queries.ts';
import { stillMayMakeResetLink } from './reset-links.rules.ts';

export interface ResetLinkOwner {
  readonly confirmation: Confirmation;
  readonly user: UserRow;
}

/** Null for a link that is unknown, used or expired, whose account has ended, or whose maker may not make it any more. */
export async function findResetLink(
  db: Connection,
  realm_id: RealmId,
  key: string,
  now: number,
): Promise<ResetLinkOwner | null> {
  const confirmation = await findConfirmation(db, realm_id, 'password-reset', key, now);
  if (!confirmation || confirmation.user_id === null) return null;
  const { user_id, email_key, made_by_user_id } = confirmation;
  const accounts = await findUsersById(db, realm_id, made_by_user_id === null ? [user_id] : [user_id, made_by_user_id]);
  const user = accounts.find((account) => account.user_id === user_id);
  if (!user?.is_active || emailKey(user.email) !== email_key) return null;
  const maker = accounts.find((account) => account.user_id === made_by_user_id);
  if (made_by_user_id !== null && !stillMayMakeResetLink(maker, user)) return null;
  return { confirmation, user };
}
