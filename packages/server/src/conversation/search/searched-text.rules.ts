// Finds search terms in a text, in text order. Pure.
import type { SearchTerm } from './query.rules.ts';
import { formOf, isAscii, stemOf, type Word, wordsOf } from './words.rules.ts';

type TextRange = [from: number, to: number];

/** A text searched for several terms. Most of it is never split into words. */
export class SearchedText {
  private readonly lower: string | null;
  private words: Word[] | null = null;

  constructor(private readonly text: string) {
    this.lower = isAscii(text) ? text.toLowerCase() : null;
  }

  /** The ranges of all matches. */
  find(term: SearchTerm): TextRange[] {
    if (this.lower !== null && term.kind === 'stem') return findInflected(this.lower, term.stem);
    this.words ??= wordsOf(this.text);
    return findAmong(this.words, term);
  }
}

/**
 * The prefix shared by all inflections of a stem: stemming changes at most the last two letters of a stem, never the
 * first.
 */
export function beginningOf(stem: string): string {
  return stem.slice(0, Math.max(1, stem.length - 2));
}

const isWordCharacter = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/** Checks only words with the stem's prefix: same result as {@link findAmong}, many times faster. */
function findInflected(lower: string, stem: string): TextRange[] {
  const found: TextRange[] = [];
  const beginning = beginningOf(stem);
  for (let start = lower.indexOf(beginning); start !== -1; ) {
    let end = start + beginning.length;
    while (end < lower.length && isWordCharacter(lower.charCodeAt(end))) end++;
    const begins_word = start === 0 || !isWordCharacter(lower.charCodeAt(start - 1));
    if (begins_word && stemOf(formOf(lower.slice(start, end))) === stem) found.push([start, end]);
    start = lower.indexOf(beginning, end);
  }
  return found;
}

function findAmong(words: readonly Word[], term: SearchTerm): TextRange[] {
  const found: TextRange[] = [];
  if (term.kind === 'stem') {
    for (const { form, start, end, dense } of words) if (!dense && stemOf(form) === term.stem) found.push([start, end]);
    return found;
  }
  if (term.kind === 'character') {
    for (const { form, start, end, dense } of words)
      if (dense && form.startsWith(term.character)) found.push([start, end]);
    return found;
  }
  const { forms, prefix, dense } = term;
  const last = forms.length - 1;
  for (let at = 0; at + last < words.length; at++) {
    if (!forms.every((form, n) => meets(words[at + n]!.form, form, prefix && n === last))) continue;
    const { end, pair_end } = words[at + last]!;
    found.push([words[at]!.start, dense ? pair_end : end]);
  }
  return found;
}

function meets(form: string, wanted: string, as_prefix: boolean): boolean {
  return as_prefix ? form.startsWith(wanted) : form === wanted;
}
