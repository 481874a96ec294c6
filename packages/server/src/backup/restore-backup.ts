// Restores a backup into an empty data directory. Everything is written and verified below `.restoring`, then moved; the database
// last, so that no server starts on a part.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openStore } from '../kit/database/open.ts';
import { flush, writeFlushed } from '../kit/files/durable-files.ts';
import type { FileStore } from '../kit/files/file-store.ts';
import { migrations } from '../migrations/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import type { Progress } from './make-backup.ts';
import type { Manifest, Part } from './manifest.ts';
import { markRestored } from './restored.actions.ts';

const STAGING = '.restoring';

export interface RestoreOptions {
  readonly store: BackupStore;
  /** Null for the newest. */
  readonly id: string | undefined;
  readonly data: string;
  /** Where files go that are not in the data directory; null for the data directory. */
  readonly files: FileStore | null;
  readonly now: () => number;
  readonly progress: Progress;
}

export async function restoreBackup(options: RestoreOptions): Promise<{ id: string; manifest: Manifest }> {
  const { store, data, progress } = options;
  const entry = await store.entry(options.id, options.now());
  const manifest = await store.manifestOf(entry);
  await prepare(data);
  const staging = join(data, STAGING);
  const write = (part: Part, path: string) => writeFile(path, store.read(part, entry.is_sealed));

  const files = manifest.files ?? [];
  for (const [at, part] of files.entries()) {
    const path = safePath(join(staging, 'files'), part.key);
    await write(part, path);
    progress.report('files', at + 1, files.length);
  }
  if (manifest.secret !== null) await write(manifest.secret, join(staging, 'secret'));
  async function* database() {
    let done = 0;
    for await (const chunk of store.read(manifest.database, entry.is_sealed)) {
      yield chunk;
      done += chunk.length;
      progress.report('database', done, manifest.database.size);
    }
  }
  await writeFile(join(staging, 'stoa.db'), database());
  await markDatabase(staging, options.now());
  if (options.files !== null) {
    for (const { key } of files) await options.files.put(key, join(staging, 'files', key), 'application/octet-stream');
    await rm(join(staging, 'files'), { recursive: true, force: true });
  }
  await moveIntoPlace(data, staging);
  return { id: entry.id, manifest };
}

/** Removes what an interrupted restore left. Refuses a directory with anything else. */
async function prepare(data: string): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const staging = join(data, STAGING);
  const present = readdirSync(data);
  if (present.includes(STAGING) && !present.includes('stoa.db'))
    for (const name of [STAGING, 'files', 'secret']) await rm(join(data, name), { recursive: true, force: true });
  else if (present.length > 0)
    throw new BackupError(`${data} is not empty: a restore needs a new or empty directory, and replaces nothing`);
  await mkdir(staging, { mode: 0o700 });
}

/** Keys come from a file that somebody may have changed. */
function safePath(root: string, key: string): string {
  const path = join(root, key);
  if (!path.startsWith(`${root}/`) && !path.startsWith(`${root}\\`))
    throw new BackupError(`"${key}" is no key of a file`);
  return path;
}

async function writeFile(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFlushed(path, 'wx', chunks);
}

/** Migrates it, too. */
async function markDatabase(staging: string, now: number): Promise<void> {
  const opened = await openStore({ data: staging, database: null }, migrations);
  try {
    await opened.transaction((tx) => markRestored(tx, now));
  } finally {
    await opened.close();
  }
}

async function moveIntoPlace(data: string, staging: string): Promise<void> {
  await flushTree(staging);
  for (const name of ['files', 'secret', 'stoa.db'])
    if (existsSync(join(staging, name))) await rename(join(staging, name), join(data, name));
  await rm(staging, { recursive: true, force: true });
  await flush(data);
}

async function flushTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true }))
    if (entry.isDirectory()) await flushTree(join(directory, entry.name));
  await flush(directory);
}
