// Backups in a directory.
import { mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { lockFile } from '../kit/database/serving-lock.ts';
import { flush, makeDirectory, writeFlushed } from '../kit/files/durable-files.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTarget, Chunks, TargetObject } from './backup-target.ts';

const LOCK = 'backup.lock';
/** Suffix of a file that is still being written. */
const PARTIAL = '.partial';
const BYTES_PER_READ = 1024 * 1024;

export class DirectoryTarget implements BackupTarget {
  readonly unsure_ms = 0;

  private readonly root: string;

  constructor(readonly name: string) {
    this.root = resolve(name);
  }

  pathOf(name: string): string {
    return join(this.root, name);
  }

  async write(name: string, chunks: Chunks): Promise<void> {
    const path = this.pathOf(name);
    const directory = dirname(path);
    await makeDirectory(directory);
    await writeFlushed(path + PARTIAL, 'w', chunks);
    await rename(path + PARTIAL, path);
    await flush(directory);
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    const handle = await open(this.pathOf(name), 'r').catch((error) => {
      throw new BackupError(`can't read ${this.pathOf(name)}: ${(error as Error).message}`);
    });
    try {
      for (;;) {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(BYTES_PER_READ), 0, BYTES_PER_READ, null);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  }

  async list(prefix: string): Promise<TargetObject[]> {
    const found: TargetObject[] = [];
    const visit = async (directory: string): Promise<void> => {
      const entries = await readdir(this.pathOf(directory), { withFileTypes: true }).catch((error) => {
        if (error.code === 'ENOENT') return [];
        throw new BackupError(`can't read ${this.pathOf(directory)}: ${(error as Error).message}`);
      });
      for (const entry of entries) {
        const name = directory === '' ? entry.name : `${directory}/${entry.name}`;
        if (entry.isDirectory()) await visit(name);
        else if (entry.isFile()) {
          const { size, mtimeMs } = await stat(this.pathOf(name));
          found.push({ name, size, changed_at: mtimeMs });
        }
      }
    };
    await visit(prefix.replace(/\/$/, ''));
    return found;
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
    // Directories that are empty now go too.
    for (let at = dirname(name); at !== '.'; at = dirname(at))
      if (
        !(await rmdir(this.pathOf(at)).then(
          () => true,
          () => false,
        ))
      )
        return;
  }

  lock(): () => void {
    try {
      mkdirSync(this.root, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new BackupError(`can't write to ${this.name}: ${(error as Error).message}`);
    }
    return lockFile(this.pathOf(LOCK), `another backup is being written to ${this.name}`);
  }
}
