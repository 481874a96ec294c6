// The mail to a person whose account got or lost a passkey. [PK8]
import { type Composer, renderEmail } from '../../kit/mail/email-templates.ts';
import { findAddressee } from '../users/users.queries.ts';
import { PASSKEY_TEMPLATE, type PasskeyChange } from './passkeys.actions.ts';

const SENTENCES: Readonly<Record<PasskeyChange, (where: string, name: string) => string>> = {
  added: (where, name) =>
    `The passkey “${name}” was added to your account at ${where}: it signs in without a password.`,
  removed: (where, name) => `The passkey “${name}” was removed from your account at ${where}: it signs in no more.`,
  'removed-by-other': (where) => `An administrator removed all passkeys of your account at ${where}.`,
};

export const passkeyComposer: Composer = {
  template: PASSKEY_TEMPLATE,
  async compose(db, realm, { user_id, change, name }) {
    const user = await findAddressee(db, realm, user_id);
    if (!user) return null;
    return renderEmail({
      to: user.email,
      subject: `A passkey was ${change === 'added' ? 'added' : 'removed'} for ${realm.name}`,
      blocks: [
        { text: 'Hello,' },
        { text: SENTENCES[change as PasskeyChange](`${realm.name} (${realm.url})`, String(name)) },
      ],
      footer: 'If you don’t expect this, change your password right away and tell an administrator.',
    });
  },
};
