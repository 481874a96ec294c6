// The embedded database while another process holds its lock.

import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from './connection.ts';
import { LONG_READS } from './long-reads.ts';
import { sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';

let data: string;
let store: Store;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'stoa-locked-'));
  store = openSqlite(join(data, 'stoa.db'));
  await store.transaction((tx) => tx.run(sql`create table things (body blob)`));
});
afterEach(async () => {
  await store.close();
  rmSync(data, { recursive: true, force: true });
});

const insert = () => store.transaction((tx) => tx.run(sql`insert into things values (null)`));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Holds the write lock on a connection that the store doesn't know of, as another process would. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const other = new Database(join(data, 'stoa.db'));
  other.exec('begin immediate');
  try {
    return await work();
  } finally {
    other.exec('rollback');
    other.close();
  }
}

describe('[DB18] while another process holds the lock', () => {
  it('a write waits without blocking the event loop and completes when the lock is free', async () => {
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    let writing: Promise<number> | undefined;
    await whileLocked(async () => {
      writing = insert();
      await pause(1500);
    });
    await writing;
    clearInterval(watch);
    expect(longest).toBeLessThan(1000);
    expect(await store.db.all(sql`select * from things`)).toHaveLength(1);
  });

  it('reads continue, and the write fails after waiting too long', async () => {
    const hasty = openSqlite(join(data, 'stoa.db'), LONG_READS, 200);
    const hastily = () => hasty.transaction((tx) => tx.run(sql`insert into things values (null)`));
    await whileLocked(async () => {
      const writing = hastily().catch((failure) => failure);
      expect(await hasty.db.all(sql`select * from things`)).toEqual([]);
      expect((await writing).code).toStartWith('SQLITE_BUSY');
    });
    await hastily();
    await hasty.close();
  });
});

it('[DB19] the write-ahead log shrinks to 32 MiB after a long read made it grow', async () => {
  const wal = () => statSync(join(data, 'stoa.db-wal')).size / 2 ** 20;
  await store.snapshot(async (db) => {
    await db.all(sql`select count(*) from things`);
    for (let n = 0; n < 6; n++)
      await store.transaction((tx) => tx.run(sql`insert into things values (zeroblob(10000000))`));
    expect(wal()).toBeGreaterThan(50);
  });
  for (let n = 0; n < 3; n++) await insert();
  expect(wal()).toBeLessThanOrEqual(33);
});
