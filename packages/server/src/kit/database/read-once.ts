// Rows that many ask for: those that the appending writes of one commit look up are read once for all of them, and rows of one kind that
// are asked for in one turn of the event loop by shared statements.
import type { Connection, Transaction } from './connection.ts';
import type { Statement } from './sql.ts';

/** Rows by key: one of them, or those of many keys by few statements. */
export interface Lookup<Key, Row> {
  /** Equal for keys of the same row. */
  nameOf(key: Key): unknown;
  findOne(db: Connection, key: Key): Promise<Row>;
  /** The row of each key, in their order; left out where a shared statement would save nothing. */
  findAll?(db: Connection, keys: readonly Key[]): Promise<readonly Row[]>;
}

interface KeptRow {
  readonly key: unknown;
  readonly row: Promise<unknown>;
}

interface Asked {
  readonly key: unknown;
  resolve(row: unknown): void;
  reject(error: unknown): void;
}
type Gathered = Map<Lookup<never, unknown>, Asked[]>;

interface Kept {
  readonly by_statement: Map<string, Promise<unknown>>;
  readonly by_lookup: Map<Lookup<never, unknown>, Map<unknown, KeptRow>>;
  /** Keys that were asked for in this turn; null unless several writes look up ahead. */
  gathered: Gathered | null;
}

/** By connection; only while appending writes run on it, one after another. */
const kept = new WeakMap<Connection, Kept>();

/** From here on, rows found by {@link getOnce}, {@link allOnce} and {@link findOnce} are returned again. */
export function keepRows(db: Connection): void {
  if (!kept.has(db)) kept.set(db, { by_statement: new Map(), by_lookup: new Map(), gathered: null });
}

/** A write that may change any row is about to run, or the commit ends. */
export function dropRows(db: Connection): void {
  kept.delete(db);
}

/** Runs lookups that share statements; the failure of one does not end the others. */
export async function lookUpTogether(tx: Transaction, lookups: readonly (() => Promise<unknown>)[]): Promise<void> {
  const rows = kept.get(tx)!;
  rows.gathered = new Map();
  await Promise.allSettled(lookups.map((lookUp) => lookUp()));
  rows.gathered = null;
}

/**
 * Like {@link Connection.get}. For rows that no appending write changes (see `WriteOptions.appends`). Rows are shared, so they
 * are frozen.
 */
export function getOnce<Row extends object>(db: Connection, statement: Statement): Promise<Row | null> {
  return readOnce(db, statement, () => db.get<Row>(statement));
}

/** The same for {@link Connection.all}. */
export function allOnce<Row extends object>(db: Connection, statement: Statement): Promise<readonly Row[]> {
  return readOnce<readonly Row[]>(db, statement, () => db.all<Row>(statement));
}

function readOnce<Result>(db: Connection, statement: Statement, read: () => Promise<Result>): Promise<Result> {
  const results = kept.get(db)?.by_statement;
  if (results === undefined) return read();
  const { text, values } = statement.bind(db.engine);
  const name = `${JSON.stringify(values)} ${text.text}`;
  const known = results.get(name) as Promise<Result> | undefined;
  if (known !== undefined) return known;
  const result = read().then(frozen);
  results.set(name, result);
  result.catch(() => results.delete(name));
  return result;
}

function frozen<Result>(result: Result): Result {
  if (Array.isArray(result)) for (const row of result) Object.freeze(row);
  return Object.freeze(result);
}

/** The row of a key, with the same conditions. */
export function findOnce<Key, Row>(db: Connection, lookup: Lookup<Key, Row>, key: Key): Promise<Row> {
  const rows = kept.get(db);
  if (rows === undefined) return lookup.findOne(db, key);
  const name = lookup.nameOf(key);
  const known = rowsOf(rows, lookup).get(name);
  if (known !== undefined) return known.row as Promise<Row>;
  const gathers = rows.gathered !== null && lookup.findAll !== undefined;
  const row = gathers ? gather(db, rows.gathered!, lookup, key) : lookup.findOne(db, key);
  rowsOf(rows, lookup).set(name, { key, row });
  row.catch(() => rowsOf(rows, lookup).delete(name));
  return row;
}

/** The same if the row has been looked up already, else null. */
export function knownOnce<Key, Row>(db: Connection, lookup: Lookup<Key, Row>, key: Key): Promise<Row> | null {
  const rows = kept.get(db)?.by_lookup.get(lookup as Lookup<never, unknown>);
  return (rows?.get(lookup.nameOf(key))?.row as Promise<Row> | undefined) ?? null;
}

/** An appending write has changed what these rows were made of. */
export function forgetRows<Key, Row>(db: Connection, lookup: Lookup<Key, Row>, isMeant: (key: Key) => boolean): void {
  const rows = kept.get(db)?.by_lookup.get(lookup as Lookup<never, unknown>);
  for (const [name, { key }] of rows ?? []) if (isMeant(key as Key)) rows!.delete(name);
}

function rowsOf<Key, Row>({ by_lookup }: Kept, lookup: Lookup<Key, Row>): Map<unknown, KeptRow> {
  const known = by_lookup.get(lookup as Lookup<never, unknown>);
  if (known !== undefined) return known;
  const rows = new Map<unknown, KeptRow>();
  by_lookup.set(lookup as Lookup<never, unknown>, rows);
  return rows;
}

/** By connection, outside of transactions. */
const asked_together = new WeakMap<Connection, Gathered>();

/**
 * The row of a key, found together with those that others ask for in this turn: on PostgreSQL a statement for each of thousands of requests
 * that arrive at once costs more than everything else they do. [DB53]
 */
export function findTogether<Key, Row>(db: Connection, lookup: Lookup<Key, Row>, key: Key): Promise<Row> {
  if (db.engine === 'sqlite') return lookup.findOne(db, key);
  let gathered = asked_together.get(db);
  if (gathered === undefined) {
    gathered = new Map();
    asked_together.set(db, gathered);
  }
  return gather(db, gathered, lookup, key);
}

/** Waits until every lookup of this turn has asked. */
function gather<Key, Row>(db: Connection, gathered: Gathered, lookup: Lookup<Key, Row>, key: Key): Promise<Row> {
  if (gathered.size === 0) setImmediate(() => findGathered(db, gathered));
  const { promise, resolve, reject } = Promise.withResolvers<Row>();
  const asked = { key, resolve: resolve as (row: unknown) => void, reject };
  const others = gathered.get(lookup as Lookup<never, unknown>);
  if (others) others.push(asked);
  else gathered.set(lookup as Lookup<never, unknown>, [asked]);
  return promise;
}

function findGathered(db: Connection, gathered: Gathered): void {
  const asked_by_lookup = [...gathered];
  gathered.clear();
  for (const [lookup, asked] of asked_by_lookup) {
    const keys = asked.map(({ key }) => key as never);
    const found = keys.length === 1 ? lookup.findOne(db, keys[0]!).then((row) => [row]) : lookup.findAll!(db, keys);
    found.then(
      (rows) => {
        for (const [at, { resolve }] of asked.entries()) resolve(rows[at]);
      },
      (error) => {
        for (const { reject } of asked) reject(error);
      },
    );
  }
}
