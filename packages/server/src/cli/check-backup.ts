// Checks a backup: every checksum, and the database in it. A plain one is checked in place, an encrypted one or one in a bucket by
// a temporary copy of its database.
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupError } from '../backup/backup-error.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import type { Manifest, Part } from '../backup/manifest.ts';
import { findSecretMark } from '../identity/auth/secret-mark.actions.ts';
import { openUntouched } from '../kit/database/sqlite-connection.ts';
import { ApiKeys } from '../kit/secrets/api-keys.ts';
import { findStoredFiles } from '../slices.ts';
import { checkDatabase } from './check-database.ts';
import type { Findings } from './findings.ts';
import { onInterrupt } from './scratch.ts';
import { print } from './terminal.ts';

interface Choice {
  readonly id: string | undefined;
  readonly quick: boolean;
}

export async function checkBackup(store: BackupStore, { id, quick }: Choice, findings: Findings): Promise<void> {
  const entry = await store.entry(id, Date.now());
  const manifest = await store.manifestOf(entry);
  const { database, secret, files, missing_files } = manifest;
  print(`Backup ${entry.id}, with everything until ${manifest.made_at}`);
  const read = async (part: Part, into?: (chunk: Uint8Array) => Promise<unknown>): Promise<string[]> => {
    try {
      for await (const chunk of store.read(part, entry.is_sealed)) await into?.(chunk);
      return [];
    } catch (error) {
      if (error instanceof BackupError) return [error.message];
      throw error;
    }
  };
  const wrong_files: string[] = [];
  for (const part of files ?? []) wrong_files.push(...(await read(part)));
  findings.note('every file is as it was written', wrong_files);
  if (files === null) print('note  the backup was made without files');
  findings.note('no file was missing when the backup was made', missing_files);
  let secret_text = '';
  if (secret === null) print('note  the backup was made without the secret');
  else {
    const decoder = new TextDecoder();
    findings.note(
      'the secret is as it was written',
      await read(secret, async (chunk) => {
        secret_text += decoder.decode(chunk);
      }),
    );
  }
  const path = store.target.pathOf(database.object);
  if (quick || (path !== null && !entry.is_sealed)) {
    findings.note('the database is as it was written', await read(database));
    if (!quick) await lookInto(path!, manifest, secret_text, findings);
    return;
  }
  const forget = onInterrupt(() => rmSync(directory, { recursive: true, force: true }));
  const directory = mkdtempSync(join(tmpdir(), 'stoa-check-'));
  try {
    const copy = join(directory, 'stoa.db');
    const handle = await open(copy, 'wx', 0o600);
    const wrong = await read(database, (chunk) => handle.writeFile(chunk)).finally(() => handle.close());
    findings.note('the database is as it was written', wrong);
    if (wrong.length === 0) await lookInto(copy, manifest, secret_text, findings);
  } finally {
    await rm(directory, { recursive: true, force: true });
    forget();
  }
}

async function lookInto(path: string, manifest: Manifest, secret: string, findings: Findings): Promise<void> {
  const db = openUntouched(path);
  try {
    if (!(await checkDatabase(db, findings))) return;
    if (manifest.files !== null) {
      const present = new Set([...manifest.files.map(({ key }) => key), ...manifest.missing_files]);
      const absent = (await findStoredFiles(db)).filter((key) => !present.has(key));
      findings.note('the backup has every file that its database refers to', absent);
    }
    const mark = await findSecretMark(db);
    if (mark !== null && manifest.secret !== null)
      findings.note(
        'the secret is the one that the data was written with',
        new ApiKeys(secret.trim()).derive('mark') === mark ? [] : ['it is another one: every API key would end'],
      );
  } finally {
    db.close();
  }
}
