// The mail that invites somebody. Composed when it leaves: what was revoked meanwhile is not sent. [IV9]
import type { Doors } from '../kit/doors.ts';
import { type Composer, writeLetter } from '../mail/mail.rules.ts';
import { INVITATION_LETTER } from './invites.actions.ts';
import { findUnrevokedInvite, linkOf } from './invites.queries.ts';

export function invitationComposer({ links }: Doors): Composer {
  return {
    letter: INVITATION_LETTER,
    async compose(db, realm, { invite_id }) {
      const usable = await findUnrevokedInvite(db, realm.realm_id, Number(invite_id));
      if (!usable || usable.invite.email === null) return null;
      const { invite, inviter } = usable;
      const { expires_at } = invite;
      const until = expires_at === null ? [] : [{ text: `The invitation holds until ${dayOf(expires_at)}.` }];
      return writeLetter({
        to: invite.email!,
        subject: `${inviter.full_name} has invited you to ${realm.name}`,
        blocks: [
          { text: 'Hello,' },
          { text: `${inviter.full_name} has invited you to ${realm.name}, a team chat at ${realm.url}.` },
          { label: `Join ${realm.name}`, url: linkOf(realm, links, invite) },
          ...until,
        ],
        footer: 'If you do not know who this is from, ignore this mail: without you nothing happens.',
      });
    },
  };
}

/** For example: 1 May 2026, 12:30 UTC. */
function dayOf(timestamp: number): string {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-GB', form).format(timestamp * 1000).replace(' at ', ', ')} UTC`;
}
