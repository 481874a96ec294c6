// Limit for P20: messages of a store and their entries in the word index, written to an empty copy of its schema by a bare
// bun:sqlite loop, as durably. Reading them and splitting them into words is not timed.
import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { entryOf, type Indexed } from '../../packages/server/src/conversation/search/full-text.rules.ts';

type Row = Record<string, SQLQueryBindings>;

/** As many as an import writes in one transaction. */
const PER_TRANSACTION = 250;

/** Messages per second, of the first `most` messages of `source_file`. `file` must not exist. */
export function bareRowsPerSecond(source_file: string, file: string, most: number): number {
  const source = new Database(source_file, { readonly: true });
  const target = new Database(file);
  target.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000');
  const schema = source
    .query(
      `select sql from sqlite_master where sql is not null and (tbl_name = 'messages' and type in ('table', 'index')
       or name = 'message_search') order by type = 'index'`,
    )
    .all() as { sql: string }[];
  for (const { sql } of schema) target.exec(sql);
  const page = source.prepare(`select * from messages where id > ? order by id limit ${PER_TRANSACTION}`);
  const names = Object.keys(page.get(0) as Row);
  const add = target.prepare(
    `insert into messages (${names.join(', ')}) values (${names.map((_, at) => `?${at + 1}`).join(', ')})`,
  );
  const index = target.prepare('insert into message_search (rowid, words) values (?1, ?2)');
  let after = 0;
  let [written, took_ms] = [0, 0];
  while (written < most) {
    const rows = page.all(after) as (Row & Indexed)[];
    if (rows.length === 0) break;
    const entries = rows.map((row) => ({
      row: Object.values(row),
      id: row.id as number,
      words: entryOf('sqlite', row),
    }));
    const started = performance.now();
    target.exec('begin immediate');
    for (const { row, id, words } of entries) {
      add.run(...row);
      index.run(id, words);
    }
    target.exec('commit');
    took_ms += performance.now() - started;
    after = entries.at(-1)!.id;
    written += rows.length;
  }
  source.close();
  target.close();
  return (written / took_ms) * 1000;
}
