// The email that confirms an address, or tells its owner that it already has an account. [SU5]

import { findConfirmationById } from '../../identity/confirmations/confirmations.queries.ts';
import { findUserByEmail } from '../../identity/users/users.queries.ts';
import { type Composer, writeLetter } from '../../kit/mail/letters.ts';
import type { SignUpConfig } from '../../kit/sign-up-config.ts';
import { SIGN_UP_LETTER } from './sign-up.actions.ts';

export function signUpComposer({ links }: SignUpConfig): Composer {
  return {
    letter: SIGN_UP_LETTER,
    async compose(db, realm, { confirmation_id }, now) {
      const confirmation = await findConfirmationById(db, realm.realm_id, Number(confirmation_id), now);
      if (!confirmation) return null;
      const { email, nonce } = confirmation;
      const footer = 'If you did not ask for this, ignore this mail: without you nothing happens.';
      if (await findUserByEmail(db, realm, email))
        return writeLetter({
          to: email,
          subject: `You already have an account at ${realm.name}`,
          blocks: [
            { text: 'Hello,' },
            {
              text: `Somebody, probably you, wants to join ${realm.name}. There is an account with this address already.`,
            },
            { label: 'Choose a new password', url: `${realm.url}/forgot-password/` },
          ],
          footer,
        });
      return writeLetter({
        to: email,
        subject: `Confirm your address to join ${realm.name}`,
        blocks: [
          { text: 'Hello,' },
          { text: `This address was given to join ${realm.name}, a team chat at ${realm.url}.` },
          { label: 'Go on', url: `${realm.url}/join/${links.keyOf('sign-up', nonce)}/` },
          { text: 'The link can be used once, within a day.' },
        ],
        footer,
      });
    },
  };
}
