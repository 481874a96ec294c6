// The mail to a person whose two-factor sign-in was switched on or off. [TF13]
import { type Composer, renderEmail } from '../../kit/mail/email-templates.ts';
import { findAddressee } from '../users/users.queries.ts';
import { TWO_FACTOR_TEMPLATE, type TwoFactorChange } from './two-factor.actions.ts';

const SENTENCES: Readonly<Record<TwoFactorChange, (where: string) => string>> = {
  on: (where) =>
    `Two-factor sign-in was switched on for your account at ${where}: signing in needs a code of your app.`,
  off: (where) => `Two-factor sign-in was switched off for your account at ${where}: your password is enough again.`,
  'off-by-other': (where) =>
    `An administrator switched two-factor sign-in off for your account at ${where}: your password is enough again.`,
};

export const twoFactorComposer: Composer = {
  template: TWO_FACTOR_TEMPLATE,
  async compose(db, realm, { user_id, change }) {
    const user = await findAddressee(db, realm, user_id);
    if (!user) return null;
    return renderEmail({
      to: user.email,
      subject: `Two-factor sign-in for ${realm.name} was switched ${change === 'on' ? 'on' : 'off'}`,
      blocks: [{ text: 'Hello,' }, { text: SENTENCES[change as TwoFactorChange](`${realm.name} (${realm.url})`) }],
      footer: 'If you don’t expect this, change your password right away and tell an administrator.',
    });
  },
};
