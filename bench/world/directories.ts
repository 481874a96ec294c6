// Scratch directories on the repository's disk: durable writes to a memory file system would be meaningless.
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

const MEMORY_FILE_SYSTEMS = [0x01021994, 0x858458f6]; // tmpfs, ramfs
const base = process.env.STOA_BENCH_DIR ?? new URL('../../.cache/bench/', import.meta.url).pathname;
const made: string[] = [];

export function scratch(name: string): string {
  mkdirSync(base, { recursive: true });
  if (MEMORY_FILE_SYSTEMS.includes(statfsSync(base).type)) throw new Error(`${base} is in memory; set STOA_BENCH_DIR`);
  const directory = mkdtempSync(join(base, `${name}-`));
  made.push(directory);
  return directory;
}

export function removeScratch(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}

function files(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

export function bytesOnDisk(directory: string): number {
  return files(directory).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** The SQLite main file, recognised by its first bytes rather than its name. */
export function databaseFile(directory: string): string {
  const found = files(directory).filter((file) => {
    const bytes = Buffer.alloc(16);
    const handle = openSync(file, 'r');
    readSync(handle, bytes, 0, 16, 0);
    closeSync(handle);
    return bytes.toString('latin1') === 'SQLite format 3\0';
  });
  if (found.length !== 1) throw new Error(`expected one database file in ${directory}, found ${found.length}`);
  return found[0]!;
}
