// What a link, or an open door, lets somebody do: sign up as what, with which address. [SU1] [SU3] [SU4]
import { BadRequest, ROLE, type Role } from '@stoa/contract';
import { type Confirmation, findConfirmation } from '../../identity/confirmations/confirmations.queries.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Realm } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { findUnrevokedInvite, findUsableInvite, type UsableInvite } from '../invites/invites.queries.ts';

export interface Admission {
  readonly usable: UsableInvite | null;
  /** The address that the link was mailed to; null where anybody may come. */
  readonly email: string | null;
  readonly confirmation: Confirmation | null;
}

export function roleOf({ usable }: Admission): Role {
  return usable?.invite.invited_as ?? ROLE.member;
}

/** What the link of a mail or an invitation admits to; null if it admits nobody, or no longer. */
export async function findAdmission(
  db: Connection,
  { realm_id }: Realm,
  key: string,
  now: number,
): Promise<Admission | null> {
  const usable = await findUsableInvite(db, realm_id, key, now);
  if (usable) return { usable, email: usable.invite.email, confirmation: null };
  const confirmation = await findConfirmation(db, realm_id, 'sign-up', key, now);
  if (!confirmation) return null;
  const { email, invite_id } = confirmation;
  if (invite_id === null) return (await isOpen(db, realm_id)) ? { usable: null, email, confirmation } : null;
  // Whoever asked in time may finish, unless the invitation has been taken back.
  const invited = await findUnrevokedInvite(db, realm_id, invite_id);
  return invited && { usable: invited, email, confirmation };
}

/** Whether people may sign up without an invitation. */
export async function isOpen(db: Connection, realm_id: Realm['realm_id']): Promise<boolean> {
  return !(await getRealmSettings(db, realm_id)).invite_required;
}

/** Without an invitation only an address that can be confirmed lets somebody in. */
export async function checkOpen(db: Connection, { realm_id }: Realm, sends_mail: boolean): Promise<void> {
  if (!(await isOpen(db, realm_id)))
    throw BadRequest('You need an invitation to join this organization. Ask somebody who is in it for one.');
  if (!sends_mail)
    throw BadRequest('This server does not send mail, so it cannot confirm your address. Ask for an invitation link.');
}

/** A link for anybody takes any address on trust only where no mail could confirm it, and where nothing depends on it. */
export async function checkTrustsAddresses(db: Connection, { realm_id }: Realm): Promise<void> {
  if ((await getRealmSettings(db, realm_id)).emails_restricted_to_domains)
    throw BadRequest(
      'This organization only takes addresses of certain domains, and this server sends no mail to confirm yours.',
    );
}
