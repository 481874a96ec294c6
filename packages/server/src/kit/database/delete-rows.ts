// Deletes rows of any table in bounded statements.
import type { Transaction } from './connection.ts';
import { type Fragment, sql } from './sql.ts';

/** Rows of one statement. */
export const DELETED_ROWS = 500;

/** Tables without row ids on SQLite; what one account has there is bounded. */
const WITHOUT_ROW_IDS: ReadonlySet<string> = new Set(['read_ranges', 'silenced_senders', 'unread_marks']);

/** Deletes at most {@link DELETED_ROWS} rows; returns how many. */
export function deleteRows(tx: Transaction, table: string, condition: Fragment): Promise<number> {
  const from = sql.raw(table);
  if (WITHOUT_ROW_IDS.has(table)) return tx.run(sql`delete from ${from} where ${condition}`);
  const row_id = sql.byEngine({ sqlite: sql.raw('rowid'), postgres: sql.raw('ctid') });
  return tx.run(
    sql`delete from ${from} where ${row_id} in (select ${row_id} from ${from} where ${condition} limit ${DELETED_ROWS})`,
  );
}
