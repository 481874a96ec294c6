// The embedded store: one file, one writer, a few readers. Write-ahead log, synchronous=FULL: a commit that returns is on disk.

import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { type Connection, type Store, StoreError } from './connection.ts';
import { ConnectionQueue } from './connection-queue.ts';
import { LONG_READS, type LongReadLimits, LongReads } from './long-reads.ts';
import { ReadTransactions } from './read-transactions.ts';
import { ReaderPool } from './reader-pool.ts';
import { sql } from './sql.ts';
import { openConnection, type SqliteConnection } from './sqlite-connection.ts';
import { StoreCaches } from './store-caches.ts';

const READERS = 4;
/** Short reads: the system has the file in memory, and five larger caches that fill up over hours look like a leak. [DB43] */
const SHORT_READS = { cache_kib: 2000 };
const FOREIGN_COMMIT_POLL_MS = 200;

/** Calls back after commits of other connections, our own writer's included; the feed distinguishes them. Returns how to end it. */
async function watchCommits(db: Connection, committed: () => void): Promise<() => void> {
  const version = async () => (await db.get<{ data_version: number }>(sql`pragma data_version`))!.data_version;
  let last_version = await version();
  const look = async () => {
    const now = await version();
    if (now !== last_version) committed();
    last_version = now;
  };
  // A failed check is repeated at the next interval.
  const timer = setInterval(() => void look().catch(() => {}), FOREIGN_COMMIT_POLL_MS);
  return () => clearInterval(timer);
}

/**
 * Files that only may be read are made writable: the library would open them so without a word, fail at the first write, and leave
 * others beside them that nobody can write. Throws where they belong to another account.
 */
function takeOwn(path: string): void {
  if (!existsSync(path)) return;
  chmodSync(path, 0o600);
  accessSync(path, constants.R_OK | constants.W_OK);
}

export function openSqlite(path: string, limits: LongReadLimits = LONG_READS, lock_timeout_ms?: number): Store {
  const caches = new StoreCaches();
  let writer: SqliteConnection;
  try {
    for (const part of [path, `${path}-wal`, `${path}-shm`]) takeOwn(part);
    writer = openConnection(path, false, caches, { lock_timeout_ms });
    chmodSync(path, 0o600);
  } catch (error) {
    throw new StoreError(`can't open the database ${path}: ${(error as Error).message}`);
  }
  const reads = new ReadTransactions();
  const db: Connection = openConnection(path, true, caches, { ...SHORT_READS, reads });
  const readers = Array.from({ length: READERS }, () => openConnection(path, true, caches, SHORT_READS));
  const snapshots = new ConnectionQueue(readers);
  const writers = new ConnectionQueue([writer]);
  const pool = new ReaderPool(path, caches);
  const long_reads = new LongReads(limits, () => pool.lend());
  const watches = new Set<() => void>();

  const snapshot: Store['snapshot'] = (read) =>
    snapshots.use(async (reader) => {
      reads.lend(reader);
      try {
        return await read(reader);
      } finally {
        reads.giveBack(reader);
      }
    });

  return {
    engine: 'sqlite',
    db,
    snapshot,
    longRead: (requester, read) => (limits.places === 0 ? snapshot(read) : long_reads.read(requester, read)),
    transaction: (write) =>
      writers.use(async (tx) => {
        await tx.run(sql`begin immediate`);
        try {
          const result = await write(tx);
          await tx.yieldIfUsed();
          reads.endIdle();
          await tx.run(sql`commit`);
          return result;
        } catch (error) {
          if (tx.database.inTransaction) await tx.run(sql`rollback`);
          throw error;
        } finally {
          reads.renew();
        }
      }),
    async listen({ committed }) {
      const stop = await watchCommits(db, () => committed(null));
      watches.add(stop);
      return () => {
        stop();
        watches.delete(stop);
      };
    },
    connections() {
      const [reads, writes] = [snapshots.figures, writers.figures];
      return {
        in_use: reads.in_use + writes.in_use,
        idle: reads.idle + writes.idle,
        waiting: reads.waiting + writes.waiting,
      };
    },
    // Other processes on an embedded database are commands, which serve no clients.
    signal() {},
    async close() {
      long_reads.close();
      pool.close();
      for (const stop of watches) stop();
      reads.endIdle();
      for (const connection of [db as SqliteConnection, ...readers, writer]) connection.close();
    },
  };
}
