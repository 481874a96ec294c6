// One connection to the embedded database: runs statements written for both engines, keeps them prepared, and converts values to
// what both engines return.
import { Database, constants as open, type Statement as SqliteStatement } from 'bun:sqlite';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { countUse, isTurnUsed, nextTurn, type Share } from '../event-loop/turns.ts';
import { type Attempted, type Parameter, StoreError, type Transaction } from './connection.ts';
import { GenerationalCache } from './generational-cache.ts';
import type { Row } from './pending-inserts.ts';
import type { ReadTransactions } from './read-transactions.ts';
import { type Statement, sql } from './sql.ts';
import { StoreCaches } from './store-caches.ts';

/**
 * Prepared statements kept by a connection, in characters of two generations: a prepared statement takes about 60 bytes of memory for each
 * character of its text.
 */
const STATEMENTS_KEPT = 100_000;
/** A longer text is prepared for one use: it would take the place of a hundred others. */
const LONGEST_KEPT = STATEMENTS_KEPT / 4;
/** Pages of the file that a connection keeps, in KiB. */
const CACHE_KIB = 8000;
/** How long to wait for another process's lock before a statement fails. */
const LOCK_TIMEOUT_MS = 5000;
/** At most this long between attempts: a process that writes batch after batch leaves the lock free for a few milliseconds only. */
const LOCK_RETRY_MS = 4;
/** Waits synchronously while opening: nothing else needs the event loop yet. */
const OPENING_TIMEOUT_MS = 5000;
/** The write-ahead log is truncated to this size when it restarts; a long read can make it grow far beyond. */
const LOG_SIZE_LIMIT = 32 * 1024 * 1024;

const IMMUTABLE = '?immutable=1';

type Convert = (row: Record<string, unknown>) => void;
interface Prepared {
  readonly statement: SqliteStatement<Record<string, unknown>, Parameter[]>;
  convert: Convert | null | undefined;
}

/** Columns declared boolean or json arrive as numbers and text; which ones they are is known after the first run. */
function converter(statement: SqliteStatement): Convert | null {
  const names = statement.columnNames;
  const types = statement.declaredTypes;
  const booleans = names.filter((_, at) => types[at]?.toLowerCase() === 'boolean');
  const documents = names.filter((_, at) => types[at]?.toLowerCase() === 'json');
  if (booleans.length + documents.length === 0) return null;
  return (row) => {
    for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1;
    for (const name of documents) if (row[name] !== null) row[name] = JSON.parse(row[name] as string);
  };
}

function isLocked(error: unknown): boolean {
  const { code } = error as { code?: string };
  // SQLITE_BUSY_SNAPSHOT: a snapshot too old to write; waiting doesn't help.
  return code?.startsWith('SQLITE_BUSY') === true && code !== 'SQLITE_BUSY_SNAPSHOT';
}

export class SqliteConnection implements Transaction {
  readonly engine = 'sqlite';
  readonly is_transaction = true;
  private readonly prepared = new GenerationalCache<string, Prepared>(STATEMENTS_KEPT / 2, ({ statement }) =>
    statement.finalize(),
  );
  private readonly share: Share;

  constructor(
    readonly database: Database,
    readonly caches: StoreCaches,
    readonly writes: boolean,
    private readonly lock_timeout_ms = LOCK_TIMEOUT_MS,
    /** Where each statement joins a transaction of its turn. */
    private readonly reads: ReadTransactions | null = null,
  ) {
    this.share = writes ? 'writes' : 'reads';
  }

  /**
   * Retries until the lock is free, because the library's own wait would block the process. A statement refused the lock has
   * changed nothing. [DB18]
   */
  private async retryLocked<T>(work: () => T, error: unknown): Promise<T> {
    if (!isLocked(error)) throw error;
    const end = performance.now() + this.lock_timeout_ms;
    for (let delay_ms = 1; ; delay_ms = Math.min(2 * delay_ms, LOCK_RETRY_MS)) {
      await sleep(delay_ms);
      try {
        return work();
      } catch (again) {
        if (!isLocked(again) || performance.now() >= end) throw again;
      }
    }
  }

  private prepare(sql: string): Prepared {
    const cached = this.prepared.get(sql);
    if (cached) return cached;
    const entry: Prepared = { statement: this.database.prepare(sql), convert: undefined };
    if (sql.length <= LONGEST_KEPT) this.prepared.set(sql, entry, sql.length);
    return entry;
  }

  private use<T>(sql: string, work: (entry: Prepared) => T): T {
    const began = performance.now();
    const entry = this.prepare(sql);
    try {
      this.reads?.enter(this);
      return work(entry);
    } finally {
      if (sql.length > LONGEST_KEPT) entry.statement.finalize();
      countUse(performance.now() - began, this.share);
    }
  }

  /** The file is read as one that nobody writes, without its write-ahead log. */
  get is_immutable(): boolean {
    return this.database.filename.endsWith(IMMUTABLE);
  }

  begin(): void {
    this.prepare('begin').statement.run();
  }

  /** Ends a transaction that wrote nothing, unless an error has ended it. */
  end(): void {
    if (this.database.inTransaction) this.prepare('commit').statement.run();
  }

  private rows(sql: string, parameters: readonly Parameter[]): Record<string, unknown>[] {
    return this.use(sql, (entry) => {
      const rows = entry.statement.all(...parameters);
      if (entry.convert === undefined && rows.length > 0) entry.convert = converter(entry.statement);
      if (entry.convert) for (const row of rows) entry.convert(row);
      return rows;
    });
  }

  /** Many statements in a row yield to the event loop, as they do on PostgreSQL. [DB17] */
  async yieldIfUsed(): Promise<void> {
    if (isTurnUsed(this.share)) await nextTurn(this.share);
  }

  /** Runs a statement in the engine's own dialect. */
  async allOf<Row>(text: string, values: readonly Parameter[]): Promise<Row[]> {
    if (isTurnUsed(this.share)) await nextTurn(this.share);
    try {
      return this.rows(text, values) as Row[];
    } catch (error) {
      return this.retryLocked(() => this.rows(text, values) as Row[], error);
    }
  }

  all<Row>(statement: Statement): Promise<Row[]> {
    const { text, values } = statement.bind('sqlite');
    return this.allOf<Row>(text.text, values);
  }

  async get<Row>(statement: Statement): Promise<Row | null> {
    return (await this.all<Row>(statement))[0] ?? null;
  }

  async run(statement: Statement): Promise<number> {
    if (isTurnUsed(this.share)) await nextTurn(this.share);
    const { text, values } = statement.bind('sqlite');
    const work = () => this.use(text.text, ({ statement }) => statement.run(...values).changes);
    try {
      return work();
    } catch (error) {
      return this.retryLocked(work, error);
    }
  }

  /** Runs at once: an embedded database has no round trips to save. */
  async runAhead(statement: Statement): Promise<void> {
    await this.run(statement);
  }

  async insertAhead(table: string, row: Row): Promise<void> {
    await this.run(sql`insert into ${sql.raw(table)} ${sql.insert(row)}`);
  }

  async attempt<T>(work: () => Promise<T>): Promise<Attempted<T>> {
    await this.run(sql`savepoint attempt`);
    try {
      const value = await work();
      await this.run(sql`release savepoint attempt`);
      return { value };
    } catch (error) {
      await this.run(sql`rollback to savepoint attempt`);
      await this.run(sql`release savepoint attempt`);
      return { error };
    }
  }

  /** Other processes see a commit in the file. */
  announce(): void {}

  close(): void {
    this.prepared.clear();
    this.database.close(false);
  }
}

export interface ConnectionOptions {
  readonly lock_timeout_ms?: number | undefined;
  readonly cache_kib?: number;
  readonly reads?: ReadTransactions;
}

export function openConnection(
  path: string,
  readonly: boolean,
  caches: StoreCaches,
  { lock_timeout_ms, cache_kib = CACHE_KIB, reads }: ConnectionOptions = {},
): SqliteConnection {
  const database = new Database(path, readonly ? { readonly: true } : { create: true });
  database.exec(`pragma busy_timeout = ${OPENING_TIMEOUT_MS}`);
  if (!readonly)
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000;
       pragma journal_size_limit = ${LOG_SIZE_LIMIT}`,
    );
  database.exec('pragma foreign_keys = on; pragma temp_store = memory');
  database.exec(`pragma cache_size = -${cache_kib}`);
  database.exec('pragma busy_timeout = 0');
  return new SqliteConnection(database, caches, !readonly, lock_timeout_ms, reads);
}

/**
 * A connection that changes nothing, not even beside the file, where the directory can't be written to; a write-ahead log that
 * is needed but can't be opened there is an error.
 */
export function openUntouched(path: string): SqliteConnection {
  // Opened as usual, a file that may only be read gets a log and an index that only may be read either, and they stay.
  if (!isWritable(path) && !existsSync(`${path}-shm`)) return openImmutable(path);
  try {
    const connection = openConnection(path, true, new StoreCaches());
    connection.database.query('select 1 from sqlite_schema limit 1').get();
    return connection;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) throw damaged(path);
    if (!/^SQLITE_(CANTOPEN|READONLY)/.test(code)) throw error;
    return openImmutable(path);
  }
}

const damaged = (path: string) =>
  new StoreError(`can't open the database ${path}: it is no database, or its beginning is damaged`);

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT';
  }
}

/** Without its log, which must be empty. */
function openImmutable(path: string): SqliteConnection {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0)
    throw new StoreError(
      `${path}-wal has commits that can only be read where files can be written: copy the directory to such a disk first`,
    );
  const database = new Database(
    `${pathToFileURL(path).href}${IMMUTABLE}`,
    open.SQLITE_OPEN_URI | open.SQLITE_OPEN_READONLY,
  );
  const connection = new SqliteConnection(database, new StoreCaches(), false);
  try {
    database.query('select 1 from sqlite_schema limit 1').get();
    return connection;
  } catch (error) {
    connection.close();
    throw /^SQLITE_(NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? '') ? damaged(path) : error;
  }
}
