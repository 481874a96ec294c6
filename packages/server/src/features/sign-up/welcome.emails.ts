// The welcome email, if the organization sends one. [SU16]
import { findAddressee } from '../../identity/users/users.queries.ts';
import { type Composer, renderEmail } from '../../kit/mail/email-templates.ts';
import { WELCOME_TEMPLATE } from './welcome.actions.ts';

export const welcomeComposer: Composer = {
  template: WELCOME_TEMPLATE,
  async compose(db, realm, { user_id }) {
    const user = await findAddressee(db, realm, user_id);
    if (!user) return null;
    return renderEmail({
      to: user.email,
      subject: `Welcome to ${realm.name}`,
      blocks: [
        { text: `Hello ${user.full_name},` },
        { text: `Your account at ${realm.name} is ready. Sign in at ${realm.url} with ${user.email}.` },
        {
          text: 'Conversations happen in channels, and each channel has topics. Say hello in one, or look around first: your inbox shows what’s new.',
        },
      ],
      footer: `You’re receiving this email because an account was created with this address at ${realm.name} (${realm.url}).`,
    });
  },
};
