// Tracks files that no row needs. A file is listed here before it is stored and when its row is deleted, so that a crash leaves
// either a row with its bytes or bytes that are collected, never a row without bytes. [UP11]

import type { RealmId } from '@stoa/contract';
import type { Connection, Transaction } from '../database/connection.ts';
import { sql } from '../database/sql.ts';
import type { Writer } from '../write/write.ts';
import type { FileServices } from './file-services.ts';
import type { FileStore } from './file-store.ts';

/** Longer than any request takes between storing a file and writing its row. */
const UNNEEDED_AFTER_MS = 24 * 60 * 60_000;
/** Replaces the time: the file is being removed, so no row may claim it. */
const CLAIMED = -1;
const AT_ONCE = 100;

export interface NewFile {
  readonly key: string;
  /** A local file, which may be moved away. */
  readonly path: string;
  readonly content_type: string;
}

/** Stores files. They are collected after a day unless {@link keepFiles} claims them. */
export async function storeFiles(
  { files, writer }: Pick<FileServices, 'files' | 'writer'>,
  realm_id: RealmId,
  now: number,
  stored: readonly NewFile[],
): Promise<void> {
  await writer.write(realm_id, async ({ tx }) => {
    for (const { key } of stored) await loosen(tx, realm_id, key, now + UNNEEDED_AFTER_MS);
  });
  for (const { key, path, content_type } of stored) await files.put(key, path, content_type);
}

/** Marks files as needed by rows of the same transaction. */
export async function keepFiles(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const deleted = await tx.run(sql`delete from loose_files where file_key = ${key} and remove_after <> ${CLAIMED}`);
    if (deleted !== 1) throw new Error(`the file ${key} has been collected`);
  }
}

/** Marks files as no longer needed from this transaction on. */
export async function releaseFiles(
  tx: Transaction,
  realm_id: RealmId,
  keys: readonly string[],
  now: number,
): Promise<void> {
  for (const key of keys) await loosen(tx, realm_id, key, now);
}

async function loosen(tx: Transaction, realm_id: RealmId, key: string, remove_after: number): Promise<void> {
  await tx.run(
    sql`insert into loose_files (file_key, realm_id, remove_after) values (${key}, ${realm_id}, ${remove_after})
     on conflict (file_key) do update set remove_after = excluded.remove_after`,
  );
}

/** Removes files that were unneeded for long enough and returns their number. Repeating it after a crash is safe. */
export async function collectLooseFiles(
  { db, writer, files }: { db: Connection; writer: Writer; files: FileStore },
  now: number,
): Promise<number> {
  const due = await db.all<{ file_key: string; realm_id: RealmId }>(
    sql`select file_key, realm_id from loose_files where remove_after <= ${now} order by remove_after limit ${AT_ONCE}`,
  );
  let removed = 0;
  let failure: unknown = null;
  for (const { file_key, realm_id } of due) {
    const claimed = await writer.write(realm_id, ({ tx }) =>
      tx.run(
        sql`update loose_files set remove_after = ${CLAIMED} where file_key = ${file_key} and remove_after <= ${now}`,
      ),
    );
    if (claimed === 0) continue;
    try {
      await files.remove(file_key);
    } catch (error) {
      failure ??= error; // retried at the next run; the other files are still removed
      continue;
    }
    await writer.write(realm_id, ({ tx }) => tx.run(sql`delete from loose_files where file_key = ${file_key}`));
    removed++;
  }
  if (removed === 0 && failure !== null) throw failure;
  return removed;
}
