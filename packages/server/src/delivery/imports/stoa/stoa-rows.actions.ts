// Writes the rows of our own archive unchanged, with the search index of messages.
import type { MessageId, RealmId } from '@stoa/contract';
import { indexMessages } from '../../../conversation/search/search.actions.ts';
import { batchesOf } from '../../../kit/database/batches.ts';
import type { Parameter, Transaction } from '../../../kit/database/connection.ts';
import { sql } from '../../../kit/database/sql.ts';
import { type Column, quoted } from '../../exports/stoa/stoa-rows.queries.ts';
import { ArchiveError } from '../archive-error.ts';
import { type ArchivedRow, isScalar, type TablePart } from './stoa-archive.ts';

/** Both engines take at least this many values in one statement. */
const VALUES_PER_STATEMENT = 10_000;

export async function insertRows(
  tx: Transaction,
  { table, path }: TablePart,
  columns: readonly Column[],
  rows: readonly ArchivedRow[],
): Promise<void> {
  const names = sql.raw(columns.map(({ name }) => quoted(name)).join(', '));
  const size = Math.max(1, Math.floor(VALUES_PER_STATEMENT / columns.length));
  let record = 0;
  for (const batch of batchesOf(rows, size)) {
    const values = batch.map((row) => {
      record++;
      if (Object.keys(row).length !== columns.length)
        throw new ArchiveError('the row has other columns than this program', path, record);
      return columns.map(({ name, is_json }): Parameter => {
        const value = row[name];
        if (value === undefined) throw new ArchiveError(`the column ${name} is missing`, path, record);
        if (is_json && value !== null) return JSON.stringify(value);
        if (!isScalar(value)) throw new ArchiveError(`${name} has the wrong form`, path, record);
        return value;
      });
    });
    await tx.run(sql`insert into ${sql.raw(table)} (${names}) values ${sql.rows(values)}`);
  }
}

interface IndexedRow {
  readonly id: MessageId;
  readonly realm_id: RealmId;
  readonly recipient_id: never;
  readonly sender_id: never;
  readonly subject: string;
  readonly topic_key: string;
  readonly rendered_content: string;
}

export async function indexRows(tx: Transaction, rows: readonly ArchivedRow[]): Promise<void> {
  await indexMessages(tx, rows as readonly unknown[] as readonly IndexedRow[]);
}

interface CountedColumn {
  readonly table: string;
  readonly column: string;
}

/** The last assigned id of each table. */
export async function findLastIds(tx: Transaction, columns: readonly CountedColumn[]): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  for (const { table, column } of columns) {
    const row = await tx.get<{ id: number | null }>(
      tx.engine === 'postgres'
        ? sql`select pg_sequence_last_value(cast(pg_get_serial_sequence(${table}, ${column}) as regclass)) as id`
        : sql`select seq as id from sqlite_sequence where name = ${table}`,
    );
    last.set(table, row?.id ?? 0);
  }
  return last;
}

export async function isTaken(tx: Transaction, uuid: string): Promise<boolean> {
  return (await tx.get(sql`select 1 as found from realms where uuid = ${uuid}`)) !== null;
}

/** Reserves ids, so that rows created meanwhile get others and no id is assigned twice. `ids` belong to columns that the database counts. */
export async function reserveIds(
  tx: Transaction,
  ids: readonly (CountedColumn & { readonly last: number })[],
): Promise<void> {
  for (const { table, column, last } of ids) {
    if (last === 0) continue;
    if (tx.engine === 'postgres') {
      await tx.all(sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last})`);
      continue;
    }
    const known = await tx.run(sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`);
    if (known === 0) await tx.run(sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`);
  }
}

/** A server with an organization needs no setup key. */
export async function endSetup(tx: Transaction): Promise<void> {
  await tx.run(sql`delete from setup_keys`);
}

/** Activates the organization if it is active in the archive. */
export async function openAsArchived(tx: Transaction, realm_id: RealmId, deactivated_at: number | null): Promise<void> {
  await tx.run(sql`update realms set deactivated_at = ${deactivated_at} where realm_id = ${realm_id}`);
}
