// The emoji of other chats by the names used there. Pure.
import { emojiByName, emojiCodes } from '@stoa/markdown';
import { foreignEmojiData } from './emoji-names-data.ts';

const foreign = new Map<string, string>();
for (const line of foreignEmojiData.split('\n')) {
  const [code, ...names] = line.split(' ') as [string, ...string[]];
  for (const name of names) foreign.set(name, code);
}

export interface KnownEmoji {
  readonly name: string;
  readonly code: string;
}

/** Our emoji for a name of another chat, without its skin tone; null for unknown ones. */
export function emojiByForeignName(written: string): KnownEmoji | null {
  const name = written
    .replace(/^:|:$/g, '')
    .replace(/::?skin-tone-\d$|_tone\d$/, '')
    .toLowerCase();
  const code = foreign.get(name) ?? emojiByName.get(name);
  const ours = code === undefined ? undefined : emojiCodes.get(code)?.[0];
  return ours === undefined ? null : { name: ours, code: code as string };
}

/** Our emoji for one written as characters, without its skin tone; null for unknown ones. */
export function emojiByCharacters(characters: string): KnownEmoji | null {
  const points = Array.from(characters, (character) => character.codePointAt(0) as number);
  const bare = points.filter((point) => point !== 0xfe0f && !(point >= 0x1f3fb && point <= 0x1f3ff));
  const code = bare.map((point) => point.toString(16).padStart(4, '0')).join('-');
  const name = emojiCodes.get(code)?.[0];
  return name === undefined ? null : { name, code };
}
