// `stoa migrate`: upgrades the data, or lists what an upgrade would apply; moves it between the engines.
import type { Store } from '../kit/database/connection.ts';
import { newestVersion, pendingMigrations } from '../kit/database/migrate.ts';
import { openStore, openStoreWithoutMigrating } from '../kit/database/open.ts';
import { migrations } from '../migrations/index.ts';
import type { MigrateValues } from './migrate-declaration.ts';
import { requireStore } from './store.ts';
import { print, printRow } from './terminal.ts';

export async function migrate(values: MigrateValues): Promise<number> {
  if (values.from !== undefined || values.to !== undefined || values.first_copy || values.cancel)
    return (await import('./move.ts')).move(values);
  requireStore(values);
  const location = { data: values.data, database: values.database ?? null };
  const pending = await using(await openStoreWithoutMigrating(location), ({ db }) => pendingMigrations(db, migrations));
  for (const { version, name } of pending) printRow([version, name]);
  if (pending.length === 0) print(`The data has schema version ${newestVersion(migrations)} already.`);
  else if (!values.plan) {
    await using(await openStore(location, migrations), async () => {});
    print(`Applied: ${pending.length}`);
  }
  return 0;
}

async function using<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
