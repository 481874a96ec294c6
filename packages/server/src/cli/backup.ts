// `stoa backup`: copies the data while the server runs and writes.

import { isAbsolute, relative, resolve } from 'node:path';
import { openFileSource } from '../backup/file-source.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { bucketOfFiles } from '../config/file-settings.ts';
import { findSecret } from '../identity/auth/secret.ts';
import { isSecretOf } from '../identity/auth/secret-mark.actions.ts';
import { openReadOnly } from '../kit/database/open.ts';
import { plural } from '../kit/text/plural.ts';
import { openBackups } from './backup-store.ts';
import { CommandError } from './command.ts';
import type { BackupValues } from './declarations.ts';
import { ProgressLines } from './progress.ts';
import { requireStore } from './store.ts';
import { countsOf, print } from './terminal.ts';

const MIB = 1024 * 1024;

/** A backup with another secret would end every API key when it is restored. [BU17] */
async function requireOwnSecret(data: string, secret: string): Promise<void> {
  const { db, close } = await openReadOnly({ data, database: null });
  if (!(await isSecretOf(db, secret).finally(close)))
    throw new CommandError(
      `the secret is not the one that the data in ${data} was written with: put that one back, or say --without-secret`,
    );
}

export async function backup(values: BackupValues, [target]: readonly string[]): Promise<number> {
  const { data, database } = values;
  if (database !== undefined)
    throw new CommandError(
      '"stoa backup" copies the embedded database; docs/operate/backup.md says how to back up PostgreSQL',
    );
  const inside = relative(resolve(data), resolve(target!));
  if (target === '' || !(inside.startsWith('..') || isAbsolute(inside) || /^s3:/.test(target!)))
    throw new CommandError(`name a directory for backups outside of the data in ${data}`);
  requireStore(values);
  const secret = findSecret(data, values.secret ?? null);
  if (secret === null && !values.without_secret)
    throw new CommandError(`the secret is missing in ${data}: put it back, set STOA_SECRET, or say --without-secret`);
  if (secret !== null && !values.without_secret) await requireOwnSecret(data, secret);
  const progress = new ProgressLines();
  const started = performance.now();
  const { id, manifest, removed, written } = await makeBackup({
    data,
    store: openBackups(target!, values),
    files: values.without_files ? null : openFileSource(data, bucketOfFiles(values)),
    secret: values.without_secret ? null : secret,
    keep: values.keep ?? null,
    now: Date.now,
    progress,
  }).finally(() => progress.end());
  const { organizations, accounts, messages, files } = manifest.counts;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(
    `Backup ${id}: ${countsOf({ organization: organizations, account: accounts, message: messages, file: files })}.`,
  );
  print(`Copied ${(written / MIB).toFixed(1)} MiB in ${seconds} s.`);
  if (manifest.missing_files.length > 0)
    progress.warn(
      `missing in the data itself: ${plural(manifest.missing_files.length, 'file')}; "stoa check" lists them`,
    );
  if (removed.length > 0) print(`Removed ${plural(removed.length, 'older backup')}: ${removed.join(', ')}`);
  return 0;
}
