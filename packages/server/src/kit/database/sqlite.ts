// The embedded store: one file, one writer, a few readers. Write-ahead log, synchronous=FULL: a commit that returns is on disk.
import { Database, type Statement } from 'bun:sqlite';
import { chmodSync } from 'node:fs';
import { type Connection, type Parameter, type Store, StoreError, type Transaction } from './connection.ts';

const STATEMENTS_KEPT = 500;
const READERS = 4;
const FOREIGN_COMMIT_POLL_MS = 200;

type Convert = (row: Record<string, unknown>) => void;
interface Prepared {
  readonly statement: Statement<Record<string, unknown>, Parameter[]>;
  convert: Convert | null | undefined;
}

/** Columns declared boolean or json arrive as numbers and text; which ones is known after the first run. */
function converter(statement: Statement): Convert | null {
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

/**
 * The statement as SQLite wants it. Where it thinks that a value could change its plan (what a column equals, in joins and sorted
 * statements; limits), it plans anew whenever one is given, which takes longer than most of our statements do: so those
 * values stand behind an operator that does nothing.
 */
function written(sql: string): string {
  return sql
    .replace(/\blimit \$(\d+)/g, 'limit ?$1 + 0')
    .replace(/= \$(\d+)/g, '= +?$1')
    .replace(/\$(\d+)/g, '?$1');
}

class SqliteConnection implements Transaction {
  readonly engine = 'sqlite';
  readonly is_transaction = true;
  private readonly prepared = new Map<string, Prepared>();

  constructor(
    readonly database: Database,
    readonly origin: object,
    readonly writes: boolean,
  ) {}

  private prepare(sql: string): Prepared {
    const known = this.prepared.get(sql);
    if (known) return known;
    const entry: Prepared = { statement: this.database.prepare(written(sql)), convert: undefined };
    if (this.prepared.size >= STATEMENTS_KEPT) {
      const [oldest, { statement }] = this.prepared.entries().next().value!;
      this.prepared.delete(oldest);
      statement.finalize();
    }
    this.prepared.set(sql, entry);
    return entry;
  }

  private rows(sql: string, parameters: readonly Parameter[]): Record<string, unknown>[] {
    const entry = this.prepare(sql);
    const rows = entry.statement.all(...parameters);
    if (entry.convert === undefined && rows.length > 0) entry.convert = converter(entry.statement);
    if (entry.convert) for (const row of rows) entry.convert(row);
    return rows;
  }

  async all<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    return this.rows(sql, parameters) as Row[];
  }

  async get<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row | null> {
    return (this.rows(sql, parameters)[0] as Row | undefined) ?? null;
  }

  async run(sql: string, parameters: readonly Parameter[] = []): Promise<number> {
    return this.prepare(sql).statement.run(...parameters).changes;
  }

  close(): void {
    for (const { statement } of this.prepared.values()) statement.finalize();
    this.prepared.clear();
    this.database.close(false);
  }
}

function open(path: string, readonly: boolean, origin: object): SqliteConnection {
  const database = new Database(path, readonly ? { readonly: true } : { create: true });
  database.exec('pragma busy_timeout = 5000');
  if (!readonly)
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000');
  database.exec('pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -8000');
  return new SqliteConnection(database, origin, !readonly);
}

/** Hands out one of a few things to one user at a time, in the order of asking. */
class Turns<T> {
  private readonly waiting: ((thing: T) => void)[] = [];
  constructor(private readonly free: T[]) {}
  async use<R>(work: (thing: T) => Promise<R>): Promise<R> {
    const thing = this.free.pop() ?? (await new Promise<T>((resolve) => this.waiting.push(resolve)));
    try {
      return await work(thing);
    } finally {
      const next = this.waiting.shift();
      if (next) next(thing);
      else this.free.push(thing);
    }
  }
}

export function openSqlite(path: string): Store {
  const origin = {};
  let writer: SqliteConnection;
  try {
    writer = open(path, false, origin);
    chmodSync(path, 0o600);
  } catch (error) {
    throw new StoreError(`can't open the database ${path}: ${(error as Error).message}`);
  }
  const db: Connection = open(path, true, origin);
  const readers = Array.from({ length: READERS }, () => open(path, true, origin));
  const snapshots = new Turns(readers);
  const writers = new Turns([writer]);
  const timers = new Set<ReturnType<typeof setInterval>>();

  return {
    engine: 'sqlite',
    db,
    snapshot: (read) =>
      snapshots.use(async (reader) => {
        await reader.run('begin');
        try {
          return await read(reader);
        } finally {
          await reader.run('commit');
        }
      }),
    transaction: (write) =>
      writers.use(async (tx) => {
        await tx.run('begin immediate');
        try {
          const result = await write(tx);
          await tx.run('commit');
          return result;
        } catch (error) {
          if (tx.database.inTransaction) await tx.run('rollback');
          throw error;
        }
      }),
    // data_version moves on a connection when any other connection has committed, our own writer's included: the feed sorts out which.
    async listen({ committed }) {
      const version = async () => (await db.get<{ data_version: number }>('pragma data_version'))!.data_version;
      let seen = await version();
      const timer = setInterval(async () => {
        const now = await version();
        if (now !== seen) committed();
        seen = now;
      }, FOREIGN_COMMIT_POLL_MS);
      timers.add(timer);
      return () => {
        clearInterval(timer);
        timers.delete(timer);
      };
    },
    announceCommit() {},
    // Other processes on an embedded database are commands, which have nobody to tell.
    signal() {},
    async close() {
      for (const timer of timers) clearInterval(timer);
      for (const connection of [db as SqliteConnection, ...readers, writer]) connection.close();
    },
  };
}
