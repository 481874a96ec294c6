// Reads a table in chunks of bounded memory, however large its rows are.
import type { Connection } from '../connection.ts';
import { type Key, keyOf, type Row, readAfter, sizeOf } from './rows.ts';
import type { Table } from './tables.ts';

const ROWS_FIRST = 64;
const ROWS_MAX = 4000;
/** Target memory of a chunk. A row has at most about 100 KB, so no chunk takes much more. */
const CHUNK_BYTES = 4 * 1024 * 1024;

export interface Chunk {
  readonly rows: readonly Row[];
  /** The key of the last row. */
  readonly last: Key;
}

export async function* chunksOf(db: Connection, table: Table, from: Key | null): AsyncGenerator<Chunk> {
  let after = from;
  let limit = ROWS_FIRST;
  for (;;) {
    const rows = await readAfter(db, table, after, limit);
    if (rows.length === 0) return;
    const last = keyOf(table, rows.at(-1)!);
    yield { rows, last };
    if (rows.length < limit) return;
    after = last;
    const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
    limit = Math.max(1, Math.min(ROWS_MAX, 2 * limit, Math.floor((limit * CHUNK_BYTES) / bytes)));
  }
}
