// Reads a file that an operator named, or a pipe of a shell: what has no end must not be read to its end.
import { closeSync, openSync, readSync } from 'node:fs';
import { ConfigError } from './setting.ts';

const BYTES_MOST = 1024 * 1024;
/** Most files are smaller than one. */
const PART_BYTES = 16 * 1024;

/** The text; throws an error with a sentence for the operator. */
export function readSmallFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const parts: Buffer[] = [];
    let read = 0;
    for (let count = -1; count !== 0 && read <= BYTES_MOST; read += count) {
      const part = Buffer.alloc(PART_BYTES);
      count = readSync(file, part, 0, PART_BYTES, null);
      parts.push(part.subarray(0, count));
    }
    if (read > BYTES_MOST) throw new Error(`${path} has more than a mebibyte`);
    return Buffer.concat(parts).toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** The text of the file that a setting names; throws a {@link ConfigError} that names the setting. */
export function readFileOf(setting: string, path: string): string {
  try {
    return readSmallFile(path);
  } catch (error) {
    throw new ConfigError(`${setting}: ${(error as Error).message}`);
  }
}
