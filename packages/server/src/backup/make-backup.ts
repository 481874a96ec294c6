// Makes a backup while the server runs and writes. Files first, then the database, then the files that came meanwhile: whatever the
// copied database refers to is there. The manifest is written last.
import { join } from 'node:path';
import type { Connection } from '../kit/database/connection.ts';
import { refuseCopies } from '../kit/database/copy/copy-marks.ts';
import { newestVersion } from '../kit/database/migrate.ts';
import { openPageSnapshot } from '../kit/database/page-snapshot.ts';
import { VERSION } from '../kit/version.ts';
import { migrations } from '../migrations/index.ts';
import { findStoredFiles } from '../slices.ts';
import { countContents, findSchemaVersion } from './backup.queries.ts';
import { BackupError } from './backup-error.ts';
import { type BackupEntry, type BackupStore, idOf, isOfFuture } from './backup-store.ts';
import { FileGone, type FileSource } from './file-source.ts';
import type { FilePart, Manifest, Part } from './manifest.ts';
import { keptBackups, type Retention } from './retention.rules.ts';

/** Files that are deleted while they are copied make the copied database name what is gone; it is copied again then. */
const ATTEMPTS = 5;

export interface Progress {
  /** Units are bytes or files. */
  report(what: 'database' | 'files', done: number, total: number): void;
  /** Something that the operator should know, and that stops nothing. */
  warn(text: string): void;
}

export interface BackupOptions {
  readonly data: string;
  readonly store: BackupStore;
  /** Null to leave files out. */
  readonly files: FileSource | null;
  /** Null to leave it out. */
  readonly secret: string | null;
  readonly keep: Retention | null;
  readonly now: () => number;
  readonly progress: Progress;
}

export interface BackupResult {
  readonly id: string;
  readonly manifest: Manifest;
  /** Ids of backups that were removed. */
  readonly removed: readonly string[];
  /** Bytes that were written, before encryption. */
  readonly written: number;
}

export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { store, data, now, progress } = options;
  // A restore would refuse the copy, and older backups would make room for it. [EN700]
  await withSnapshot(data, async ({ db }) => {
    await refuseCopies(db);
    await requireVersion(db, data);
  });
  const unlock = store.target.lock();
  try {
    const earlier = await readEarlier(store, progress);
    const copier = new FileCopier(store, options.files, earlier?.map(([, manifest]) => manifest) ?? [], progress);
    await copier.prepare();
    const id = await freeId(store, now());
    await copier.copyAll(await withSnapshot(data, (snapshot) => findStoredFiles(snapshot.db)));
    const { keys, ...copied } = await copyDatabase(options, id, copier);
    const secret =
      options.secret === null
        ? null
        : await store.write(store.nameIn(id, 'secret'), [new TextEncoder().encode(`${options.secret}\n`)]);
    const manifest: Manifest = {
      format: 1,
      version: VERSION,
      secret,
      ...copied,
      files: options.files && copier.partsOf(keys),
    };
    await store.writeManifest(id, manifest);
    const removed =
      earlier === null ? [] : await removeOldBackups(options, [...earlier, [entryOf(store, id), manifest]]);
    return { id, manifest, removed, written: copied.database.size + copier.copied_bytes };
  } finally {
    unlock();
  }
}

async function withSnapshot<T>(data: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshot = await openPageSnapshot(join(data, 'stoa.db'));
  try {
    return await work(snapshot);
  } finally {
    snapshot.close();
  }
}

/** Which files the data refers to is only known for the schema of this program. [BU701] */
async function requireVersion(db: Connection, data: string): Promise<void> {
  const [version, own] = [await findSchemaVersion(db), newestVersion(migrations)];
  if (version === null || version === own) return;
  throw new BackupError(
    `the data in ${data} has schema version ${version}, and this program has ${own}: back it up with the program that last ` +
      'served it, or stop the server and copy the directory',
  );
}

type Snapshot = Awaited<ReturnType<typeof openPageSnapshot>>;

/** The whole backups there are, or null if one can't be read: then nothing is removed. */
async function readEarlier(store: BackupStore, progress: Progress): Promise<[BackupEntry, Manifest][] | null> {
  const entries = await store.entries();
  const sealed = entries.some(({ is_sealed }) => is_sealed);
  if (entries.some(({ is_sealed }) => is_sealed !== (store.sealer !== null)))
    throw new BackupError(
      `the backups in ${store.target.name} are ${sealed ? '' : 'not '}encrypted: ${sealed ? 'set STOA_BACKUP_PASSPHRASE_FILE' : 'leave out the passphrase'}, or use another target`,
    );
  const found: [BackupEntry, Manifest][] = [];
  let is_complete = true;
  for (const entry of entries) {
    try {
      found.push([entry, await store.manifestOf(entry)]);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      if (/passphrase/.test(error.message))
        throw new BackupError(
          `the backups in ${store.target.name} have another passphrase, or are damaged: use another target`,
        );
      is_complete = false;
      progress.warn(`${error.message}; no earlier backup is removed`);
    }
  }
  return is_complete ? found : null;
}

async function freeId(store: BackupStore, now: number): Promise<string> {
  const taken = new Set((await store.entries()).map(({ id }) => id));
  const first = idOf(now);
  for (let n = 1; ; n++) {
    const id = n === 1 ? first : `${first}-${n}`;
    if (!taken.has(id)) return id;
  }
}

const entryOf = (store: BackupStore, id: string): BackupEntry => ({
  id,
  time: Date.parse(id.replace(/T(\d\d)-(\d\d)-(\d\d)Z.*$/, 'T$1:$2:$3Z')),
  is_sealed: store.sealer !== null,
});

interface CopiedDatabase
  extends Pick<Manifest, 'made_at' | 'schema_version' | 'database' | 'missing_files' | 'counts'> {
  readonly keys: readonly string[];
}

async function copyDatabase(options: BackupOptions, id: string, copier: FileCopier): Promise<CopiedDatabase> {
  const { data, store, now, progress } = options;
  for (let attempt = 1; ; attempt++) {
    const made_at = new Date(now()).toISOString();
    const copied = await withSnapshot(data, async (snapshot) => {
      const schema_version = await findSchemaVersion(snapshot.db);
      if (schema_version === null) throw new BackupError(`${join(data, 'stoa.db')} is not data of Stoa`);
      await refuseCopies(snapshot.db);
      const keys = [...new Set(await findStoredFiles(snapshot.db))];
      const total = snapshot.page_count * snapshot.page_size;
      function* reported() {
        let done = 0;
        for (const chunk of snapshot.pages()) {
          yield chunk;
          done += chunk.length;
          progress.report('database', done, total);
        }
      }
      const database = await store.write(store.nameIn(id, 'stoa.db'), reported());
      const counts = { ...(await countContents(snapshot.db)), files: options.files ? keys.length : 0 };
      return { made_at, schema_version, database, keys, counts };
    });
    if (options.files === null) return { ...copied, missing_files: [] };
    const missing_files = await copier.copyAll(copied.keys);
    if (missing_files.length === 0) return { ...copied, missing_files };
    // Missing for good if the database still refers to them, otherwise deleted in this minute.
    const needed = new Set(await withSnapshot(data, (snapshot) => findStoredFiles(snapshot.db)));
    const is_lasting = missing_files.every((key) => needed.has(key));
    if (is_lasting || attempt === ATTEMPTS)
      return {
        ...copied,
        missing_files,
        counts: { ...copied.counts, files: copied.keys.length - missing_files.length },
      };
  }
}

async function removeOldBackups(options: BackupOptions, all: readonly [BackupEntry, Manifest][]): Promise<string[]> {
  const { store, keep, now, progress } = options;
  const entries = all.map(([entry]) => entry);
  const of_future = entries.filter((entry) => isOfFuture(entry, now()));
  for (const { id } of of_future)
    progress.warn(
      `${id} in ${store.target.name} has a date in the future: it is kept, and does not count as the newest`,
    );
  const others = entries.filter((entry) => !of_future.includes(entry));
  const kept = keep && new Set([...keptBackups(others, keep), ...of_future]);
  const remove = all.filter(([entry]) => kept !== null && !kept.has(entry));
  for (const [{ id }] of remove) await store.remove(id);
  const removed = new Set(remove);
  await store.collect(
    now(),
    all.filter((entry) => !removed.has(entry)),
  );
  return remove.map(([{ id }]) => id);
}

/** Copies files, each once: a key never gets other bytes, so those of earlier backups are used again. */
class FileCopier {
  private readonly parts = new Map<string, FilePart>();
  copied_bytes = 0;

  constructor(
    private readonly store: BackupStore,
    private readonly files: FileSource | null,
    private readonly earlier: readonly Manifest[],
    private readonly progress: Progress,
  ) {}

  /** Finds what earlier backups have; objects that are gone or cut off are not used again. */
  async prepare(): Promise<void> {
    if (this.files === null || this.earlier.length === 0) return;
    const objects = new Map((await this.store.target.list('files/')).map(({ name, size }) => [name, size]));
    for (const { files } of this.earlier)
      for (const part of files ?? [])
        if (objects.get(part.object) === this.store.storedSize(part.size)) this.parts.set(part.key, part);
  }

  /** Returns the keys that have no bytes. */
  async copyAll(keys: readonly string[]): Promise<string[]> {
    if (this.files === null) return [];
    const sizes = await this.files.sizes(keys);
    const missing: string[] = [];
    let done = 0;
    for (const key of keys) {
      const size = sizes.get(key);
      if (size === undefined || !(await this.copy(key, size))) missing.push(key);
      this.progress.report('files', ++done, keys.length);
    }
    return missing;
  }

  private async copy(key: string, size: number): Promise<boolean> {
    if (this.parts.get(key)?.size === size) return true;
    try {
      const part: Part = await this.store.write(this.store.nameOfFile(key), this.files!.read(key, size));
      this.parts.set(key, { key, ...part });
      this.copied_bytes += size;
      return true;
    } catch (error) {
      if (error instanceof FileGone) return false;
      throw error;
    }
  }

  partsOf(keys: readonly string[]): FilePart[] {
    return keys.flatMap((key) => this.parts.get(key) ?? []);
  }
}
