// What a group may be called, and what may be done at once. Pure.
import { BadRequest, MAX_USER_GROUP_DESCRIPTION_LENGTH, MAX_USER_GROUP_NAME_LENGTH } from '@stoa/contract';
import { hasUnusableCharacter } from '../../kit/name-characters.ts';

/** Names that begin so are the system's, or mean something else where a group is mentioned. */
const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'];
/** One call may change so many members and subgroups at most. */
const MAX_CHANGES = 20_000;

/** The form that two equal names share: mentions find a group in any case. [GR6] */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export function checkName(given: string): string {
  const name = given.trim().normalize('NFC');
  // Format characters may join visible ones, as in emoji; alone they would be a name that nobody sees.
  if (!/[^\p{Cf}\p{Zs}\p{Mn}]/u.test(name)) throw BadRequest("User group name can't be empty!");
  if ([...name].length > MAX_USER_GROUP_NAME_LENGTH)
    throw BadRequest(`User group name cannot exceed ${MAX_USER_GROUP_NAME_LENGTH} characters.`);
  if (hasUnusableCharacter(name)) throw BadRequest('Invalid character in user group name.');
  const reserved = RESERVED_PREFIXES.find((prefix) => nameKey(name).startsWith(prefix));
  if (reserved !== undefined) throw BadRequest(`User group name cannot start with '${reserved}'.`);
  return name;
}

export function checkDescription(given: string): string {
  const description = given.trim();
  if ([...description].length > MAX_USER_GROUP_DESCRIPTION_LENGTH)
    throw BadRequest(`User group description cannot exceed ${MAX_USER_GROUP_DESCRIPTION_LENGTH} characters.`);
  if (/[\p{Cc}\p{Cs}]/u.test(description.replace(/[\t\r\n]/g, ' ')))
    throw BadRequest('Invalid character in user group description.');
  return description;
}

export function checkSize(count: number): void {
  if (count > MAX_CHANGES) throw BadRequest(`Too many changes at once (limit: ${MAX_CHANGES}): name fewer people.`);
}
