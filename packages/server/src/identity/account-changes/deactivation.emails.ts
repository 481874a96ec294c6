// The mail about a deactivated account. Not sent if it was reactivated meanwhile. [US23]
import type { UserId } from '@stoa/contract';
import { type Composer, renderEmail } from '../../kit/mail/email-templates.ts';
import { findUsersById } from '../users/users.queries.ts';
import { DEACTIVATION_TEMPLATE } from './account-changes.actions.ts';

export const deactivationComposer: Composer = {
  template: DEACTIVATION_TEMPLATE,
  async compose(db, realm, { user_id, comment }) {
    const [user] = await findUsersById(db, realm.realm_id, [Number(user_id) as UserId]);
    if (!user || user.is_active) return null;
    const text = String(comment ?? '').trim();
    return renderEmail({
      to: user.email,
      subject: `Your account at ${realm.name} was deactivated`,
      blocks: [
        { text: 'Hello,' },
        { text: `An administrator of ${realm.name} (${realm.url}) deactivated your account.` },
        ...(text === '' ? [] : [{ text: 'They wrote:' }, { quote: text }]),
      ],
      footer: 'You can’t sign in any more. If you think this is a mistake, contact your administrators.',
    });
  },
};
