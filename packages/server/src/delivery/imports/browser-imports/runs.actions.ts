// Every write of the imports of the browser. [IM40]
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import { type ArchiveFormat, type ImportPlan, type RealmId, Refused } from '@stoa/contract';
import type { Actor } from '../../../kit/access/actor.ts';
import type { Transaction } from '../../../kit/database/connection.ts';
import { sql } from '../../../kit/database/sql.ts';
import { seconds } from '../../../kit/time/clock.ts';
import type { WriteContext } from '../../../kit/write/write-context.ts';
import { findRun } from './runs.queries.ts';
import { mayDiscard, mayStart, mayUndo } from './runs.rules.ts';
import type { ImportStage, RunRow } from './runs.tables.ts';

const MIB = 1024 * 1024;

export interface BegunImport {
  readonly format: ArchiveFormat;
  readonly file_name: string;
  readonly size: number;
}

/** Replaces an import that has ended or was never started. */
export async function beginRun(
  { tx, now, caps, record }: WriteContext,
  actor: Actor,
  begun: BegunImport,
): Promise<void> {
  const { realm_id } = actor.realm;
  const earlier = await findRun(tx, realm_id);
  if (earlier !== null && !mayDiscard(earlier)) throw Refused('import_running');
  if (begun.size > caps.of('import-mib') * MIB) throw Refused('import_too_large', { count: caps.of('import-mib') });
  await tx.run(sql`delete from archive_imports where realm_id = ${realm_id}`);
  const columns = {
    ...begun,
    realm_id,
    acting_user_id: actor.user_id,
    upload_id: randomBytes(16).toString('hex'),
    stage: 'uploading',
    started_at: seconds(now),
  };
  await tx.run(sql`insert into archive_imports ${sql.insert(columns)}`);
  const { format, file_name } = begun;
  record({ kind: 'import_begun', name: file_name, changes: [{ field: 'format', new: format }] });
}

async function enterStage(tx: Transaction, realm_id: RealmId, stage: ImportStage): Promise<void> {
  await tx.run(
    sql`update archive_imports set stage = ${stage}, error = null, failure = null, messages = 0, seconds_left = null, worked_at = 0
     where realm_id = ${realm_id}`,
  );
}

export async function startRun({ tx, record }: WriteContext, { realm: { realm_id } }: Actor): Promise<void> {
  const row = await findRun(tx, realm_id);
  if (row === null || !mayStart(row)) throw Refused('import_not_planned');
  await enterStage(tx, realm_id, 'importing');
  record({ kind: 'import_started', name: row.file_name });
}

export async function undoRun({ tx, record }: WriteContext, { realm: { realm_id } }: Actor): Promise<void> {
  const row = await findRun(tx, realm_id);
  if (row === null || !mayUndo(row)) throw Refused('import_not_there');
  await enterStage(tx, realm_id, 'undoing');
  record({ kind: 'import_undone', name: row.file_name });
}

export async function discardRun({ tx, record }: WriteContext, { realm: { realm_id } }: Actor): Promise<void> {
  const row = await findRun(tx, realm_id);
  if (row === null) throw Refused('import_not_there');
  if (!mayDiscard(row)) throw Refused('import_running');
  await removeRun(tx, row);
  record({ kind: 'import_discarded', name: row.file_name });
}

/** The archive has arrived. */
export async function planRun({ tx }: WriteContext, { realm_id, upload_id }: RunRow): Promise<void> {
  await tx.run(
    sql`update archive_imports set stage = 'planning', worked_at = 0
     where realm_id = ${realm_id} and upload_id = ${upload_id} and stage = 'uploading'`,
  );
}

const isThis = ({ realm_id, upload_id, stage }: RunRow) =>
  sql`realm_id = ${realm_id} and upload_id = ${upload_id} and stage = ${stage}`;

/** True for the one process that runs it from now on. */
export async function claimRun(tx: Transaction, row: RunRow, now: number): Promise<boolean> {
  const claimed = await tx.run(
    sql`update archive_imports set worked_at = ${now} where ${isThis(row)} and worked_at = ${row.worked_at} and error is null`,
  );
  return claimed > 0;
}

export type RunChange = Partial<
  Pick<RunRow, 'stage' | 'messages' | 'total_messages' | 'seconds_left' | 'error' | 'worked_at'> & {
    plan: string;
    failure: string | null;
  }
>;

export async function changeRun(tx: Transaction, row: RunRow, change: RunChange): Promise<void> {
  await tx.run(sql`update archive_imports set ${sql.set(change)} where ${isThis(row)}`);
}

/** The import of this archive is complete, whoever wrote it: the command line may have finished what the browser began. [IM69] */
export async function finishRun(
  tx: Transaction,
  realm_id: RealmId,
  format: string,
  { counts }: Pick<ImportPlan, 'counts'>,
): Promise<void> {
  const row = await findRun(tx, realm_id);
  if (row?.stage !== 'importing' || row.format !== format || !isDeepEqual(row.plan?.counts, counts)) return;
  const messages = row.total_messages ?? 0;
  await changeRun(tx, row, { stage: 'imported', messages, seconds_left: null, error: null, failure: null });
}

/** The import is undone, whoever undid it. [IM69] */
export async function removeWrittenRun(tx: Transaction, realm_id: RealmId): Promise<void> {
  const row = await findRun(tx, realm_id);
  if (row !== null && ['importing', 'imported', 'undoing'].includes(row.stage)) await removeRun(tx, row);
}

export async function removeRun(tx: Transaction, row: RunRow): Promise<void> {
  await tx.run(sql`delete from archive_imports where ${isThis(row)}`);
}
