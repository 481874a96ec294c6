// Opens the store a data directory or a URL names and brings its schema up to date. Never creates rows.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Store, StoreError } from './connection.ts';
import { type Migration, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export function prepareDataDirectory(data: string): void {
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StoreError(`can't write to the data directory ${data}: ${(error as Error).message}`);
  }
}

/** `database` is a postgres:// URL, or null for the file in the data directory. */
export async function openStore(
  options: { data: string; database: string | null },
  migrations: readonly Migration[],
): Promise<Store> {
  const { data, database } = options;
  if (database !== null && !/^postgres(ql)?:\/\//.test(database))
    throw new StoreError(`--database must be a postgres:// URL, not "${database.split(':')[0]}"`);
  const store = database === null ? openSqlite(join(data, 'stoa.db')) : await openPostgres(database);
  try {
    await migrate(store, migrations);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
