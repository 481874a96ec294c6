// Reads the imports of the browser.
import type { ArchiveImport, RealmId } from '@stoa/contract';
import type { Connection } from '../../../kit/database/connection.ts';
import { sql } from '../../../kit/database/sql.ts';
import { WORKING } from './runs.rules.ts';
import type { RunRow } from './runs.tables.ts';

export function findRun(db: Connection, realm_id: RealmId): Promise<RunRow | null> {
  return db.get<RunRow>(sql`select * from archive_imports where realm_id = ${realm_id}`);
}

/** Imports to run that no process has worked on since then. */
export function findWaiting(db: Connection, since: number): Promise<RunRow[]> {
  return db.all<RunRow>(
    sql`select * from archive_imports where error is null and worked_at < ${since} and stage in (${sql.list(WORKING)})
     order by started_at, realm_id`,
  );
}

/** The archives that are still needed. */
export async function findUploadIds(db: Connection): Promise<Set<string>> {
  const rows = await db.all<{ upload_id: string }>(
    sql`select upload_id from archive_imports where stage in ('uploading', 'planning', 'planned', 'importing')`,
  );
  return new Set(rows.map(({ upload_id }) => upload_id));
}

/** Defaults for fields that the stored plans of older versions lack. */
const UNCODED = { code: null, file: null, record: null };

export function presentRun(row: RunRow): ArchiveImport {
  const { realm_id: _, upload_id: __, worked_at: ___, plan, ...shown } = row;
  return { ...shown, plan: plan && { ...plan, reasons: plan.reasons.map((reason) => ({ ...UNCODED, ...reason })) } };
}
