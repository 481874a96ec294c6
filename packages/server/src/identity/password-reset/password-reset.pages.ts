// The pages for a forgotten password: requesting a link, and choosing a new one.

import { Refused, type UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection, Store } from '../../kit/database/connection.ts';
import type { FormPage } from '../../kit/http/pages/form-page.ts';
import type { Field } from '../../kit/http/pages/html-page.ts';
import { NEW_PASSWORD } from '../../kit/http/parameters/fields.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import type { PasswordDirectory } from '../../kit/sign-in/password-directory.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import { checkEmail } from '../../kit/text/email-addresses.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import { checkHasOwnPassword } from '../auth/own-proof.queries.ts';
import { checkTakesPasswords } from '../auth/password-sign-in.rules.ts';
import { checkStrength } from '../auth/password-strength.ts';
import { hashPassword } from '../auth/passwords.ts';
import { usedLink } from '../confirmations/confirmations.actions.ts';
import { openSession } from '../sessions/sessions.actions.ts';
import { deviceName } from '../sessions/sessions.rules.ts';
import { recordFirstLogin } from '../users/first-login.actions.ts';
import { checkPassword } from '../users/users.rules.ts';
import { askForReset, resetPassword } from './password-reset.actions.ts';
import { findResetLink } from './reset-links.queries.ts';

interface PasswordResetServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly sends_mail: boolean;
  readonly directory: PasswordDirectory | null;
  readonly second_factor: SecondFactor;
  readonly facts: Pick<ServerFacts, 'takes_passwords'>;
}

export function passwordResetPages(services: PasswordResetServices): FormPage[] {
  const { store, writer, sends_mail, directory, facts, second_factor } = services;
  const needsMore = async (tx: Connection, realm: Realm, user_id: UserId) => {
    const account = (await findCredentialsById(tx, realm.realm_id, user_id))!;
    return (await second_factor.isNeeded(tx, user_id)) || second_factor.needsPasskey(tx, realm, account);
  };
  return [
    {
      path: '/forgot-password',
      is_in_client: true,
      async show() {
        checkTakesPasswords(facts);
        if (!sends_mail) throw Refused('no_mail');
        return {
          title: 'Choose a new password',
          paragraphs: ['Enter your email address and we’ll send you a link.'],
          form: {
            fields: [{ name: 'email', label: 'Email address', type: 'email', autocomplete: 'email' }],
            button: 'Send link',
          },
        };
      },
      async submit({ realm }, field) {
        checkTakesPasswords(facts);
        const email = checkEmail(field('email'));
        await writer.write(realm.realm_id, async (context) => askForReset(context, email));
        const sentence = `If there’s an account for ${email}, we’ve sent a link to it.`;
        return { view: { title: 'Check your email', paragraphs: [sentence] }, result: {} };
      },
    },
    {
      path: '/reset-password/:key',
      is_in_client: true,
      async show({ realm, key, now }) {
        checkTakesPasswords(facts);
        const link = key && (await findResetLink(store.db, realm.realm_id, key, now));
        if (!link) throw usedLink();
        const { confirmation, user } = link;
        await checkHasOwnPassword(store.db, directory, user);
        const address: Field = {
          name: 'email',
          label: 'Email address',
          type: 'email',
          autocomplete: 'username',
          value: confirmation.email,
          readonly: true,
        };
        return {
          title: 'Choose a new password',
          paragraphs: ['You’ll be signed out on all your devices and apps.'],
          form: { fields: [address, { ...NEW_PASSWORD, label: 'New password' }], button: 'Change password' },
          facts: { organization: realm.name, email: confirmation.email },
        };
      },
      async submit({ realm, key, now, client }, field) {
        checkTakesPasswords(facts);
        const link = await findResetLink(store.db, realm.realm_id, key!, now);
        if (!link) throw usedLink();
        const { confirmation, user: owner } = link;
        await checkHasOwnPassword(store.db, directory, owner);
        const password = await checkStrength(checkPassword(field('password')), [confirmation.email, realm.name]);
        const password_hash = await hashPassword(password);
        const device = field('device_name');
        const reset = async (context: WriteContext) => {
          const user = await resetPassword(context, realm, key!, password_hash, { sends_mail });
          // A mailbox is no second factor. [TF15]
          if (!device || (await needsMore(context.tx, realm, user.user_id))) return {};
          await recordFirstLogin(context, realm, user.user_id);
          return openSession(context, realm.realm_id, user, deviceName(device, client));
        };
        const result = await writer.write(realm.realm_id, reset, { origin: WITHOUT_CREDENTIALS });
        const sentence = 'Your password was changed. Sign in to your apps again.';
        return { view: { title: 'Done', paragraphs: [sentence] }, result };
      },
    },
  ];
}
