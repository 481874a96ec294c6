// `stoa check`: checks the integrity of a store, or of a backup, without changing it.

import { join } from 'node:path';
import { openFileSource } from '../backup/file-source.ts';
import { bucketOfFiles } from '../config/file-settings.ts';
import { readSecret } from '../identity/auth/secret.ts';
import { findSecretMark, isSecretOf } from '../identity/auth/secret-mark.actions.ts';
import type { Connection } from '../kit/database/connection.ts';
import { openReadOnly } from '../kit/database/open.ts';
import { findStoredFiles } from '../slices.ts';
import { openBackups } from './backup-store.ts';
import { checkBackup } from './check-backup.ts';
import { checkDatabase } from './check-database.ts';
import type { CheckValues, StoreValues } from './declarations.ts';
import { Findings } from './findings.ts';
import { requireStore } from './store.ts';

export async function check(values: CheckValues): Promise<number> {
  const findings = new Findings();
  if (values.backup !== undefined) {
    await checkBackup(openBackups(values.backup, values), values, findings);
    return findings.end();
  }
  requireStore(values);
  const location = { data: values.data, database: values.database ?? null };
  const look = async <T>(work: (db: Connection) => Promise<T>): Promise<T> => {
    const { db, close } = await openReadOnly(location);
    return work(db).finally(close);
  };
  const is_readable = await look(async (db) => {
    const readable = await checkDatabase(db, findings);
    if (readable) await checkSecret(db, values, findings);
    return readable;
  });
  if (is_readable) {
    const source = openFileSource(values.data, bucketOfFiles(values));
    const missing = await look((db) => findMissing(db, source));
    // A file that was deleted meanwhile is not missing.
    const again = missing.length === 0 ? [] : await look((db) => findMissing(db, source));
    findings.note(
      'every file that the data refers to is there',
      missing.filter((key) => again.includes(key)),
    );
  }
  return findings.end();
}

async function findMissing(db: Connection, source: ReturnType<typeof openFileSource>): Promise<string[]> {
  const keys = await findStoredFiles(db);
  const sizes = await source.sizes(keys);
  return keys.filter((key) => !sizes.has(key));
}

async function checkSecret(db: Connection, { data, secret }: StoreValues, findings: Findings): Promise<void> {
  const mark = await findSecretMark(db);
  if (mark === null) return;
  const found = secret ?? readSecret(join(data, 'secret'));
  const wrong: string[] = [];
  if (found === null)
    wrong.push('it is missing: put the file "secret" back or set STOA_SECRET, otherwise every API key ends');
  else if (!(await isSecretOf(db, found))) wrong.push('it is another one: every API key would end');
  findings.note('the secret is the one that the data was written with', wrong);
}
