// One connection to the embedded database: statements written for both engines, kept prepared, and values given back as both engines
// give them.
import { Database, type Statement } from 'bun:sqlite';
import { isTurnUp, nextTurn } from '../breath.ts';
import type { Parameter, Transaction } from './connection.ts';

const STATEMENTS_KEPT = 500;

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

export class SqliteConnection implements Transaction {
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

  // However many statements somebody runs one after another, others get their turn in between, as they do on PostgreSQL. [DB17]
  async all<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    if (isTurnUp()) await nextTurn();
    return this.rows(sql, parameters) as Row[];
  }

  async get<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row | null> {
    if (isTurnUp()) await nextTurn();
    return (this.rows(sql, parameters)[0] as Row | undefined) ?? null;
  }

  async run(sql: string, parameters: readonly Parameter[] = []): Promise<number> {
    if (isTurnUp()) await nextTurn();
    return this.prepare(sql).statement.run(...parameters).changes;
  }

  close(): void {
    for (const { statement } of this.prepared.values()) statement.finalize();
    this.prepared.clear();
    this.database.close(false);
  }
}

export function openConnection(path: string, readonly: boolean, origin: object): SqliteConnection {
  const database = new Database(path, readonly ? { readonly: true } : { create: true });
  database.exec('pragma busy_timeout = 5000');
  if (!readonly)
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000');
  database.exec('pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -8000');
  return new SqliteConnection(database, origin, !readonly);
}
