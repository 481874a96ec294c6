// Reads of the embedded database that share a transaction, between commits of this process and of others.
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection, Store } from './connection.ts';
import { sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';

let data: string;
let store: Store;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'stoa-reads-'));
  store = openSqlite(join(data, 'stoa.db'));
  await store.transaction((tx) => tx.run(sql`create table things (body blob)`));
});
afterEach(async () => {
  await store.close();
  rmSync(data, { recursive: true, force: true });
});

const insert = () => store.transaction((tx) => tx.run(sql`insert into things values (null)`));
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

async function countOn(db: Connection): Promise<number> {
  return (await db.get<{ count: number }>(sql`select count(*) as count from things`))!.count;
}
/** By each way to read. */
const counts = () => Promise.all([countOn(store.db), store.snapshot(countOn)]);

describe('[DB55] a short read', () => {
  it('sees every commit of this process that ended before it, in the same turn too', async () => {
    expect(await counts()).toEqual([0, 0]);
    await insert();
    expect(await counts()).toEqual([1, 1]);
    await Promise.all([insert(), insert()]);
    expect(await counts()).toEqual([3, 3]);
  });

  it('sees the commits that other processes ended before its turn', async () => {
    const other = new Database(join(data, 'stoa.db'));
    expect(await counts()).toEqual([0, 0]);
    other.exec('insert into things values (null)');
    await nextTurn();
    expect(await counts()).toEqual([1, 1]);
    other.close();
  });

  it.each(['one turn', 'two turns'])('begins anew after a snapshot of %s', async (length) => {
    const seen = await store.snapshot(async (db) => {
      const before = await countOn(db);
      await insert();
      if (length === 'two turns') await nextTurn();
      return [before, await countOn(db)];
    });
    expect(seen).toEqual([0, 0]);
    expect(await counts()).toEqual([1, 1]);
  });

  it('begins anew after a failed one', async () => {
    await expect(store.db.all(sql`select * from nowhere`)).rejects.toThrow('no such table');
    await expect(store.snapshot((db) => db.all(sql`select * from nowhere`))).rejects.toThrow('no such table');
    await insert();
    expect(await counts()).toEqual([1, 1]);
  });

  it('does not keep the write-ahead log from being emptied, though there is always one', async () => {
    let is_over = false;
    const read = async () => {
      while (!is_over) await countOn(store.db);
    };
    const reading = read();
    const write = sql`insert into things values (zeroblob(100000))`;
    for (let n = 0; n < 600; n++) await store.transaction((tx) => tx.run(write));
    is_over = true;
    await reading;
    expect(statSync(join(data, 'stoa.db-wal')).size / 1e6).toBeLessThan(18);
  });
});
