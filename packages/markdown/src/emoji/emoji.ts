// Unicode emoji by name and by code, and emoticons. Custom emoji are not known here.
import { emojiData } from './emoji-data.ts';

const byName = new Map<string, string>();
const namesByCode = new Map<string, readonly string[]>();
for (const line of emojiData.split('\n')) {
  const [code, ...names] = line.split(' ') as [string, ...string[]];
  namesByCode.set(code, names);
  for (const name of names) byName.set(name, code);
}

/** Every name and alias of Unicode emoji with its code (`smile` -> `1f642`). */
export const emojiByName: ReadonlyMap<string, string> = byName;

/** Every Unicode emoji code with its names, the canonical one first. */
export const emojiCodes: ReadonlyMap<string, readonly string[]> = namesByCode;

/** The names of a code, the canonical one first; empty for an unknown code. */
export function emojiNames(code: string): string[] {
  return [...(namesByCode.get(code) ?? [])];
}

/** Built-in emoji that are pictures, not Unicode, with the addresses that existing clients know. */
export const extraEmoji: ReadonlyMap<string, string> = new Map([
  ['zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png'],
]);

/** Emoticons that users can have translated, with the emoji each stands for. */
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

/** The code of an emoji in text: its code points in hexadecimal, without variation selectors. */
export function codeOfEmoji(text: string): string {
  let code = '';
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    if (point === 0xfe0f) continue;
    code += `${code && '-'}${point.toString(16).padStart(4, '0')}`;
  }
  return code;
}
