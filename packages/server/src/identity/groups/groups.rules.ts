// Names of groups, and limits of one change. Pure.
import { MAX_USER_GROUP_DESCRIPTION_LENGTH, MAX_USER_GROUP_NAME_LENGTH, Refused } from '@stoa/contract';
import { hasUnusableCharacter, isInvisible, nameKey, normalizeName } from '../../kit/text/name-characters.ts';

/** Prefixes of system groups' names, or with another meaning in mentions. */
const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'];
/** At most 20,000 members and subgroups in one call. */
const MAX_CHANGES = 20_000;

export function checkName(input: string): string {
  const name = normalizeName(input);
  if (isInvisible(name)) throw Refused('group_name_empty');
  if ([...name].length > MAX_USER_GROUP_NAME_LENGTH)
    throw Refused('group_name_long', { count: MAX_USER_GROUP_NAME_LENGTH });
  if (hasUnusableCharacter(name)) throw Refused('group_name_characters');
  const reserved = RESERVED_PREFIXES.find((prefix) => nameKey(name).startsWith(prefix));
  if (reserved !== undefined) throw Refused('group_name_reserved', { prefix: reserved });
  return name;
}

export function checkDescription(input: string): string {
  const description = input.trim();
  if ([...description].length > MAX_USER_GROUP_DESCRIPTION_LENGTH)
    throw Refused('group_description_long', { count: MAX_USER_GROUP_DESCRIPTION_LENGTH });
  if (/[\p{Cc}\p{Cs}]/u.test(description.replace(/[\t\r\n]/g, ' '))) throw Refused('group_description_characters');
  return description;
}

export function checkSize(count: number): void {
  if (count > MAX_CHANGES) throw Refused('group_changes_many', { count: MAX_CHANGES });
}
