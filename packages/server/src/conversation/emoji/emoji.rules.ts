// Rules for names of custom emoji. Pure.
import { MAX_EMOJI_NAME_LENGTH, Refused } from '@stoa/contract';

/** [EM2] */
export function checkEmojiName(name: string): string {
  if (name === '') throw Refused('emoji_name_empty');
  if (!/^[0-9a-z_-]*[0-9a-z]$/.test(name)) throw Refused('emoji_names');
  if (name.length > MAX_EMOJI_NAME_LENGTH) throw Refused('emoji_name_long');
  return name;
}
