// The email that confirms an address, or tells its owner that it already has an account. [SU5]

import { findConfirmationById } from '../../identity/confirmations/confirmations.queries.ts';
import { findUserByEmail } from '../../identity/users/users.queries.ts';
import { type Composer, renderEmail } from '../../kit/mail/email-templates.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import { SIGN_UP_TEMPLATE } from './sign-up.actions.ts';

export function signUpComposer({ links }: SignUpConfig): Composer {
  return {
    template: SIGN_UP_TEMPLATE,
    async compose(db, realm, { confirmation_id }, now) {
      const confirmation = await findConfirmationById(db, realm.realm_id, Number(confirmation_id), now);
      if (!confirmation) return null;
      const { email, nonce } = confirmation;
      const footer = 'If you didn’t request this, you can ignore this email.';
      if (await findUserByEmail(db, realm, email))
        return renderEmail({
          to: email,
          subject: `You already have an account at ${realm.name}`,
          blocks: [
            { text: 'Hello,' },
            {
              text: `Someone, probably you, tried to sign up for ${realm.name}, but there’s already an account with this email address.`,
            },
            { label: 'Choose a new password', url: `${realm.url}/forgot-password/` },
          ],
          footer,
        });
      return renderEmail({
        to: email,
        subject: `Confirm your email address to join ${realm.name}`,
        blocks: [
          { text: 'Hello,' },
          { text: `Confirm this email address to join ${realm.name}, a team chat at ${realm.url}.` },
          { label: 'Confirm email address', url: `${realm.url}/join/${links.keyOf('sign-up', nonce)}/` },
          { text: 'The link works once and expires in 24 hours.' },
        ],
        footer,
      });
    },
  };
}
