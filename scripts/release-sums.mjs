// SHA256SUMS of a release.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the file for all others in the directory; returns its text. */
export function writeSums(directory) {
  const lines = readdirSync(directory)
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(directory, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(directory, 'SHA256SUMS'), lines.join(''));
  return lines.join('');
}
