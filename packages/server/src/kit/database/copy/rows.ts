// Rows in a form that both engines read and write alike: numbers as text, because some exceed what JavaScript holds exactly.
import { createHash } from 'node:crypto';
import { batchesOf } from '../batches.ts';
import { type Connection, StoreError, type Transaction } from '../connection.ts';
import { type Fragment, sql } from '../sql.ts';
import type { Column, Table } from './tables.ts';

/** Numbers only in columns of kind `real`. */
export type Value = string | number | Uint8Array | null;
export type Row = readonly Value[];
/** The values of the primary key, as text. */
export type Key = readonly string[];

/** SQLite takes 32,766 parameters; a table has some thirty columns. */
const ROWS_PER_INSERT = 100;

const quoted = (name: string): Fragment => sql.raw(`"${name}"`);
const names = (columns: readonly Column[]): Fragment =>
  sql.join(
    columns.map(({ name }) => quoted(name)),
    ', ',
  );

function readable({ name, kind }: Column): Fragment {
  if (kind === 'real' || kind === 'bytes') return quoted(name);
  if (kind === 'boolean') return sql`cast(cast(${quoted(name)} as integer) as text)`;
  return sql`cast(${quoted(name)} as text)`;
}

const columnsOf = (table: Table): Fragment =>
  sql.join(
    table.columns.map((column, at) => sql`${readable(column)} as ${sql.raw(`c${at}`)}`),
    ', ',
  );

const parameter = ({ kind }: Column, value: string): Fragment =>
  kind === 'integer' ? sql`cast(${value} as bigint)` : sql`cast(${value} as text)`;

const keyFragment = ({ key }: Table, values: Key): Fragment =>
  sql.join(
    key.map((column, at) => parameter(column, values[at]!)),
    ', ',
  );

const isOneOf = (table: Table, keys: readonly Key[]): Fragment =>
  sql`(${names(table.key)}) in (values ${sql.join(
    keys.map((key) => sql`(${keyFragment(table, key)})`),
    ', ',
  )})`;

type StoredRow = Readonly<Record<string, Value>>;

function toRow({ columns }: Table, found: StoredRow): Row {
  return columns.map(({ kind }, at) => {
    const value = found[`c${at}`]!;
    // The engines write fractions differently; both hold the same 64 bits.
    if (kind === 'real' && value !== null) return Number(value);
    return kind === 'bytes' && value !== null ? new Uint8Array(value as Uint8Array) : value;
  });
}

export const keyOf = ({ columns, key }: Table, row: Row): Key =>
  key.map((column) => row[columns.indexOf(column)] as string);

/** The rows after a key, in the order of the primary key, which is the engine's own. */
export async function readAfter(db: Connection, table: Table, after: Key | null, limit: number): Promise<Row[]> {
  const where = after === null ? sql.nothing : sql`where (${names(table.key)}) > (${keyFragment(table, after)})`;
  const found = await db.all<StoredRow>(
    sql`select ${columnsOf(table)} from ${quoted(table.name)} ${where} order by ${names(table.key)} limit ${limit}`,
  );
  return found.map((row) => toRow(table, row));
}

export async function readByKeys(db: Connection, table: Table, keys: readonly Key[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const batch of batchesOf(keys)) {
    const found = await db.all<StoredRow>(
      sql`select ${columnsOf(table)} from ${quoted(table.name)} where ${isOneOf(table, batch)}`,
    );
    for (const row of found) rows.push(toRow(table, row));
  }
  return rows;
}

export async function deleteByKeys(tx: Transaction, table: Table, keys: readonly Key[]): Promise<void> {
  for (const batch of batchesOf(keys))
    await tx.run(sql`delete from ${quoted(table.name)} where ${isOneOf(table, batch)}`);
}

/**
 * Replaces what has the same unique values on SQLite: while the source is written to, two rows that were read at different times
 * may have them. The older of them has changed since, and so is copied again.
 */
const insertSqlite = (table: Table, rows: readonly Row[]) =>
  sql`insert or replace into ${quoted(table.name)} (${names(table.columns)}) values ${sql.rows(rows)}`;

const written = ({ kind }: Column, at: number): Fragment => {
  const value = sql.raw(`c${at}`);
  if (kind === 'bytes') return sql`decode(${value}, 'hex')`;
  const types = { text: 'text', integer: 'bigint', boolean: 'boolean', json: 'json', real: 'double precision' };
  return sql`cast(${value} as ${sql.raw(types[kind])})`;
};

/** One parameter for all rows, so that the text is the same for every number of them. */
function insertPostgres(table: Table, rows: readonly Row[]) {
  const json = JSON.stringify(rows.map((row) => Object.fromEntries(row.map((value, at) => [`c${at}`, hexed(value)]))));
  const fields = sql.raw(table.columns.map((_, at) => `c${at} text`).join(', '));
  const values = sql.join(table.columns.map(written), ', ');
  return sql`insert into ${quoted(table.name)} (${names(table.columns)})
    select ${values} from json_to_recordset(${json}::json) as rows(${fields})`;
}

const hexed = (value: Value): string | number | null =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;

export async function insertRows(tx: Transaction, table: Table, rows: readonly Row[]): Promise<void> {
  const is_sqlite = tx.engine === 'sqlite';
  for (const batch of batchesOf(rows, is_sqlite ? ROWS_PER_INSERT : rows.length || 1))
    try {
      await tx.run(is_sqlite ? insertSqlite(table, batch) : insertPostgres(table, batch));
    } catch (error) {
      throw refusal(table, batch, error as Error & { code?: string });
    }
}

/** Data errors of PostgreSQL (classes 22 and 23) concern the rows; all others are the connection's. */
function refusal(table: Table, rows: readonly Row[], error: Error & { code?: string }): Error {
  if (!/^(22|23)...$/.test(error.code ?? '')) return error;
  const nul = rows.find((row) => row.some((value) => typeof value === 'string' && value.includes('\0')));
  const [first, last] = [rows[0]!, rows.at(-1)!].map((row) => keyOf(table, nul ?? row).join(', '));
  const which = nul ? `the row ${first}` : `one of the rows ${first} to ${last}`;
  return new StoreError(
    `${which} of ${table.name} can't be copied: ${nul ? 'a text has a NUL character' : error.message}`,
  );
}

/** How much memory a row takes, roughly. */
export function sizeOf(row: Row): number {
  let bytes = 0;
  for (const value of row) bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  return bytes;
}

/** A number that is equal for equal rows, whichever engine they were read from. */
export function digestOf(row: Row): bigint {
  const digest = createHash('sha256')
    .update(JSON.stringify(row.map(hexed)))
    .digest();
  return (digest.readBigUInt64BE(0) << 64n) | digest.readBigUInt64BE(8);
}
