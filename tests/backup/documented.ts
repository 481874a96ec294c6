// Runs the commands of docs/operate/backup.md as they stand there, with other paths and addresses.
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const document = readFileSync(path('docs/operate/backup.md'), 'utf8');
export const STOA = path('packages/server/bin/stoa');

/** Each text and what stands for it in the test. */
export type Replacements = readonly (readonly [documented: string, real: string])[];

const replaced = (text: string, replacements: Replacements) =>
  replacements.reduce((all, [documented, real]) => all.replaceAll(documented, real), text);

/** The line of the document that begins so. */
export function line(beginning: string, replacements: Replacements): string {
  const found = document.split('\n').find((each) => each.startsWith(beginning));
  if (found === undefined) throw new Error(`docs/operate/backup.md has no line that begins with "${beginning}"`);
  return replaced(found, replacements);
}

/** The block of code in the document that has this text. */
export function block(part: string, replacements: Replacements): string {
  const found = [...document.matchAll(/^```\w*\n(.*?)^```$/gms)]
    .map(([, code]) => code!)
    .find((code) => code.includes(part));
  if (found === undefined) throw new Error(`docs/operate/backup.md has no code with "${part}"`);
  return replaced(found, replacements);
}

/** Runs a line in a shell; throws what it said if it fails. */
export async function run(command: string, options: SpawnOptions = {}): Promise<string> {
  const child = spawn('sh', ['-ec', command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${command}: ${child.exitCode}\n${out}${err}`);
  return out;
}
