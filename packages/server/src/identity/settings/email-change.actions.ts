// Changes one's own address once its owner has opened the link mailed to it. [ST11]
import { BadRequest, Refused } from '@stoa/contract';
import { type Actor, isAdministrator, type Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { queueEmail } from '../../kit/mail/mail-queue.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import { checkEmail, emailKey } from '../../kit/text/email-addresses.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { changeEmail } from '../account-changes/account-changes.actions.ts';
import {
  createConfirmation,
  forgetConfirmations,
  spendConfirmation,
  usedLink,
} from '../confirmations/confirmations.actions.ts';
import { findConfirmation } from '../confirmations/confirmations.queries.ts';
import { findEmailObjection } from '../realm/allowed-emails.queries.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import type { UserRow } from '../users/users.present.ts';
import { findUserByAddress, findUserByEmail, findUsersById } from '../users/users.queries.ts';

export const EMAIL_CHANGE_TEMPLATE = 'email-change';
export const EMAIL_CHANGED_TEMPLATE = 'email-changed';

async function checkMayChange(db: Connection, { realm_id }: Realm, user: UserRow): Promise<void> {
  if (user.is_bot) throw BadRequest('The address of a bot cannot be changed.');
  const { email_changes_disabled } = await getRealmSettings(db, realm_id);
  if (email_changes_disabled && !isAdministrator(user)) throw Refused('email_fixed');
}

async function checkAllowed(db: Connection, { realm_id }: Realm, email: string): Promise<void> {
  const objection = await findEmailObjection(db, realm_id, email);
  if (objection !== null) throw objection;
}

const inUse = (email: string) => Refused('email_of_other', { email });

/** Only mails the link; nothing changes yet. */
export async function askForEmailChange(
  context: WriteContext,
  actor: Actor,
  { links, sends_mail }: SignUpConfig,
  user: UserRow,
  input: string,
): Promise<void> {
  const { realm } = actor;
  if (emailKey(input) === emailKey(user.email)) return;
  await checkMayChange(context.tx, realm, user);
  const email = checkEmail(input);
  await checkAllowed(context.tx, realm, email);
  // An address hidden from the actor is not reported as taken; the mail tells its owner. [US25]
  if (await findUserByAddress(context.tx, { actor, realm }, email)) throw inUse(email);
  if (!sends_mail) throw Refused('no_mail_to_confirm');
  // A new request replaces the former one.
  await forgetConfirmations(context, user.user_id, 'email-change');
  const request = { purpose: 'email-change', email, user_id: user.user_id, invite_id: null } as const;
  const id = await createConfirmation(context, realm.realm_id, links, request);
  if (id !== null) queueEmail(context, EMAIL_CHANGE_TEMPLATE, { confirmation_id: id });
}

/** Sets the new address. */
export async function confirmEmailChange(context: WriteContext, realm: Realm, key: string): Promise<string> {
  const { tx, now } = context;
  const confirmation = await findConfirmation(tx, realm.realm_id, 'email-change', key, now);
  if (!confirmation) throw usedLink();
  await spendConfirmation(context, confirmation);
  const [user] = await findUsersById(tx, realm.realm_id, [confirmation.user_id!]);
  if (!user?.is_active) throw usedLink();
  await checkMayChange(tx, realm, user);
  await checkAllowed(tx, realm, confirmation.email);
  if (await findUserByEmail(tx, realm, confirmation.email)) throw inUse(confirmation.email);
  await changeEmail(context, realm, user, confirmation.email);
  queueEmail(context, EMAIL_CHANGED_TEMPLATE, { to: user.email, new_email: confirmation.email });
  return confirmation.email;
}
