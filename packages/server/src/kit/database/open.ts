// Opens the store that a data directory or URL names and migrates its schema. Never creates rows.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, type Store, StoreError } from './connection.ts';
import { LONG_READS, type LongReadLimits } from './long-reads.ts';
import { type Migration, migrate } from './migrate.ts';
import { sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';
import { openUntouched } from './sqlite-connection.ts';

export function prepareDataDirectory(data: string): void {
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StoreError(`can't write to the data directory ${data}: ${(error as Error).message}`);
  }
}

export interface StoreLocation {
  readonly data: string;
  /** A postgres:// URL, or null for the file in the data directory. */
  readonly database: string | null;
  readonly long_reads?: LongReadLimits | undefined;
}

export async function openStore(options: StoreLocation, migrations: readonly Migration[]): Promise<Store> {
  const { database } = options;
  if (database !== null && !/^postgres(ql)?:\/\//.test(database))
    throw new StoreError(`--database must be a postgres:// URL, not "${database.split(':')[0]}"`);
  const store = await openStoreWithoutMigrating(options);
  try {
    await migrate(store, migrations);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Opens without migrating. Loads the PostgreSQL client only if used, so that other starts are faster. */
export async function openStoreWithoutMigrating({
  data,
  database,
  long_reads = LONG_READS,
}: StoreLocation): Promise<Store> {
  if (database === null) return openSqlite(join(data, 'stoa.db'), long_reads);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(database, long_reads);
}

/** A connection for looking at a store without changing anything, on one consistent state. */
export async function openReadOnly({
  data,
  database,
}: StoreLocation): Promise<{ db: Connection; close(): Promise<void> }> {
  if (database === null) {
    const connection = openUntouched(join(data, 'stoa.db'));
    await connection.run(sql`begin`);
    return { db: connection, close: async () => connection.close() };
  }
  const store = await openStoreWithoutMigrating({ data, database });
  return { db: store.db, close: () => store.close() };
}
