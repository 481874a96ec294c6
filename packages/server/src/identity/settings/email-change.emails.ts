// The mail that confirms a new address, and the notice to the old one.
import type { UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import { type Composer, type Mail, renderEmail } from '../../kit/mail/email-templates.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import { findConfirmationById } from '../confirmations/confirmations.queries.ts';
import { findUserByEmail, findUsersById } from '../users/users.queries.ts';
import { EMAIL_CHANGE_TEMPLATE, EMAIL_CHANGED_TEMPLATE } from './email-change.actions.ts';

const alreadyYours = (realm: Realm, to: string): Mail =>
  renderEmail({
    to,
    subject: `This address already has an account at ${realm.name}`,
    blocks: [
      { text: 'Hello,' },
      {
        text: `Someone tried to use this address for another account at ${realm.name} (${realm.url}). It already has an account there, so nothing changed.`,
      },
    ],
    footer: 'If you didn’t request this, you can ignore this email.',
  });

export function emailChangeComposers(links: LinkKeys): Composer[] {
  return [
    {
      template: EMAIL_CHANGE_TEMPLATE,
      async compose(db, realm, { confirmation_id }, now) {
        const confirmation = await findConfirmationById(db, realm.realm_id, Number(confirmation_id), now);
        if (!confirmation) return null;
        const [user] = await findUsersById(db, realm.realm_id, [confirmation.user_id as UserId]);
        if (!user?.is_active) return null;
        // The address is taken, and the requester was not told. [US25]
        if (await findUserByEmail(db, realm, confirmation.email)) return alreadyYours(realm, confirmation.email);
        return renderEmail({
          to: confirmation.email,
          subject: `Confirm your new email address for ${realm.name}`,
          blocks: [
            { text: `Hello ${user.full_name},` },
            { text: `Confirm that this is the new email address of your account at ${realm.name} (${realm.url}).` },
            {
              label: 'Confirm address',
              url: `${realm.url}/confirm-email/${links.keyOf('email-change', confirmation.nonce)}/`,
            },
            { text: 'The link works once and expires in 24 hours.' },
          ],
          footer: 'If you didn’t request this, you can ignore this email. Nothing will change.',
        });
      },
    },
    {
      template: EMAIL_CHANGED_TEMPLATE,
      async compose(_db, realm, { to, new_email }) {
        return renderEmail({
          to: String(to),
          subject: `Your email address for ${realm.name} was changed`,
          blocks: [
            { text: 'Hello,' },
            { text: `The email address of your account at ${realm.name} (${realm.url}) is now ${String(new_email)}.` },
          ],
          footer: 'If this wasn’t you, tell an administrator right away.',
        });
      },
    },
  ];
}
