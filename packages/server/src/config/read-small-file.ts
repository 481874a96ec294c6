// Reads a file that an operator named, or a pipe of a shell: what has no end must not be read to its end.
import { closeSync, openSync, readSync } from 'node:fs';

const BYTES_MOST = 1024 * 1024;

/** The text; throws an error with a sentence for the operator. */
export function readSmallFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(BYTES_MOST + 1);
    let read = 0;
    for (let count = -1; count !== 0 && read <= BYTES_MOST; read += count)
      count = readSync(file, bytes, read, bytes.length - read, null);
    if (read > BYTES_MOST) throw new Error(`${path} has more than a mebibyte`);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(file);
  }
}
