// Rows that a transaction inserts with its next statement. Those that follow each other in one table share a statement.
import { batchesOfPowers } from './batches.ts';
import { type Statement, sql } from './sql.ts';
import type { Parameter } from './statement-text.ts';

/** A row of a table, both with names of ours. */
export type Row = Readonly<Record<string, Parameter>>;

interface WaitingRow {
  readonly table: string;
  readonly columns: string;
  readonly values: readonly Parameter[];
}

export class PendingInserts {
  private readonly waiting: WaitingRow[] = [];

  get length(): number {
    return this.waiting.length;
  }

  add(table: string, row: Row): void {
    this.waiting.push({ table, columns: Object.keys(row).join(', '), values: Object.values(row) });
  }

  /** Drops those that were added after this many. */
  drop(length: number): void {
    this.waiting.length = length;
  }

  /** Removes the first `count`, and returns the statements that insert them. */
  *take(count = this.waiting.length): Generator<Statement> {
    const rows = this.waiting.splice(0, count);
    for (let at = 0, end = 0; at < rows.length; at = end) {
      const { table, columns } = rows[at]!;
      while (end < rows.length && rows[end]!.table === table && rows[end]!.columns === columns) end++;
      for (const batch of batchesOfPowers(rows.slice(at, end)))
        yield sql`insert into ${sql.raw(table)} (${sql.raw(columns)}) values ${sql.rows(batch.map(({ values }) => values))}`;
    }
  }
}
