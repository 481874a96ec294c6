// Splits text into words, the same for the index, search operands and highlighting. Pure.
import { stemmer } from 'stemmer';

export interface Word {
  /** The compared form: lower case, without diacritics. */
  readonly form: string;
  /** Start in the text; in scripts without spaces, the first character of the pair that is `form`. */
  readonly start: number;
  readonly end: number;
  /** End of the pair; elsewhere equal to `end`. */
  readonly pair_end: number;
  /** In a script without spaces between words. */
  readonly dense: boolean;
}

/** Longer words are compared by their first characters. */
const FORM_MAX = 100;
const ASCII_WORD = /[a-z0-9]+/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const DENSE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Bopomofo}ーｰ`;
const RUN = new RegExp(`(?:[${DENSE}][\\p{M}\\uff9e\\uff9f]*)+|[^${DENSE}]+`, 'gu');
const IS_DENSE = new RegExp(`^[${DENSE}]`, 'u');
const CHARACTER = /\P{M}[\p{M}\uff9e\uff9f]*/gu;
const ACCENTS = /[\u0300-\u036f]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is where ASCII begins
const ASCII = /^[\x00-\x7f]*$/;
export const isAscii = (text: string) => ASCII.test(text);

/** The form shared by spellings in upper case, full width or with diacritics. */
export function formOf(word: string): string {
  const plain = ASCII.test(word)
    ? word.toLowerCase()
    : word.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  return plain.length <= FORM_MAX ? plain : [...plain].slice(0, FORM_MAX).join('');
}

/** The words of a text, in order. Scripts without spaces give one word per character: it and the next one. [SE1] */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  if (ASCII.test(text)) {
    const lower = text.toLowerCase();
    ASCII_WORD.lastIndex = 0;
    for (let match = ASCII_WORD.exec(lower); match !== null; match = ASCII_WORD.exec(lower)) {
      const [word] = match;
      const end = match.index + word.length;
      const form = word.length <= FORM_MAX ? word : word.slice(0, FORM_MAX);
      words.push({ form, start: match.index, end, pair_end: end, dense: false });
    }
    return words;
  }
  for (const { 0: match, index } of text.matchAll(WORD)) {
    if (ASCII.test(match)) {
      words.push(spaced(match, index));
      continue;
    }
    for (const { 0: run, index: at } of match.matchAll(RUN)) {
      if (IS_DENSE.test(run)) pushPairs(words, run, index + at);
      else words.push(spaced(run, index + at));
    }
  }
  // Combining marks without a letter give no word.
  return words.filter(({ form }) => form !== '');
}

function spaced(word: string, start: number): Word {
  const end = start + word.length;
  return { form: formOf(word), start, end, pair_end: end, dense: false };
}

function pushPairs(words: Word[], run: string, offset: number): void {
  const characters: { form: string; start: number; end: number }[] = [];
  for (const { 0: character, index } of run.matchAll(CHARACTER)) {
    const start = offset + index;
    const end = start + character.length;
    for (const form of character.normalize('NFKC').toLowerCase()) characters.push({ form, start, end });
  }
  characters.forEach(({ form, start, end }, at) => {
    const next = characters[at + 1];
    words.push({ form: next ? form + next.form : form, start, end, pair_end: next ? next.end : end, dense: true });
  });
}

/** Words of one generation of the cache: at most two generations are kept, some 4 MB. */
const STEMS_KEPT = 16_000;
let stems = new Map<string, string>();
let older_stems: ReadonlyMap<string, string> = new Map();
const ENGLISH = /^[a-z]{3,}$/;

/** A part of a text holds the whole text in memory as long as it lives. */
const ownCopy = (ascii: string) => Buffer.from(ascii, 'latin1').toString('latin1');

/** The stem of an English word; any other word unchanged. */
export function stemOf(form: string): string {
  const cached = stems.get(form);
  if (cached !== undefined) return cached;
  if (!ENGLISH.test(form)) return form;
  const stem = older_stems.get(form) ?? stemmer(form);
  if (stems.size >= STEMS_KEPT) {
    older_stems = stems;
    stems = new Map();
  }
  stems.set(ownCopy(form), ownCopy(stem));
  return stem;
}
