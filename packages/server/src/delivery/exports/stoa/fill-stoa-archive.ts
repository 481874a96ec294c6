// Fills an archive with everything that an organization has, in our own format. [EX20]
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findSecretMark } from '../../../identity/auth/secret-mark.actions.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { schemaVersion } from '../../../kit/database/migrate.ts';
import type { Archive } from '../../../kit/files/archive.ts';
import { type FileStore, withStoredFile } from '../../../kit/files/file-store.ts';
import { findColumns, ownedRows } from './stoa-rows.queries.ts';
import { FILE_LIST, FILES, FORMAT_VERSION, folderOf, MANIFEST, type Manifest, OWNED } from './stoa-tables.rules.ts';

/** Where files are written to: an archive, or a folder of one. */
export type Entries = Pick<Archive, 'addFile' | 'addJson'>;

export interface StoaExport {
  readonly db: Connection;
  readonly files: FileStore;
  readonly archive: Entries;
  readonly realm: Realm;
  readonly now: number;
  /** The keys of all files that rows need. */
  readonly findStoredFiles: (db: Connection) => Promise<readonly string[]>;
  /** An empty directory. */
  readonly work: string;
  readonly progress: (text: string) => void;
}

/** Names each file of the archive with its size and digest. */
class Listed {
  private files = 0;
  private readonly digest: Hash = createHash('sha256');

  private constructor(
    private readonly archive: Entries,
    readonly path: string,
    private readonly list: FileHandle,
  ) {}

  static async open(archive: Entries, path: string): Promise<Listed> {
    return new Listed(archive, path, await open(path, 'wx', 0o600));
  }

  async add(name: string, path: string): Promise<void> {
    const digest = createHash('sha256');
    let size = 0;
    for await (const chunk of createReadStream(path)) {
      digest.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    await this.archive.addFile(name, path);
    const line = `${JSON.stringify({ path: name, size, sha256: digest.digest('hex') })}\n`;
    await this.list.write(line);
    this.digest.update(line);
    this.files++;
  }

  async close(): Promise<Manifest['file_list']> {
    await this.list.close();
    return { files: this.files, sha256: this.digest.digest('hex') };
  }
}

interface Filled {
  /** Numbers. */
  readonly rows: number;
  readonly files: number;
  readonly manifest: Manifest;
}

export async function fillStoaArchive(request: StoaExport): Promise<Filled> {
  const { db, archive, realm, now, work } = request;
  const listed = await Listed.open(archive, join(work, 'list'));
  const { rows, last_ids } = await writeTables(request, listed);
  const { stored, missing } = await writeFiles(request, listed);
  const manifest: Manifest = {
    format: 'stoa',
    version: FORMAT_VERSION,
    schema: await schemaVersion(db),
    created_at: Math.floor(now / 1000),
    realm_id: realm.realm_id,
    name: realm.name,
    url: realm.url,
    secret_mark: await findSecretMark(db),
    rows,
    last_ids,
    missing_files: missing,
    file_list: await listed.close(),
  };
  await archive.addFile(FILE_LIST, listed.path);
  await archive.addJson(MANIFEST, manifest);
  return { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files: stored, manifest };
}

async function writeTables({ db, realm, work, progress }: StoaExport, listed: Listed) {
  const rows: Record<string, number> = {};
  const last_ids: Record<string, number> = {};
  for (const [at, owned] of OWNED.entries()) {
    const { table } = owned;
    const columns = await findColumns(db, table);
    const counted = columns.find(({ is_counted }) => is_counted)?.name;
    rows[table] ??= 0;
    let parts = 0;
    for await (const page of ownedRows(db, realm.realm_id, owned, columns)) {
      const lines = [
        JSON.stringify(columns.map(({ name }) => name)),
        ...page.map((row) => JSON.stringify(columns.map(({ name }) => row[name]))),
      ];
      const path = join(work, 'page');
      await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
      await listed.add(`${folderOf(at)}${String(++parts).padStart(6, '0')}.jsonl`, path);
      await rm(path);
      rows[table] += page.length;
      if (counted !== undefined) last_ids[table] = Math.max(last_ids[table] ?? 0, page.at(-1)![counted] as number);
      progress(`${table}: ${rows[table]} rows`);
    }
  }
  return { rows, last_ids };
}

async function writeFiles({ db, files, realm, findStoredFiles, progress }: StoaExport, listed: Listed) {
  const own = new RegExp(`^[^/]+/${realm.realm_id}/`);
  const keys = (await findStoredFiles(db)).filter((key) => own.test(key) && !key.startsWith('exports/')).sort();
  let [stored, missing] = [0, 0];
  for (const key of keys) {
    if (!(await withStoredFile(files, key, (path) => listed.add(`${FILES}${key}`, path)))) {
      missing++;
      continue;
    }
    stored++;
    progress(`Files: ${stored} of ${keys.length}`);
  }
  return { stored, missing };
}
