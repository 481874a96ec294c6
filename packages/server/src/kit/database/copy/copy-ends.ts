// The two stores of a copy. The embedded one that is written to checks no foreign keys meanwhile: rows come table by table.
import { join } from 'node:path';
import type { Connection, Store, Transaction } from '../connection.ts';
import { openStoreWithoutMigrating, type StoreLocation } from '../open.ts';
import { APPLICATION } from '../postgres-pool.ts';
import { sql } from '../sql.ts';
import { openConnection } from '../sqlite-connection.ts';
import { StoreCaches } from '../store-caches.ts';

export type CopyEnd = Pick<Store, 'engine' | 'db' | 'transaction' | 'close'>;

export async function openTarget(location: StoreLocation): Promise<CopyEnd> {
  if (location.database !== null) return openStoreWithoutMigrating(location);
  const connection = openConnection(join(location.data, 'stoa.db'), false, new StoreCaches());
  connection.database.exec('pragma foreign_keys = off');
  return {
    engine: 'sqlite',
    db: connection,
    async transaction(write) {
      await connection.run(sql`begin immediate`);
      try {
        const result = await write(connection);
        await connection.run(sql`commit`);
        return result;
      } catch (error) {
        if (connection.database.inTransaction) await connection.run(sql`rollback`);
        throw error;
      }
    },
    close: async () => connection.close(),
  };
}

/** Roughly how many rows there are, for showing how far a copy is. */
export async function estimateRows(db: Connection, tables: readonly string[]): Promise<number> {
  let sum = 0;
  for (const name of tables) {
    const row = await db.get<{ rows: number }>(
      db.engine === 'sqlite'
        ? sql`select count(*) as rows from ${sql.raw(`"${name}"`)}`
        : sql`select cast(greatest(reltuples, 0) as bigint) as rows from pg_class where oid = ${`"${name}"`}::regclass`,
    );
    sum += row!.rows;
  }
  return sum;
}

/** Connections of servers and commands; those of a copy have another name. */
export async function countUsers(db: Connection): Promise<number> {
  const row = await db.get<{ users: number }>(
    sql`select count(*) as users from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name = ${APPLICATION}`,
  );
  return row!.users;
}

/** Nobody else writes until this transaction ends. The embedded database has one writer anyway. */
export async function lockTables(tx: Transaction, tables: readonly string[]): Promise<void> {
  if (tx.engine === 'sqlite') return;
  await tx.run(sql`set local lock_timeout = 10000`);
  await tx.run(sql`lock table ${sql.raw(tables.map((name) => `"${name}"`).join(', '))} in share row exclusive mode`);
}
