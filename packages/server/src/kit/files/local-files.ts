// Files on the local disk, below `files` in the data directory.
import { openAsBlob } from 'node:fs';
import { access, constants, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flush, makeDirectory } from './durable-files.ts';
import type { ByteRange, FileStore } from './file-store.ts';

const DIRECTORY = 'files';

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
    await makeDirectory(directory);
    await flush(path);
    await rename(path, target);
    await flush(directory);
  }

  async get(key: string, range: ByteRange | null = null): Promise<Blob | null> {
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
