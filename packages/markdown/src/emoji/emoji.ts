// Unicode emoji by name and by code, and the emoticons that stand for them. Knows no organization's own emoji.
import { emojiData } from './emoji-data.ts';

const byName = new Map<string, string>();
const namesByCode = new Map<string, readonly string[]>();
for (const line of emojiData.split('\n')) {
  const [code, ...names] = line.split(' ') as [string, ...string[]];
  namesByCode.set(code, names);
  for (const name of names) byName.set(name, code);
}

/** Every name and alias of a Unicode emoji, and its code (`smile` -> `1f642`). */
export const emojiByName: ReadonlyMap<string, string> = byName;

/** Every Unicode emoji code and its names, the canonical one first. */
export const emojiCodes: ReadonlyMap<string, readonly string[]> = namesByCode;

/** The names of a code, the canonical one first; empty for a code that is no emoji. */
export function emojiNames(code: string): string[] {
  return [...(namesByCode.get(code) ?? [])];
}

/** Built-in emoji that are pictures, not Unicode: the name, and the address the existing clients know. */
export const extraEmoji: ReadonlyMap<string, string> = new Map([
  ['zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png'],
]);

/** Emoticons that a user may ask to have translated, with the emoji name each stands for. */
export const emoticons: ReadonlyMap<string, string> = new Map([
  [':)', 'smile'],
  ['(:', 'smile'],
  [':(', 'frown'],
  ['<3', 'heart'],
  [':|', 'neutral'],
  [':/', 'confused'],
  [';)', 'wink'],
  [':D', 'grinning'],
  [':o', 'open_mouth'],
  [':O', 'open_mouth'],
  [':p', 'stuck_out_tongue'],
  [':P', 'stuck_out_tongue'],
]);

/** The code of an emoji as it stands in text: its code points in hexadecimal, without variation selectors. */
export function codeOfEmoji(text: string): string {
  let code = '';
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    if (point === 0xfe0f) continue;
    code += `${code && '-'}${point.toString(16).padStart(4, '0')}`;
  }
  return code;
}
