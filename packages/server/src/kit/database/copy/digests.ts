// Counts and digests of tables that do not depend on the order of rows: equal on both engines if every value is.
import type { Connection } from '../connection.ts';
import { chunksOf } from './chunks.ts';
import { digestOf } from './rows.ts';
import type { Table } from './tables.ts';

export interface TableDigest {
  readonly rows: number;
  /** 128 bits in hexadecimal: the sum of the digests of all rows. */
  readonly digest: string;
}

const BITS = 128;

export async function digestTable(db: Connection, table: Table, counted: (rows: number) => void): Promise<TableDigest> {
  let rows = 0;
  let sum = 0n;
  for await (const chunk of chunksOf(db, table, null)) {
    for (const row of chunk.rows) sum += digestOf(row);
    sum = BigInt.asUintN(BITS, sum);
    rows += chunk.rows.length;
    counted(chunk.rows.length);
  }
  return { rows, digest: sum.toString(16).padStart(BITS / 4, '0') };
}
