// Which rules each test proves: its rule ids and source text, read from the files without running them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ProvingTest {
  /** Relative to the root of the workspace. */
  readonly file: string;
  /** The server folder of the file; empty for files above all slices. */
  readonly slice: string;
  readonly rules: readonly string[];
  readonly text: string;
  /** The text before all tests of the file, which they share. */
  readonly shared: string;
}

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SERVER = join(ROOT, 'packages', 'server', 'src');
const TEST = /\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*[`'"]((?:\[[A-Z]{2}\d+\] ?)+)/g;

export function readTests(): ProvingTest[] {
  return readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => readFile(join(SERVER, file)));
}

function readFile(path: string): ProvingTest[] {
  const text = readFileSync(path, 'utf8');
  const file = relative(ROOT, path).split(sep).join('/');
  const folders = relative(SERVER, path).split(sep);
  const slice = folders.length > 1 ? folders[0]! : '';
  const starts = [...text.matchAll(TEST)];
  return starts.map((match, at) => ({
    file,
    slice,
    rules: match[1]!.match(/[A-Z]{2}\d+/g)!,
    text: text.slice(match.index, starts[at + 1]?.index),
    shared: text.slice(0, starts[0]!.index),
  }));
}

/** Rule ids sorted by letters and numbers, without duplicates. */
export function sortRules(rules: Iterable<string>): string[] {
  return [...new Set(rules)].sort(
    (a, b) => a.slice(0, 2).localeCompare(b.slice(0, 2)) || Number(a.slice(2)) - Number(b.slice(2)),
  );
}
