// Rows that many appending writes of one commit look up: each is read once for all of them.
import type { Connection } from './connection.ts';
import type { Statement } from './sql.ts';

/** By connection; only while appending writes run on it, one after another. */
const kept = new WeakMap<Connection, Map<string, Promise<object | null>>>();

/** From here on, rows found by {@link getOnce} are returned again. */
export function keepRows(db: Connection): void {
  if (!kept.has(db)) kept.set(db, new Map());
}

/** A write that may change any row is about to run, or the commit ends. */
export function dropRows(db: Connection): void {
  kept.delete(db);
}

/**
 * Like {@link Connection.get}. For rows that no appending write changes (see `WriteOptions.appends`). Rows are shared, so they
 * are frozen.
 */
export function getOnce<Row extends object>(db: Connection, statement: Statement): Promise<Row | null> {
  const rows = kept.get(db);
  if (rows === undefined) return db.get<Row>(statement);
  const { text, values } = statement.bind(db.engine);
  const key = `${JSON.stringify(values)} ${text.text}`;
  const known = rows.get(key) as Promise<Row | null> | undefined;
  if (known !== undefined) return known;
  const row = db.get<Row>(statement).then((found) => found && Object.freeze(found));
  rows.set(key, row);
  row.catch(() => rows.delete(key));
  return row;
}
