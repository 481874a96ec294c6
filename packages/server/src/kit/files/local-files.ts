// Files on the local disk, below `files` in the data directory.
import { openAsBlob } from 'node:fs';
import { access, constants, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ByteRange, FileStore } from './file-store.ts';

const DIRECTORY = 'files';

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(path: string, kind: 'isFile' | 'isDirectory' = 'isFile'): Promise<boolean> {
  try {
    return (await stat(path))[kind]();
  } catch {
    return false;
  }
}

export class LocalFiles implements FileStore {
  private readonly root: string;

  constructor(data: string) {
    this.root = join(data, DIRECTORY);
  }

  async put(key: string, path: string): Promise<void> {
    const target = join(this.root, key);
    const directory = dirname(target);
    const made = await mkdir(directory, { recursive: true, mode: 0o700 });
    await flush(path);
    await rename(path, target);
    // A file name is durable once its directory is flushed; the same for a new directory.
    await flush(directory);
    for (let at = directory; made !== undefined && at.startsWith(made); at = dirname(at)) await flush(dirname(at));
  }

  async get(key: string, range?: ByteRange): Promise<Blob | null> {
    const path = join(this.root, key);
    if (!(await exists(path))) return null;
    const blob = await openAsBlob(path);
    return (range ? blob.slice(range.from, range.to + 1) : blob) as Blob;
  }

  async borrow(key: string) {
    const path = join(this.root, key);
    return (await exists(path)) ? { path, release: async () => {} } : null;
  }

  async remove(key: string): Promise<void> {
    const path = join(this.root, key);
    await rm(path, { force: true });
    // Removes the directory if it is now empty.
    await rmdir(dirname(path)).catch(() => {});
  }

  async sizes(keys: readonly string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const key of keys) {
      const entry = await stat(join(this.root, key)).catch(() => null);
      if (entry?.isFile()) found.set(key, entry.size);
    }
    return found;
  }

  async check(): Promise<void> {
    const path = (await exists(this.root, 'isDirectory')) ? this.root : dirname(this.root);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  }
}
