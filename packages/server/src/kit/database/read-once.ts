// Per-transaction read cache and batch loader: the appending writes of one commit share the rows that any of them has read, and lookups
// of one kind that start in the same turn of the event loop share statements.
import type { Connection, Transaction } from './connection.ts';
import type { Statement } from './sql.ts';

/** Loads rows by key: one of them, or a batch by few statements. */
export interface Lookup<Key, Row> {
  /** The cache key: equal for keys of the same row. */
  nameOf(key: Key): unknown;
  findOne(db: Connection, key: Key): Promise<Row>;
  /** The row of each key, in the order of the keys; left out where a shared statement would save nothing. */
  findAll?(db: Connection, keys: readonly Key[]): Promise<readonly Row[]>;
}

interface CachedRow {
  readonly key: unknown;
  readonly row: Promise<unknown>;
}

interface PendingLookup {
  readonly key: unknown;
  resolve(row: unknown): void;
  reject(error: unknown): void;
}
type Batch = Map<Lookup<never, unknown>, PendingLookup[]>;

interface ReadCache {
  readonly by_statement: Map<string, Promise<unknown>>;
  readonly by_lookup: Map<Lookup<never, unknown>, Map<unknown, CachedRow>>;
  /** Lookups of this turn that have not run yet; null unless {@link lookUpBatched} is running. */
  batch: Batch | null;
}

/** Keyed by connection; set only while appending writes run on it, one after another. */
const caches = new WeakMap<Connection, ReadCache>();

/** From here on, {@link getOnce}, {@link allOnce} and {@link findOnce} cache what they read. */
export function openReadCache(db: Connection): void {
  if (!caches.has(db)) caches.set(db, { by_statement: new Map(), by_lookup: new Map(), batch: null });
}

/** Call before a write that may change any row, and at the end of the commit. */
export function dropReadCache(db: Connection): void {
  caches.delete(db);
}

/** Fills the cache: runs lookups in batches. The failure of one does not end the others. */
export async function lookUpBatched(tx: Transaction, lookups: readonly (() => Promise<unknown>)[]): Promise<void> {
  const cache = caches.get(tx)!;
  cache.batch = new Map();
  await Promise.allSettled(lookups.map((lookUp) => lookUp()));
  cache.batch = null;
}

/**
 * Like {@link Connection.get}, through the cache. For rows that no appending write changes (see `WriteOptions.appends`). Rows are
 * shared, so they are frozen.
 */
export function getOnce<Row extends object>(db: Connection, statement: Statement): Promise<Row | null> {
  return readOnce(db, statement, () => db.get<Row>(statement));
}

/** The same for {@link Connection.all}. */
export function allOnce<Row extends object>(db: Connection, statement: Statement): Promise<readonly Row[]> {
  return readOnce<readonly Row[]>(db, statement, () => db.all<Row>(statement));
}

function readOnce<Result>(db: Connection, statement: Statement, read: () => Promise<Result>): Promise<Result> {
  const results = caches.get(db)?.by_statement;
  if (results === undefined) return read();
  const { text, values } = statement.bind(db.engine);
  const name = `${JSON.stringify(values)} ${text.text}`;
  const cached = results.get(name) as Promise<Result> | undefined;
  if (cached !== undefined) return cached;
  const result = read().then(frozen);
  results.set(name, result);
  result.catch(() => results.delete(name));
  return result;
}

function frozen<Result>(result: Result): Result {
  if (Array.isArray(result)) for (const row of result) Object.freeze(row);
  return Object.freeze(result);
}

/** The row of a key, through the cache. Unlike rows of {@link getOnce}, it can be invalidated by {@link invalidateRows}. */
export function findOnce<Key, Row>(db: Connection, lookup: Lookup<Key, Row>, key: Key): Promise<Row> {
  const cache = caches.get(db);
  if (cache === undefined) return lookup.findOne(db, key);
  const name = lookup.nameOf(key);
  const cached = cachedRows(cache, lookup).get(name);
  if (cached !== undefined) return cached.row as Promise<Row>;
  const is_batched = cache.batch !== null && lookup.findAll !== undefined;
  const row = is_batched ? addToBatch(db, cache.batch!, lookup, key) : lookup.findOne(db, key);
  cachedRows(cache, lookup).set(name, { key, row });
  row.catch(() => cachedRows(cache, lookup).delete(name));
  return row;
}

/** The row of a key if it is in the cache, else null. */
export function findCached<Key, Row>(db: Connection, lookup: Lookup<Key, Row>, key: Key): Promise<Row> | null {
  const rows = caches.get(db)?.by_lookup.get(lookup as Lookup<never, unknown>);
  return (rows?.get(lookup.nameOf(key))?.row as Promise<Row> | undefined) ?? null;
}

/** Removes rows from the cache that an appending write has made stale. */
export function invalidateRows<Key, Row>(
  db: Connection,
  lookup: Lookup<Key, Row>,
  isStale: (key: Key) => boolean,
): void {
  const rows = caches.get(db)?.by_lookup.get(lookup as Lookup<never, unknown>);
  for (const [name, { key }] of rows ?? []) if (isStale(key as Key)) rows!.delete(name);
}

function cachedRows<Key, Row>({ by_lookup }: ReadCache, lookup: Lookup<Key, Row>): Map<unknown, CachedRow> {
  const existing = by_lookup.get(lookup as Lookup<never, unknown>);
  if (existing !== undefined) return existing;
  const rows = new Map<unknown, CachedRow>();
  by_lookup.set(lookup as Lookup<never, unknown>, rows);
  return rows;
}

/** Keyed by connection; only outside of transactions. */
const batches = new WeakMap<Connection, Batch>();

/**
 * The row of a key, uncached, loaded in one batch with those that others ask for in this turn: on PostgreSQL a statement for each of
 * thousands of requests that arrive at once costs more than everything else they do. [DB53]
 */
export function findBatched<Key, Row>(db: Connection, lookup: Lookup<Key, Row>, key: Key): Promise<Row> {
  if (db.engine === 'sqlite') return lookup.findOne(db, key);
  let batch = batches.get(db);
  if (batch === undefined) {
    batch = new Map();
    batches.set(db, batch);
  }
  return addToBatch(db, batch, lookup, key);
}

/** The batch runs after this turn of the event loop, when every lookup of the turn has been added. */
function addToBatch<Key, Row>(db: Connection, batch: Batch, lookup: Lookup<Key, Row>, key: Key): Promise<Row> {
  if (batch.size === 0) setImmediate(() => runBatch(db, batch));
  const { promise, resolve, reject } = Promise.withResolvers<Row>();
  const pending = { key, resolve: resolve as (row: unknown) => void, reject };
  const others = batch.get(lookup as Lookup<never, unknown>);
  if (others) others.push(pending);
  else batch.set(lookup as Lookup<never, unknown>, [pending]);
  return promise;
}

function runBatch(db: Connection, batch: Batch): void {
  const pending_by_lookup = [...batch];
  batch.clear();
  for (const [lookup, pending] of pending_by_lookup) {
    const keys = pending.map(({ key }) => key as never);
    const found = keys.length === 1 ? lookup.findOne(db, keys[0]!).then((row) => [row]) : lookup.findAll!(db, keys);
    found.then(
      (rows) => {
        for (const [at, { resolve }] of pending.entries()) resolve(rows[at]);
      },
      (error) => {
        for (const { reject } of pending) reject(error);
      },
    );
  }
}
