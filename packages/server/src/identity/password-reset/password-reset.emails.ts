// The mail with the link to a new password, the mail instead of it to people of a directory, and the mail after a change.

import { type Composer, renderEmail } from '../../kit/mail/email-templates.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import { findConfirmationById } from '../confirmations/confirmations.queries.ts';
import { findAddressee } from '../users/users.queries.ts';
import {
  PASSWORD_CHANGED_TEMPLATE,
  PASSWORD_ELSEWHERE_TEMPLATE,
  PASSWORD_RESET_TEMPLATE,
} from './password-reset.actions.ts';

export function passwordComposers(links: LinkKeys): Composer[] {
  return [
    {
      template: PASSWORD_RESET_TEMPLATE,
      async compose(db, realm, { confirmation_id }, now) {
        if (typeof confirmation_id !== 'number') return null;
        const confirmation = await findConfirmationById(db, realm.realm_id, confirmation_id, now);
        // A confirmation exists for every requested address; mail goes to accounts only. [AU12]
        if (!confirmation || confirmation.user_id === null) return null;
        return renderEmail({
          to: confirmation.email,
          subject: `Reset your password for ${realm.name}`,
          blocks: [
            { text: 'Hello,' },
            {
              text: `Someone, probably you, asked to reset the password of your account at ${realm.name} (${realm.url}).`,
            },
            {
              label: 'Choose a new password',
              url: `${realm.url}/reset-password/${links.keyOf('password-reset', confirmation.nonce)}/`,
            },
            { text: 'The link works once and expires in an hour.' },
          ],
          footer: 'If you didn’t request this, you can ignore this email. Your password won’t change.',
        });
      },
    },
    {
      template: PASSWORD_ELSEWHERE_TEMPLATE,
      async compose(db, realm, { user_id, provider }) {
        const user = await findAddressee(db, realm, user_id);
        if (!user) return null;
        return renderEmail({
          to: user.email,
          subject: `Your password for ${realm.name}`,
          blocks: [
            { text: 'Hello,' },
            {
              text: `Someone, probably you, asked to reset the password of your account at ${realm.name} (${realm.url}). You sign in there with your password of ${provider}, so it can only be changed there.`,
            },
          ],
          footer: 'If you didn’t request this, you can ignore this email. Your password won’t change.',
        });
      },
    },
    {
      template: PASSWORD_CHANGED_TEMPLATE,
      async compose(db, realm, { user_id }) {
        const user = await findAddressee(db, realm, user_id);
        if (!user) return null;
        return renderEmail({
          to: user.email,
          subject: `Your password for ${realm.name} was changed`,
          blocks: [
            { text: 'Hello,' },
            {
              text: `The password of your account at ${realm.name} (${realm.url}) was changed, and you were signed out everywhere.`,
            },
          ],
          footer: 'If this wasn’t you, reset your password right away and tell an administrator.',
        });
      },
    },
  ];
}
