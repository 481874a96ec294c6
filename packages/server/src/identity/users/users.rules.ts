// Validates names of accounts, and decides who may see an address. Pure.
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, Refused, ROLE, type Role } from '@stoa/contract';
import { hasUnusableCharacter } from '../../kit/text/name-characters.ts';

/** In Unicode code points. */
export const FULL_NAME_MAX = 100;

/** The Notification Bot of every organization. Nobody can own its address. [US21] */
export const NOTIFICATION_BOT = { email: 'notification-bot@stoa.invalid', full_name: 'Notification Bot' } as const;

/** Values of `email_address_visibility`: who may see an account's real address. */
export const EMAIL_VISIBILITY = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const;

export function canSeeEmail(visibility: number, reader: Role): boolean {
  if (visibility === EMAIL_VISIBILITY.everyone) return true;
  if (visibility === EMAIL_VISIBILITY.members) return reader <= ROLE.member;
  if (visibility === EMAIL_VISIBILITY.moderators) return reader <= ROLE.moderator;
  if (visibility === EMAIL_VISIBILITY.administrators) return reader <= ROLE.administrator;
  return false;
}

export function checkFullName(full_name: string): string {
  const trimmed = full_name.trim();
  if (trimmed === '') throw Refused('name_empty');
  if ([...trimmed].length > FULL_NAME_MAX) throw Refused('name_long');
  // Characters that would break mentions or deceive readers.
  if (/[*`\\>"@]/u.test(trimmed) || hasUnusableCharacter(trimmed)) throw Refused('name_characters');
  // Reserved: mentions tell people with the same name apart by this ending.
  if (/\|\d+$/.test(trimmed)) throw Refused('name_format');
  return trimmed;
}

export function checkPassword(password: string): string {
  if ([...password].length < PASSWORD_MIN_LENGTH) throw Refused('short_password', { count: PASSWORD_MIN_LENGTH });
  if ([...password].length > PASSWORD_MAX_LENGTH) throw Refused('long_password', { count: PASSWORD_MAX_LENGTH });
  return password;
}

/** A bot's role may not exceed its owner's. [BO19] */
export function checkWithinOwner(owner: { readonly role: Role }, role: Role): void {
  if (role < owner.role) throw Refused('bot_role');
}
