// Rules for names of custom emoji. Pure.
import { BadRequest, MAX_EMOJI_NAME_LENGTH } from '@stoa/contract';

/** [EM2] */
export function checkEmojiName(name: string): string {
  if (name === '') throw BadRequest('Emoji name is missing');
  if (!/^[0-9a-z_-]*[0-9a-z]$/.test(name))
    throw BadRequest(
      'Emoji names must contain only lowercase English letters, digits, dashes and underscores, and end with a letter or digit.',
    );
  if (name.length > MAX_EMOJI_NAME_LENGTH) throw BadRequest('Emoji name is too long');
  return name;
}
