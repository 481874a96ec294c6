// An archive in memory, for tests of readers.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchiveSource } from './archive.ts';
import { archiveFailure } from './archive-error.ts';

export function memorySource(files: Readonly<Record<string, string | Uint8Array | object>>): ArchiveSource {
  const bytesOf = (path: string): Uint8Array => {
    const file = files[path];
    if (file === undefined) throw archiveFailure('file_missing', {}, path);
    if (file instanceof Uint8Array) return file;
    return new TextEncoder().encode(typeof file === 'string' ? file : JSON.stringify(file));
  };
  return {
    paths: Object.keys(files).sort(),
    scratch: join(tmpdir(), `stoa-memory-source-${process.pid}`),
    size: (path) => (path in files ? bytesOf(path).length : null),
    async *open(path, range) {
      const bytes = bytesOf(path).subarray(range?.start, range?.end);
      for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
    },
    read: async (path) => bytesOf(path),
  };
}
