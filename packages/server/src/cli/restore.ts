// `stoa restore` and `stoa mark-restored`: from a copy to data that a server may use.

import { restoreBackup } from '../backup/restore-backup.ts';
import { markRestored } from '../backup/restored.actions.ts';
import { bucketOfFiles } from '../config/file-settings.ts';
import { lockServing } from '../kit/database/serving-lock.ts';
import { openFiles } from '../kit/files/open-files.ts';
import { plural } from '../kit/text/plural.ts';
import { openBackups } from './backup-store.ts';
import { CommandError } from './command.ts';
import type { RestoreValues, StoreValues } from './declarations.ts';
import { ProgressLines } from './progress.ts';
import { requireStore, withStore } from './store.ts';
import { countsOf, print, shellWord } from './terminal.ts';

const UNDONE =
  'Everything after that is undone: messages and accounts are gone, and keys, sessions and roles that were revoked are valid again.';
const CONTINUES = [
  'API keys, sessions and event queues continue. New messages, accounts and events get ids far above the old ones, so that none is',
  'assigned again. Clients that have seen later events fetch everything again. Uploads in progress start over.',
].join(' ');

export async function restore(values: RestoreValues, [target]: readonly string[]): Promise<number> {
  const { data, database } = values;
  if (database !== undefined)
    throw new CommandError(
      '"stoa restore" restores the embedded database; docs/operate/backup.md says how to restore PostgreSQL',
    );
  const progress = new ProgressLines();
  const bucket = bucketOfFiles(values);
  const { id, manifest } = await restoreBackup({
    store: openBackups(target!, values),
    id: values.id,
    data,
    files: bucket && openFiles(data, bucket),
    now: Date.now,
    progress,
  }).finally(() => progress.end());
  const { organizations, accounts, messages } = manifest.counts;
  print(`Restored backup ${id} to ${data}, with everything until ${manifest.made_at}:`);
  const file = manifest.files?.length ?? 0;
  print(`${countsOf({ organization: organizations, account: accounts, message: messages, file })}.`);
  print(UNDONE);
  print(CONTINUES);
  if (manifest.missing_files.length > 0)
    print(
      `Missing when the backup was made: ${plural(manifest.missing_files.length, 'file')}; "stoa check" lists them.`,
    );
  if (manifest.files === null) print('The backup was made without files: put the directory "files" back, too.');
  if (manifest.secret === null)
    print('The backup was made without the secret: put the file "secret" back, or set STOA_SECRET.');
  print(`Start it: stoa serve --data ${shellWord(data)}`);
  return 0;
}

export async function markRestoredData(values: StoreValues): Promise<number> {
  requireStore(values);
  const unlock = values.database === undefined ? lockServing(values.data) : () => {};
  try {
    await withStore(values, ({ store }) => store.transaction((tx) => markRestored(tx, Date.now())));
  } finally {
    unlock();
  }
  print(CONTINUES);
  return 0;
}
