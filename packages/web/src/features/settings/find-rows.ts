// Finds setting rows by words of their names, hints and choices. Draws nothing.
import { fold } from '../../base/text/fold.ts';
import type { TextKey } from '../../base/text/text.ts';

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether each word of the query begins a word of one of the texts. */
export function matchesWords(texts: readonly string[], query: string): boolean {
  const words = wordsOf(texts.join(' '));
  return wordsOf(query).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** Groups with their matching rows; a group whose title matches is included whole. */
export function findRows<Row, Group extends { readonly title: TextKey; readonly rows: readonly Row[] }>(
  groups: readonly Group[],
  textsOf: (row: Group['rows'][number]) => readonly TextKey[],
  query: string,
  translate: (key: TextKey) => string,
): Group[] {
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter((row) => matchesWords([group.title, ...textsOf(row)].map(translate), query)),
    }))
    .filter(({ rows }) => rows.length > 0);
}
