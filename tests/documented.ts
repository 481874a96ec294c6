// Runs the commands of docs/operate/ as they stand there, with other paths and addresses.
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
export const STOA = path('packages/server/bin/stoa');

/** Each text and what stands for it in the test. */
export type Replacements = readonly (readonly [documented: string, real: string])[];

const replaced = (text: string, replacements: Replacements) =>
  replacements.reduce((all, [documented, real]) => all.replaceAll(documented, real), text);

/** Reads lines and blocks of code of a page in docs/operate/. */
export function documented(page: string) {
  const document = readFileSync(path(`docs/operate/${page}`), 'utf8');
  const blocks = [...document.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, code]) => code!);
  return {
    blocks,
    /** The line that begins so. */
    line(beginning: string, replacements: Replacements): string {
      const found = document.split('\n').find((each) => each.startsWith(beginning));
      if (found === undefined) throw new Error(`docs/operate/${page} has no line that begins with "${beginning}"`);
      return replaced(found, replacements);
    },
    /** The block of code that has this text. */
    block(part: string, replacements: Replacements): string {
      const found = blocks.find((code) => code.includes(part));
      if (found === undefined) throw new Error(`docs/operate/${page} has no code with "${part}"`);
      return replaced(found, replacements);
    },
  };
}

/** Runs a line in a shell; throws what it said if it fails. */
export async function run(command: string, options: SpawnOptions = {}): Promise<string> {
  const child = spawn('sh', ['-ec', command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${command}: ${child.exitCode}\n${out}${err}`);
  return out;
}
