// `stoa import stoa`: verifies our own archive, then makes its organization here.
import { writeFileSync } from 'node:fs';
import { bucketOfFiles } from '../config/file-settings.ts';
import { openSource } from '../delivery/imports/source.ts';
import { checkRows } from '../delivery/imports/stoa/check-rows.actions.ts';
import { importStoa, isImported } from '../delivery/imports/stoa/import-stoa.ts';
import type { StoaArchive } from '../delivery/imports/stoa/stoa-archive.ts';
import { openStoaArchives } from '../delivery/imports/stoa/whole-archive.ts';
import { findDeletionTime } from '../features/organization-deletion/pending-deletion.actions.ts';
import { findSecret } from '../identity/auth/secret.ts';
import { checkSecret } from '../identity/auth/secret-mark.actions.ts';
import { getRealmRow, hostName } from '../identity/realm/realm.queries.ts';
import type { Realm } from '../kit/access/actor.ts';
import { shareLock } from '../kit/bulk-writes/share-lock.ts';
import type { Connection } from '../kit/database/connection.ts';
import { newestVersion } from '../kit/database/migrate.ts';
import { openStore, prepareDataDirectory } from '../kit/database/open.ts';
import { openFileParts } from '../kit/files/open-file-services.ts';
import { ApiKeys } from '../kit/secrets/api-keys.ts';
import { migrations } from '../migrations/index.ts';
import { invariants } from '../slices.ts';
import { CommandError, UsageError } from './command.ts';
import type { ImportValues } from './declarations.ts';
import { checkImport, openUnpacked } from './import-checks.ts';
import { ProgressLines } from './progress.ts';
import { withStoreOrNew } from './store.ts';
import { print, printRow } from './terminal.ts';

export async function importStoaCommand(values: ImportValues, file: string): Promise<number> {
  if (values.owner !== undefined || values.id_map !== undefined)
    throw new UsageError('--owner and --id-map are for archives of other chats');
  if (values.into !== undefined)
    throw new UsageError('an archive of Stoa is imported as it was: as an organization of its own, without --into');
  await checkImport(values, 'stoa', values.url);
  const unpacked = openUnpacked(values.data);
  const progress = new ProgressLines();
  const show = (text: string) => progress.show(() => text);
  try {
    const source = await openSource(file, unpacked.path());
    try {
      const opened = pick(await openStoaArchives(source, newestVersion(migrations), show), values);
      const archives = await check(opened, unpacked.path(), show);
      progress.end();
      for (const archive of archives) describe(archive);
      if (values.report !== undefined)
        writeFileSync(
          values.report,
          `${JSON.stringify(archives.length === 1 ? reportOf(archives[0]!) : archives.map(reportOf), null, 2)}\n`,
          { mode: 0o600 },
        );
      if (values.dry_run) {
        print('\nNothing was written.');
        return 0;
      }
      await run(values, archives, show);
    } finally {
      await source.close();
    }
    return 0;
  } finally {
    progress.end();
    unpacked.close();
  }
}

/** Tries all rows in a database of their own, which is removed with everything unpacked. */
async function check(
  archives: readonly StoaArchive[],
  directory: string,
  show: (text: string) => void,
): Promise<readonly StoaArchive[]> {
  prepareDataDirectory(directory);
  const scratch = await openStore({ data: directory, database: null }, migrations);
  try {
    const checked: StoaArchive[] = [];
    for (const archive of archives) checked.push(await checkRows(archive, scratch, invariants, show));
    return checked;
  } finally {
    await scratch.close();
  }
}

const reportOf = ({ manifest, files }: StoaArchive) => ({ ...manifest, files: files.length });

/** The organizations to import: all, or the one that --org names. */
function pick(archives: readonly StoaArchive[], { org, url }: ImportValues): readonly StoaArchive[] {
  const hostOf = (written: string) => (URL.canParse(written) ? new URL(written).host : written).toLowerCase();
  const chosen = org === undefined ? archives : archives.filter(({ manifest }) => hostOf(manifest.url) === hostOf(org));
  const hosts = archives.map(({ manifest }) => hostOf(manifest.url)).join(', ');
  if (chosen.length === 0) throw new CommandError(`there is no organization at ${org} in the archive: it has ${hosts}`);
  if (chosen.length > 1 && url !== undefined)
    throw new UsageError(`--url is for one organization: pick one with --org, of ${hosts}`);
  return chosen;
}

function describe({ manifest, files }: StoaArchive): void {
  print(`Organization: ${manifest.name}, of ${new Date(manifest.created_at * 1000).toISOString()}`);
  for (const [table, rows] of Object.entries(manifest.rows)) if (rows > 0) printRow([table, rows]);
  printRow(['files', files.length]);
  if (manifest.missing_files > 0) print(`Files that were missing when it was made: ${manifest.missing_files}`);
}

async function run(
  values: ImportValues,
  archives: readonly StoaArchive[],
  show: (text: string) => void,
): Promise<void> {
  await withStoreOrNew(
    values,
    async ({ store, writer, keys, clock }) => {
      await checkSecret(writer, keys, false);
      await shareLock(writer, store);
      const secret_mark = keys.derive('mark');
      const files = openFileParts(values.data, bucketOfFiles(values), writer);
      try {
        const url = values.url ?? null;
        for (const archive of archives) {
          if (archives.length > 1 && (await isImported(store, archive))) {
            print(`\n${archive.manifest.name} is here already.`);
            continue;
          }
          const { realm, left_out, ids_stay } = await importStoa({
            store,
            writer,
            files,
            archive,
            together: archives,
            url,
            now: clock.now(),
            secret_mark,
            progress: show,
          });
          print(`\nImported ${realm.name} at ${realm.url}.`);
          const closed = await describeClosed(store.db, realm);
          if (closed !== null) print(closed);
          const left = [...left_out].filter((table) => archive.manifest.rows[table]);
          const without = left.length > 0 ? `, and these were left out: ${left.join(', ')}` : '';
          if (!ids_stay)
            print(
              `Here all ids are new, because this server has used theirs. So everybody gets a new API key${without}.`,
            );
          else if (archive.manifest.secret_mark !== secret_mark)
            print(`This server has another secret than the old one: everybody gets a new API key${without}.`);
        }
      } finally {
        files.close();
      }
    },
    hasSecretOf(values, archives),
  );
}

/** Whether the secret at hand is that of the server which the archives are from. [IM705] */
function hasSecretOf({ data, secret }: ImportValues, archives: readonly StoaArchive[]): boolean {
  const found = findSecret(data, secret ?? null);
  const mark = found === null ? null : new ApiKeys(found).derive('mark');
  return archives.every(({ manifest }) => manifest.secret_mark === mark);
}

/** Says what the archive has closed, or will delete also here; null for an organization that people can enter. [IM703] */
async function describeClosed(db: Connection, { realm_id, url }: Realm): Promise<string | null> {
  const host = hostName(new URL(url).host);
  const due_at = await findDeletionTime(db, realm_id);
  if (due_at !== null) {
    const when = due_at <= Date.now() ? 'within a minute' : `after ${new Date(due_at).toISOString().slice(0, 10)}`;
    return `It was to be deleted where it comes from, and a server here deletes it ${when}: "stoa organization undelete ${host}" keeps it.`;
  }
  const { deactivated_at } = await getRealmRow(db, realm_id);
  return deactivated_at === null
    ? null
    : `It is deactivated, as it was where it comes from: "stoa organization reactivate --org ${host}" opens it.`;
}
