// Resets a forgotten password by a link, and mails such links to the account's address. [AU12] [AU13]

import type { Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WritingHandler } from '../../kit/jobs/jobs.ts';
import { queueEmail } from '../../kit/mail/mail-queue.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import type { PasswordDirectory } from '../../kit/sign-in/password-directory.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import {
  createConfirmation,
  forgetConfirmations,
  spendConfirmation,
  usedLink,
} from '../confirmations/confirmations.actions.ts';
import { getRealm } from '../realm/realm.queries.ts';
import { resetApiKey } from '../users/users.actions.ts';
import type { UserRow } from '../users/users.present.ts';
import { findUserByEmail } from '../users/users.queries.ts';
import { findResetLink } from './reset-links.queries.ts';

export const PASSWORD_RESET_TEMPLATE = 'password-reset';
/** For an account whose password is that of the directory. */
export const PASSWORD_ELSEWHERE_TEMPLATE = 'password-elsewhere';
export const PASSWORD_CHANGED_TEMPLATE = 'password-changed';

const RESET_JOB = 'password-reset';

/** Enqueues the search for the account, to run after the response: the same write for any address. [AU12] */
export function askForReset({ enqueue }: WriteContext, email: string): void {
  enqueue({ kind: RESET_JOB, body: { email } });
}

/** Does the same work for an address without an account, so that load reveals nothing. */
export function passwordResetHandler(links: LinkKeys, directory: PasswordDirectory | null): WritingHandler {
  return {
    kind: RESET_JOB,
    async write(context, { realm_id, body }) {
      const email = String(body.email);
      const user = await findUserByEmail(context.tx, await getRealm(context.tx, realm_id), email);
      // Only the real address counts: others know the made-up one, and must not be able to cause mail by it.
      const has_account = user?.is_active && !user.is_bot && emailKey(user.email) === emailKey(email);
      if (has_account && directory && (await directory.connects(context.tx, user.user_id))) {
        queueEmail(context, PASSWORD_ELSEWHERE_TEMPLATE, { user_id: user.user_id, provider: directory.name });
        return;
      }
      const confirmation_id = await createConfirmation(context, realm_id, links, {
        purpose: 'password-reset',
        email: has_account ? user.email : email,
        user_id: has_account ? user.user_id : null,
        invite_id: null,
      });
      queueEmail(context, PASSWORD_RESET_TEMPLATE, { confirmation_id });
    },
  };
}

/** Ends all access by the old password, keys and queues. */
export async function resetPassword(
  context: WriteContext,
  realm: Realm,
  key: string,
  password_hash: string,
  { sends_mail }: { readonly sends_mail: boolean },
): Promise<UserRow> {
  const { tx, now } = context;
  const link = await findResetLink(tx, realm.realm_id, key, now);
  if (!link) throw usedLink();
  const { confirmation, user } = link;
  await spendConfirmation(context, confirmation);
  const { user_id } = user;
  context.record({ kind: 'account_password_changed', user_id, acting_user_id: user_id });
  await tx.run(sql`update users set password_hash = ${password_hash} where user_id = ${user.user_id}`);
  await resetApiKey(context, realm, user.user_id);
  await forgetConfirmations(context, user.user_id, 'password-reset');
  if (sends_mail) queueEmail(context, PASSWORD_CHANGED_TEMPLATE, { user_id: user.user_id });
  return user;
}
