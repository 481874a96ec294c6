// Rules for names and orders of channel folders. Pure.
import { MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH, MAX_CHANNEL_FOLDER_NAME_LENGTH, Refused } from '@stoa/contract';
import { isReordering } from '../../kit/collections/is-reordering.ts';
import { hasUnusableCharacter, isInvisible, normalizeName } from '../../kit/text/name-characters.ts';

export function checkName(input: string): string {
  const name = normalizeName(input);
  if (isInvisible(name)) throw Refused('folder_name_empty');
  if ([...name].length > MAX_CHANNEL_FOLDER_NAME_LENGTH)
    throw Refused('folder_name_long', { count: MAX_CHANNEL_FOLDER_NAME_LENGTH });
  if (hasUnusableCharacter(name)) throw Refused('folder_name_characters');
  return name;
}

/** Several lines are fine; other control characters are not. */
export function checkDescription(input: string): string {
  const description = input.trim().replace(/\r\n?/g, '\n');
  if ([...description].length > MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH)
    throw Refused('folder_description_long', { count: MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH });
  if (/[\p{Cc}\p{Cs}]/u.test(description.replace(/[\n\t]/g, ' '))) throw Refused('folder_description_characters');
  return description;
}

/** Throws unless the order names every folder exactly once. [FO8] */
export function checkOrder(folder_ids: readonly number[], order: readonly number[]): void {
  if (!isReordering(folder_ids, order)) throw Refused('order_changed');
}
