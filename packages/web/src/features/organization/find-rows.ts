// Finds rows of the organization's settings by words of their names, hints and choices. Draws nothing.

import type { TextKey } from '../../base/text/text.ts';
import { speaksOf } from '../settings/find-rows.ts';
import { ALL_GROUPS, type RowGroup, rowLabel, type SettingRow } from './setting-rows.ts';

type Say = (key: TextKey) => string;

function textsOf(row: SettingRow, say: Say): string[] {
  const choices = row.kind === 'choice' ? row.choices.map(([, name]) => name) : [];
  return [rowLabel(row.name), ...(row.hint ? [row.hint] : []), ...choices].map(say);
}

/** Groups with the rows that speak of what is looked for; a group whose name does comes whole. */
export function findRows(query: string, say: Say): RowGroup[] {
  return ALL_GROUPS.flat()
    .map((group) => ({
      ...group,
      rows: group.rows.filter((row) => speaksOf([say(group.title), ...textsOf(row, say)], query)),
    }))
    .filter(({ rows }) => rows.length > 0);
}
