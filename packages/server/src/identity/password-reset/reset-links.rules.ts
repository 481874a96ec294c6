// Decides who may make a link to a new password for whom. Pure. [AU24]
import { BadRequest, Refused, ROLE, type Role } from '@stoa/contract';
import { checkMayChangeAccess } from '../account-changes/account-changes.rules.ts';

interface Account {
  readonly user_id: number;
  readonly role: Role;
  readonly is_bot: boolean;
  readonly is_active: boolean;
}

/** For the operator too. */
export function checkHasPassword(user: Account): void {
  if (user.is_bot) throw BadRequest('Bots have no password.');
  if (!user.is_active) throw Refused('reset_deactivated');
}

export function checkMayMakeResetLink(maker: Account, user: Account): void {
  if (maker.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  if (maker.user_id === user.user_id) throw Refused('reset_own_password');
  checkMayChangeAccess(maker, user);
}

/** Whether a link still counts: its maker may have lost the role, or the account may have become an owner's. */
export function stillMayMakeResetLink(maker: Account | undefined, user: Account): boolean {
  if (!maker?.is_active || maker.role > ROLE.administrator) return false;
  return user.role !== ROLE.owner || maker.role === ROLE.owner;
}
