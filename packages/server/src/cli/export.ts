// `stoa export`: writes an organization into one file, in the layout of another server or in our own.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ExportType } from '@stoa/contract';
import { bucketOfFiles } from '../config/file-settings.ts';
import { findExportScope } from '../delivery/exports/export-scope.queries.ts';
import { fillStoaArchive } from '../delivery/exports/stoa/fill-stoa-archive.ts';
import { fillWholeArchive } from '../delivery/exports/stoa/fill-whole-archive.ts';
import { fillZulipArchive } from '../delivery/exports/zulip/fill-zulip-archive.ts';
import { BEGUN, findDeletionTime } from '../features/organization-deletion/pending-deletion.actions.ts';
import { listRealms } from '../identity/realm/realm.queries.ts';
import type { Realm } from '../kit/access/actor.ts';
import type { Connection, Store } from '../kit/database/connection.ts';
import { Archive } from '../kit/files/archive.ts';
import type { FileStore } from '../kit/files/file-store.ts';
import { openFiles } from '../kit/files/open-files.ts';
import { PermanentJobFailure } from '../kit/jobs/jobs.ts';
import { plural } from '../kit/text/plural.ts';
import { CommandError, UsageError } from './command.ts';
import type { ExportValues } from './declarations.ts';
import { ProgressLines } from './progress.ts';
import { onInterrupt } from './scratch.ts';
import { pickRealm, withOpenStore } from './store.ts';
import { countsOf, print } from './terminal.ts';

interface Request {
  readonly db: Connection;
  readonly files: FileStore;
  readonly archive: Archive;
  readonly realm: Realm;
  /** An empty directory. */
  readonly work: string;
  readonly values: ExportValues;
  readonly progress: ProgressLines;
}

/** Each returns what it wrote, in words. */
const FORMATS: Readonly<Record<string, (request: Request) => Promise<string>>> = {
  stoa: exportStoa,
  zulip: exportZulip,
};

export async function exportCommand(values: ExportValues, [file = '']: readonly string[]): Promise<number> {
  const fill = Object.hasOwn(FORMATS, values.format) ? FORMATS[values.format] : undefined;
  if (!fill) throw new UsageError(`--format must be one of ${Object.keys(FORMATS).join(', ')}`);
  if (values.all && (values.format !== 'stoa' || values.org !== undefined))
    throw new UsageError('--all is for --format stoa, without --org');
  if (existsSync(file)) throw new CommandError(`${file} exists already`);
  const files = openFiles(values.data, bucketOfFiles(values));
  await withOpenStore(values, async (store: Store) => {
    const realm = values.all ? null : await pickRealm(store.db, values.org);
    const directory = dirname(resolve(file));
    if (!existsSync(directory)) throw new CommandError(`there is no directory ${directory}`);
    const forget = onInterrupt(() => removeWork());
    const work = mkdtempSync(join(directory, '.stoa-export-'));
    const removeWork = () => rmSync(work, { recursive: true, force: true });
    const progress = new ProgressLines();
    try {
      const part = join(work, 'archive');
      const archive = new Archive(part, new Date());
      let written = '';
      try {
        // One state of the data, whatever is written meanwhile.
        written = await store.snapshot(async (db) => {
          await requireWhole(db, realm === null ? await listRealms(db) : [realm]);
          return realm === null
            ? exportAll({ db, files, archive, work, values, progress })
            : fill({ db, files, archive, realm, work, values, progress });
        });
        await archive.finish();
      } catch (error) {
        await archive.abort(error);
        throw error;
      }
      progress.end();
      if (existsSync(file)) throw new CommandError(`${file} exists already`);
      renameSync(part, file);
      print(`Exported ${realm?.name ?? 'all organizations'} to ${file}: ${written}.`);
    } finally {
      progress.end();
      removeWork();
      forget();
    }
  });
  return 0;
}

/** Refuses an organization whose deletion has begun: the remains must not pass for its archive. [EX700] */
async function requireWhole(db: Connection, realms: readonly Realm[]): Promise<void> {
  for (const { name, realm_id } of realms)
    if ((await findDeletionTime(db, realm_id)) === BEGUN)
      throw new CommandError(
        `the deletion of ${name} has begun: only a backup has all of it; a running server finishes it`,
      );
}

async function exportZulip({ db, files, archive, realm, work, values, progress }: Request): Promise<string> {
  const type = ExportType.safeParse(values.type);
  if (!type.success) throw new UsageError(`--type must be one of ${ExportType.options.join(', ')}`);
  const { migration_status } = values;
  if (migration_status !== undefined) {
    if (!existsSync(migration_status)) throw new CommandError(`there is no file ${migration_status}`);
    await archive.addFile('migration_status.json', migration_status);
  }
  const scope = await findExportScope(db, realm, type.data).catch((error) => {
    if (error instanceof PermanentJobFailure)
      throw new CommandError(`${error.message}: "stoa organization full-access on" allows it`);
    throw error;
  });
  const messages = await fillZulipArchive({
    db,
    files,
    archive,
    realm,
    scope,
    work,
    progress: (count) => progress.show(() => `Messages: ${count}`),
  });
  return plural(messages, 'message');
}

async function exportStoa({ realm, ...request }: Request): Promise<string> {
  const { rows, files } = await fillStoaArchive({ ...(await requestOf(request)), realm });
  return countsOf({ row: rows, file: files });
}

async function exportAll(request: Omit<Request, 'realm'>): Promise<string> {
  const { organizations, rows, files } = await fillWholeArchive(await requestOf(request));
  return countsOf({ organization: organizations, row: rows, file: files });
}

async function requestOf({ db, files, archive, work, progress }: Omit<Request, 'realm'>) {
  const { findStoredFiles } = await import('../slices.ts');
  const show = (text: string) => progress.show(() => text);
  return { db, files, archive, now: Date.now(), findStoredFiles, work, progress: show };
}
