// Who can sign up, with which role and address: by invitation, confirmation, or in an open organization. [SU1] [SU3] [SU4]
import { Refused, ROLE, type Role } from '@stoa/contract';
import { type Confirmation, findConfirmation } from '../../identity/confirmations/confirmations.queries.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { findUnrevokedInvite, findUsableInvite, type UsableInvite } from '../invites/invites.queries.ts';

export interface Admission {
  readonly usable: UsableInvite | null;
  /** The address that the link was mailed to; null if any address is accepted. */
  readonly email: string | null;
  readonly confirmation: Confirmation | null;
}

export function roleOf({ usable }: Admission): Role {
  return usable?.invite.invited_as ?? ROLE.member;
}

/** The admission of a confirmation or invitation link; null if it is not or no longer valid. */
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
  // A sign-up begun in time can finish, unless the invitation was revoked.
  const invited = await findUnrevokedInvite(db, realm_id, invite_id);
  return invited && { usable: invited, email, confirmation };
}

/** Whether people can sign up without an invitation. */
export async function isOpen(db: Connection, realm_id: Realm['realm_id']): Promise<boolean> {
  return !(await getRealmSettings(db, realm_id)).invite_required;
}

/** Without an invitation the address must be confirmed by mail. */
export async function checkOpen(db: Connection, { realm_id }: Realm, sends_mail: boolean): Promise<void> {
  if (!(await isOpen(db, realm_id))) throw Refused('invitation_needed');
  if (!sends_mail) throw Refused('no_mail_to_join');
}

/**
 * A reusable link accepts unconfirmed addresses only if no mail can confirm them and no domain restriction depends on them.
 */
export async function checkTrustsAddresses(db: Connection, { realm_id }: Realm): Promise<void> {
  if ((await getRealmSettings(db, realm_id)).emails_restricted_to_domains) throw Refused('no_mail_for_domain');
}
