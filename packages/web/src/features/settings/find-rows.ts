// Finds rows of settings by words of their names, hints and choices. Draws nothing.
import { fold } from '../../base/text/fold.ts';
import type { TextKey } from '../../base/text/text.ts';
import { ROWS_BY_SECTION, type RowGroup } from './setting-rows.ts';

type Say = (key: TextKey) => string;

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** True where each word of the query begins a word of one of the texts. */
export function speaksOf(texts: readonly string[], query: string): boolean {
  const words = wordsOf(texts.join(' '));
  return wordsOf(query).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

function textsOf(row: RowGroup['rows'][number], say: Say): string[] {
  const choices = row.kind === 'choice' ? row.choices.map(([, name]) => name) : [];
  return [row.label, ...(row.hint ? [row.hint] : []), ...choices].map(say);
}

/** By section, the groups that have rows of what is looked for; a group whose name is found comes whole. */
export function findRows(query: string, say: Say): { section: string; groups: RowGroup[] }[] {
  return Object.entries(ROWS_BY_SECTION)
    .map(([section, groups]) => ({
      section,
      groups: groups
        .map((group) => ({
          ...group,
          rows: group.rows.filter((row) => speaksOf([say(group.title), ...textsOf(row, say)], query)),
        }))
        .filter(({ rows }) => rows.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
}
