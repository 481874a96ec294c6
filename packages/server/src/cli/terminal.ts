// Output to a terminal, and answers typed there: data must never control it. [CL4]
import { createInterface } from 'node:readline/promises';
import { visible } from '../kit/logging/visible.ts';
import { plural } from '../kit/text/plural.ts';

/** Prints lines; data in them is escaped. */
export function print(text: string): void {
  process.stdout.write(`${text.split('\n').map(visible).join('\n')}\n`);
}

/** Prints fields separated by tabs. */
export function printRow(fields: readonly (string | number)[]): void {
  process.stdout.write(`${fields.map((field) => visible(String(field))).join('\t')}\n`);
}

/** The line that somebody types, or standard input has; empty at its end. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const typed = await Promise.race([lines.question(question), closed]);
  lines.close();
  return typed.trim();
}

/** Prints one line on stderr. */
export function printError(text: string): void {
  process.stderr.write(`stoa: ${visible(text)}\n`);
}

/** "1 organization, 12 accounts". */
export function countsOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([noun, count]) => plural(count, noun))
    .join(', ');
}

/** The text quoted for a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
