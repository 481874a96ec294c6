// Reads password files and standard input; refuses input that is not UTF-8.
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { hashPassword } from '../identity/auth/passwords.ts';
import { checkPassword } from '../identity/users/users.rules.ts';
import { CommandError } from './command.ts';

async function readInput(path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = path === '-' ? await buffer(process.stdin) : readFileSync(path);
  } catch (error) {
    throw new CommandError(`can't read ${path}: ${(error as Error).message}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${path === '-' ? 'standard input' : path} is not valid UTF-8`);
  }
}

/** The lines of standard input; the last newline is optional. */
export async function readLines(): Promise<string[]> {
  const lines = (await readInput('-')).split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The hash of the password in a file, which may end with a newline; null without a file. */
export async function readPasswordHash(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null;
  const password = (await readInput(path)).replace(/\r?\n$/, '');
  if (/\p{Cc}/u.test(password))
    throw new CommandError('the password contains a control character, for example a second line');
  return hashPassword(checkPassword(password));
}
