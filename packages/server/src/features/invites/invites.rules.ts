// Decides who can invite with which role, and who can see and revoke invitations; parses lists of addresses. Pure.
import { MAX_INVITEES, Refused, ROLE, type Role, type UserId } from '@stoa/contract';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { InviteRow } from './invites.tables.ts';

type Account = { readonly user_id: UserId; readonly role: Role };
type Invited = Pick<InviteRow, 'invited_as' | 'invited_by_user_id'>;

/** Nobody can invite with a role above their own. [IV3] */
export function mayInviteAs(inviter: { readonly role: Role }, invited_as: Role): boolean {
  return invited_as >= inviter.role;
}

export function checkMayInviteAs(inviter: { readonly role: Role }, invited_as: Role): void {
  if (!mayInviteAs(inviter, invited_as)) throw Refused('invitation_role');
}

/** Whether an account can see and revoke an invitation: its role must not exceed the account's. [IV8] */
export function mayManageInvite(who: Account, invite: Invited): boolean {
  const concerned = who.role <= ROLE.administrator || invite.invited_by_user_id === who.user_id;
  return concerned && mayInviteAs(who, invite.invited_as);
}

/** The same accounts as an audience. [IV12] */
export function managersOf({ invited_as, invited_by_user_id }: Invited): Audience {
  return { role_at_most: Math.min(invited_as, ROLE.administrator) as Role, users: [invited_by_user_id] };
}

/** Splits addresses at commas and newlines, each plain or as `Name <address>`, without duplicates. [IV9] */
export function splitAddresses(text: string): string[] {
  const addresses = text
    .split(/[,\n\r]+/)
    .map((part) => (part.match(/<([^<>]*)>\s*$/)?.[1] ?? part).trim())
    .filter((address) => address !== '');
  const distinct = new Map<string, string>();
  for (const address of addresses)
    if (!distinct.has(address.toLowerCase())) distinct.set(address.toLowerCase(), address);
  if (distinct.size === 0) throw Refused('invitees_none');
  if (distinct.size > MAX_INVITEES) throw Refused('invitees_many', { count: MAX_INVITEES });
  return [...distinct.values()];
}

/** In seconds since 1970; null for never. */
export function expiryOf(now_seconds: number, validity_minutes: number | null): number | null {
  return validity_minutes === null ? null : now_seconds + validity_minutes * 60;
}
