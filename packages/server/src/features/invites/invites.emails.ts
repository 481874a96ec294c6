// The invitation email. Composed when sent, so that a revoked invitation is not sent. [IV9]

import { findUserByEmail } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { type Composer, type Mail, renderEmail } from '../../kit/mail/email-templates.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import { INVITATION_TEMPLATE } from './invites.actions.ts';
import { findUnrevokedInvite, linkOf } from './invites.queries.ts';

/** The inviter may not be able to see the account, so its owner is told. [US25] */
const alreadyIn = (realm: Realm, inviter: string, to: string, is_active: boolean): Mail =>
  renderEmail({
    to,
    subject: `${inviter} invited you to join ${realm.name}`,
    blocks: [
      { text: 'Hello,' },
      { text: `${inviter} invited you to join ${realm.name}, a team chat at ${realm.url}.` },
      is_active
        ? { text: 'You already have an account with this email address, so just sign in.' }
        : { text: 'Your account there is deactivated. Ask an administrator to reactivate it.' },
      ...(is_active ? [{ label: 'Sign in', url: `${realm.url}/` }] : []),
    ],
    footer: 'If you don’t know who sent this, you can ignore this email.',
  });

export function invitationComposer({ links }: SignUpConfig): Composer {
  return {
    template: INVITATION_TEMPLATE,
    async compose(db, realm, { invite_id }) {
      const usable = await findUnrevokedInvite(db, realm.realm_id, Number(invite_id));
      if (!usable || usable.invite.email === null) return null;
      const { invite, inviter } = usable;
      const user = await findUserByEmail(db, realm, invite.email!);
      if (user) return alreadyIn(realm, inviter.full_name, invite.email!, user.is_active);
      const { expires_at } = invite;
      const until = expires_at === null ? [] : [{ text: `This invitation expires on ${dayOf(expires_at)}.` }];
      return renderEmail({
        to: invite.email!,
        subject: `${inviter.full_name} invited you to join ${realm.name}`,
        blocks: [
          { text: 'Hello,' },
          { text: `${inviter.full_name} invited you to join ${realm.name}, a team chat at ${realm.url}.` },
          { label: `Join ${realm.name}`, url: linkOf(realm, links, invite) },
          ...until,
        ],
        footer: 'If you don’t know who sent this, you can ignore this email.',
      });
    },
  };
}

/** For example: 1 May 2026, 12:30 UTC. */
function dayOf(timestamp: number): string {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-GB', form).format(timestamp * 1000).replace(' at ', ', ')} UTC`;
}
