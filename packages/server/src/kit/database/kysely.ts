// Binds the query builder to one connection of ours. Never opens connections or transactions of its own.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Engine } from './connection.ts';

type Execute = (sql: string, parameters: readonly unknown[]) => Promise<{ rows: unknown[]; changes: number }>;

class BoundConnection implements DatabaseConnection {
  constructor(private readonly execute: Execute) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.execute(query.sql, query.parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are not streamed');
  }
}

class BoundDriver implements Driver {
  private readonly connection: BoundConnection;
  constructor(execute: Execute) {
    this.connection = new BoundConnection(execute);
  }
  async init() {}
  async acquireConnection() {
    return this.connection;
  }
  async releaseConnection() {}
  async destroy() {}
  private readonly refuse = async () => {
    throw new Error('transactions are opened by the store');
  };
  beginTransaction = this.refuse;
  commitTransaction = this.refuse;
  rollbackTransaction = this.refuse;
}

export function queryBuilder(engine: Engine, execute: Execute): Kysely<unknown> {
  const dialect: Dialect =
    engine === 'sqlite'
      ? {
          createAdapter: () => new SqliteAdapter(),
          createDriver: () => new BoundDriver(execute),
          createIntrospector: (db) => new SqliteIntrospector(db),
          createQueryCompiler: () => new SqliteQueryCompiler(),
        }
      : {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new BoundDriver(execute),
          createIntrospector: (db) => new PostgresIntrospector(db),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        };
  return new Kysely<unknown>({ dialect });
}
