// Writes the tables of settings into README.md and docs/configuration.md: `npm run settings`; with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withMarked } from '../../../../scripts/marked-text.mjs';
import { overview, reference } from './tables.ts';

const MARKER = { name: 'settings', command: 'npm run settings' };

/** Documents and what stands between their markers. */
export const DOCUMENTS: readonly (readonly [path: string, table: () => string])[] = [
  ['README.md', overview],
  ['docs/configuration.md', reference],
];
const fileOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
export const textOf = (path: string) => readFileSync(fileOf(path), 'utf8');

export const withTable = (text: string, table: string): string => withMarked(text, MARKER, table);

if (import.meta.main) {
  const is_check = process.argv.includes('--check');
  for (const [path, table] of DOCUMENTS) {
    const text = textOf(path);
    const expected = withTable(text, table());
    if (expected === text) continue;
    if (is_check) {
      process.stderr.write(`${path} does not have the settings as they are declared: npm run settings\n`);
      process.exitCode = 1;
    } else writeFileSync(fileOf(path), expected);
  }
}
