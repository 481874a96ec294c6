// How well a query matches a name. Pure.
import { fold } from '../../base/text/fold.ts';

/** A name prepared for comparison, once for all queries. */
export interface Needle {
  readonly text: string;
  readonly words: readonly string[];
}

const SEPARATOR = /[\s'’_./›>#@-]+/;
/** Subsequences of fewer letters match nearly everything. */
const SUBSEQUENCE_LENGTH = 2;

export function prepare(name: string): Needle {
  const text = fold(name);
  return { text, words: text.split(SEPARATOR).filter(Boolean) };
}

/** The distance between the query's letters as a subsequence; null if they aren't one. */
function spread(text: string, letters: string): number | null {
  let at = -1;
  let begin = 0;
  for (const letter of letters) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    if (at < 0) begin = next;
    at = next;
  }
  return at - begin + 1 - letters.length;
}

/**
 * Higher is better; null for no match. In order: whole name, prefix, prefixes of words, initials, substring,
 * subsequence.
 */
export function fit({ text, words }: Needle, query: Needle): number | null {
  if (query.text === '') return 0;
  if (text === query.text) return 100;
  if (text.startsWith(query.text)) return 90;
  if (query.words.every((wanted) => words.some((word) => word.startsWith(wanted)))) return 80;
  const letters = query.words.join('');
  if (
    letters.length > 1 &&
    words
      .map((word) => word[0])
      .join('')
      .startsWith(letters)
  )
    return 70;
  if (text.includes(query.text)) return 60;
  if (letters.length < SUBSEQUENCE_LENGTH) return null;
  const apart = spread(text, letters);
  // Letters far apart are no match.
  return apart === null || apart > letters.length * 2 ? null : 40 - apart;
}
