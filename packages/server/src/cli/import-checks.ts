// What `stoa import` checks before it reads an archive, which may take an hour.
import { accessSync, constants, existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findImport } from '../delivery/imports/import-ids.actions.ts';
import { findDeletionTime } from '../features/organization-deletion/pending-deletion.actions.ts';
import { hostName, listRealms } from '../identity/realm/realm.queries.ts';
import type { Connection } from '../kit/database/connection.ts';
import { requireDatabaseIfUsed } from '../kit/database/serving-lock.ts';
import { Incoming } from '../kit/files/incoming.ts';
import { CommandError, UsageError } from './command.ts';
import type { ImportValues } from './declarations.ts';
import { onInterrupt } from './scratch.ts';
import { pickRealm, readStoreIfAny } from './store.ts';

/** [IM700] */
export async function checkImport(values: ImportValues, format: string, url: string | undefined): Promise<void> {
  const { into, report, id_map } = values;
  requireOwner(values.data);
  if (values.database === undefined) requireDatabaseIfUsed(values.data, format === 'stoa');
  for (const path of [report, id_map]) if (path !== undefined) requireNewFile(path);
  if (report !== undefined && id_map !== undefined && resolve(report) === resolve(id_map))
    throw new UsageError('--report and --id-map need two files');
  if (into !== undefined) await readStoreIfAny(values, (db) => requireLasting(db, into));
  if (url !== undefined) await requireFreeAddress(values, format, url);
}

/** Refuses an organization that is being deleted: the import would be deleted with it. [IM704] */
async function requireLasting(db: Connection, into: string): Promise<void> {
  const { name, realm_id } = await pickRealm(db, into);
  if ((await findDeletionTime(db, realm_id)) !== null)
    throw new CommandError(`${name} is to be deleted: "stoa organization undelete" keeps it, then import into it`);
}

function requireNewFile(path: string): void {
  if (existsSync(path)) throw new CommandError(`${path} exists already`);
  const directory = dirname(resolve(path));
  if (!existsSync(directory)) throw new CommandError(`there is no directory ${directory}`);
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch {
    throw new CommandError(`${directory} can't be written: name another place for ${path}`);
  }
}

async function requireFreeAddress(values: ImportValues, format: string, url: string): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandError(`--url must be an http:// or https:// URL, not "${url}"`);
  const host = hostName(new URL(url).host);
  await readStoreIfAny(values, async (db) => {
    if (!(await listRealms(db)).some((realm) => hostName(new URL(realm.url).host) === host)) return;
    const earlier = await findImport(db, host);
    // It continues.
    if (earlier !== null && earlier.finished_at === null) return;
    const or_into = format === 'stoa' ? '' : `, or import into that one with --into ${host}`;
    throw new CommandError(`there is already an organization at ${host}: give another --url${or_into}`);
  });
}

/**
 * A place to unpack in the data directory. A later run removes what a killed run has left there. `close` removes a data
 * directory that was made only for this. [IM701]
 */
export function openUnpacked(data: string): Incoming {
  const directory = join(data, 'importing');
  const forget = onInterrupt(() => remove());
  const first_made = mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unpacked = new Incoming(data, 'importing');
  const close = unpacked.close.bind(unpacked);
  const remove = () => {
    close();
    if (first_made !== undefined) removeEmpty(directory, first_made);
  };
  unpacked.close = () => {
    remove();
    forget();
  };
  return unpacked;
}

/** The server could not open the files and directories that root would make beside its own. [CL702] */
function requireOwner(data: string): void {
  if (process.getuid?.() !== 0) return;
  const own = ['stoa.db', 'secret'].map((name) => statSync(join(data, name), { throwIfNoEntry: false })).find(Boolean);
  if (!own || own.uid === 0) return;
  throw new CommandError(
    `the data in ${data} belongs to another account, whose server could not open the files that root imports: ` +
      `run the command as that account (sudo -u '#${own.uid}' ...), and let it read the archive`,
  );
}

/** Removes empty directories, from `last` up to `first`. */
function removeEmpty(last: string, first: string): void {
  for (let directory = resolve(last); ; directory = dirname(directory)) {
    try {
      rmdirSync(directory);
    } catch {
      return;
    }
    if (directory === resolve(first)) return;
  }
}
