// Tries the rows of our own archive in a database of their own before anything is written: types and values, keys that are there
// twice, references that lead nowhere, and what holds for every store. The server's database never has a row of a refused archive.
import { batchesOf } from '../../../kit/database/batches.ts';
import type { Store, Transaction } from '../../../kit/database/connection.ts';
import { sql } from '../../../kit/database/sql.ts';
import type { Invariant } from '../../../slice/tables.ts';
import { type Column, findColumns, quoted } from '../../exports/stoa/stoa-rows.queries.ts';
import { MANIFEST } from '../../exports/stoa/stoa-tables.rules.ts';
import { ArchiveError } from '../archive-error.ts';
import { kindOf } from './move-ids.rules.ts';
import { References } from './references.rules.ts';
import { type DeclaredColumn, faultOfRow, ID_MAX } from './row-values.rules.ts';
import { type ArchivedRow, checkOwner, FIRST_ROW, readPart, type StoaArchive, type TablePart } from './stoa-archive.ts';
import { insertRows } from './stoa-rows.actions.ts';

/** One statement each. */
const ROWS_AT_ONCE = 200;
/** Long texts in no key, which nothing here needs. */
const TEXTS: ReadonlySet<string> = new Set([
  'content',
  'rendered_content',
  'prev_content',
  'prev_rendered_content',
  'rendered_description',
]);

interface Table {
  readonly columns: readonly Column[];
  readonly declared: readonly DeclaredColumn[];
}

/** Ends the transaction of a check that found nothing. */
class Checked extends Error {}

/**
 * Throws what is wrong with the first row that is, and returns the archive with the last ids that its rows really have. `scratch`
 * is an empty embedded database.
 */
export async function checkRows(
  archive: StoaArchive,
  scratch: Store,
  invariants: readonly Invariant[],
  progress: (text: string) => void,
): Promise<StoaArchive> {
  const last_ids = new Map<string, number>();
  const checking = scratch.transaction(async (tx) => {
    await insertAll(tx, archive, last_ids, progress);
    for (const invariant of invariants) await checkInvariant(tx, invariant);
    throw new Checked();
  });
  await checking.catch((error: unknown) => {
    if (!(error instanceof Checked)) throw error;
  });
  return { ...archive, manifest: { ...archive.manifest, last_ids: Object.fromEntries(last_ids) } };
}

async function insertAll(
  tx: Transaction,
  archive: StoaArchive,
  last_ids: Map<string, number>,
  progress: (text: string) => void,
): Promise<void> {
  const { realm_id, rows: announced } = archive.manifest;
  const tables = new Map<string, Table>();
  const counts = new Map<string, number>();
  const references = new References();
  for (const part of archive.parts) {
    const { table, path } = part;
    if (!tables.has(table))
      tables.set(table, { columns: await findColumns(tx, table), declared: await findDeclared(tx, table) });
    const { columns, declared } = tables.get(table)!;
    const rows = await readPart(archive, part);
    for (const [at, row] of rows.entries()) {
      const fault = faultOfRow(table, row, declared, realm_id) ?? findLastIds(table, row, last_ids);
      if (fault !== null) throw new ArchiveError(fault, path, at + FIRST_ROW);
      references.read(table, row, { path, line: at + FIRST_ROW });
    }
    checkOwner(part, rows, realm_id);
    await insertPart(tx, part, columns, rows);
    counts.set(table, (counts.get(table) ?? 0) + rows.length);
    progress(`Verified: ${counts.get(table)} rows of ${table}`);
  }
  const unknown = references.findUnknown();
  if (unknown !== null) throw new ArchiveError(unknown.fault, unknown.path, unknown.line);
  const differing = Object.entries(announced).find(([table, count]) => count !== (counts.get(table) ?? 0));
  if (differing)
    throw new ArchiveError(`it says that ${differing[0]} has ${differing[1]} rows, which is not so`, MANIFEST);
}

/** The highest id of each kind, also where a row only refers to it: none of them is assigned again. */
function findLastIds(table: string, row: ArchivedRow, last_ids: Map<string, number>): string | null {
  for (const [column, value] of Object.entries(row)) {
    const kind = kindOf(table, column);
    if (kind === undefined || typeof value !== 'number' || value === Number.MAX_SAFE_INTEGER) continue;
    if (value > ID_MAX) return `${column}: the id is too large`;
    if (value > (last_ids.get(kind) ?? 0)) last_ids.set(kind, value);
  }
  return null;
}

async function insertPart(
  tx: Transaction,
  part: TablePart,
  columns: readonly Column[],
  rows: readonly ArchivedRow[],
): Promise<void> {
  let inserted = 0;
  for (const batch of batchesOf(rows.map(withoutTexts), ROWS_AT_ONCE)) {
    try {
      await insertRows(tx, part, columns, batch);
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      for (const [at, row] of batch.entries())
        await insertRows(tx, part, columns, [row]).catch(async (fault: Error) => {
          throw new ArchiveError(await explain(tx, part, row, fault), part.path, inserted + at + FIRST_ROW);
        });
      throw error;
    }
    inserted += batch.length;
  }
}

function withoutTexts(row: ArchivedRow): ArchivedRow {
  const emptied = Object.keys(row).filter((name) => TEXTS.has(name) && typeof row[name] === 'string');
  return emptied.length === 0 ? row : { ...row, ...Object.fromEntries(emptied.map((name) => [name, ''])) };
}

/** Why the database refused a row. */
async function explain(tx: Transaction, { table }: TablePart, row: ArchivedRow, { message }: Error): Promise<string> {
  const unique = /^UNIQUE constraint failed: (.*)$/.exec(message)?.[1];
  if (unique !== undefined) return `another row has the same ${unique.replaceAll(`${table}.`, '')}`;
  for (const { column, to } of await tx.all<{ column: string; to: string }>(
    sql`select "from" as "column", "table" as "to" from pragma_foreign_key_list(${table})`,
  )) {
    const key = (await findColumns(tx, to)).find((known) => known.key === 1)!.name;
    const value = row[column];
    if (typeof value !== 'number') continue;
    const found = await tx.get(
      sql`select 1 as found from ${sql.raw(to)} where ${sql.raw(quoted(key))} = ${value} limit 1`,
    );
    if (found === null) return `${column}: there is no row ${value} of ${to} in the archive`;
  }
  return 'the row does not fit the others';
}

async function findDeclared(tx: Transaction, table: string): Promise<DeclaredColumn[]> {
  const rows = await tx.all<{ name: string; type: string; required: number; key: number }>(
    sql`select name, type, "notnull" as required, pk as key from pragma_table_info(${table})`,
  );
  const indexed = await tx.all<{ name: string }>(
    sql`select distinct parts.name as name from pragma_index_list(${table}) as indexes, pragma_index_info(indexes.name) as parts`,
  );
  const in_index = new Set(indexed.map((row) => row.name));
  return rows.map(({ name, type, required, key }) => ({
    name,
    type: type.toLowerCase(),
    is_nullable: Number(required) === 0 && Number(key) === 0,
    is_key: Number(key) > 0,
    is_indexed: in_index.has(name),
  }));
}

async function checkInvariant(tx: Transaction, { title, violations, engine, fine }: Invariant): Promise<void> {
  if (engine !== undefined && engine !== tx.engine) return;
  const rows = await tx.all<Record<string, unknown>>(violations);
  const violation = rows.find((row) => !fine?.(row));
  if (violation !== undefined)
    throw new ArchiveError(`the rows contradict each other: not ${title}: ${JSON.stringify(violation)}`);
}
