// The counters that number new rows: an id that was once given must never be given again, so they are carried over, not computed.
import type { Connection, Transaction } from '../connection.ts';
import { sql } from '../sql.ts';
import type { Table } from './tables.ts';

/** The last number given, by table; tables that never numbered a row are left out. */
export async function readCounters(db: Connection, tables: readonly Table[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  if (db.engine === 'sqlite') {
    const rows = await db.all<{ name: string; last: number }>(sql`select name, seq as last from sqlite_sequence`);
    const of = new Map(rows.map(({ name, last }) => [name, last]));
    for (const { name, counter } of tables)
      if (counter !== null && (of.get(name) ?? 0) > 0) found.set(name, of.get(name)!);
    return found;
  }
  for (const { name, counter } of tables) {
    if (counter === null) continue;
    const row = await db.get<{ last: number | null }>(
      sql`select last_value as last from pg_sequences where schemaname = current_schema() and
         format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence(${`"${name}"`}, ${counter})::regclass`,
    );
    if (row && row.last !== null) found.set(name, row.last);
  }
  return found;
}

export async function setCounters(
  tx: Transaction,
  tables: readonly Table[],
  counters: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { name, counter } of tables) {
    const last = counters.get(name);
    if (counter === null) continue;
    if (tx.engine === 'postgres') {
      // Without a number given yet, the next one is 1.
      await tx.all(
        sql`select setval(pg_get_serial_sequence(${`"${name}"`}, ${counter})::regclass, ${last ?? 1}, ${last !== undefined})`,
      );
      continue;
    }
    await tx.run(sql`delete from sqlite_sequence where name = ${name}`);
    if (last !== undefined) await tx.run(sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`);
  }
}
