// Long reads, on both engines.

import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import type { ApiError } from '@stoa/contract';
import { openTestStore, type TestStore } from '@stoa/testkit/kit';
import type { Connection, Store } from './connection.ts';
import { LONG_READS } from './long-reads.ts';
import { ReadTurns } from './read-turns.ts';
import { sql } from './sql.ts';

setDefaultTimeout(60_000);

const HOUR_MS = 3_600_000;
/** A statement that never ends by itself. */
const ENDLESS = sql`with recursive counted (n) as (select 1 union all select n + 1 from counted) select count(*) from counted`;

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
  await test.store.transaction((tx) =>
    tx.run(sql`create table things (thing_id integer, label text, flag boolean, document json)`),
  );
});
afterAll(() => test.close());

const failureOf = (read: Promise<unknown>): Promise<ApiError> =>
  read.then(
    () => expect.unreachable(),
    (error) => error,
  );
const count = async (db: Connection) =>
  Number((await db.get<{ count: number }>(sql`select count(*) as count from things`))!.count);

async function withLimit(time_limit_ms: number, work: (store: Store) => Promise<void>): Promise<void> {
  const { store, close } = await test.openAgain({ ...LONG_READS, time_limit_ms });
  await work(store).finally(close);
}

it('[DB12] ends at its time limit, in the middle of a statement, and blocks nothing until then', async () => {
  await withLimit(1500, async (store) => {
    let ended = false;
    const endless = failureOf(store.longRead({ account: 'a' }, (db) => db.all(ENDLESS))).finally(() => {
      ended = true;
    });
    for (let n = 0; n < 3; n++) {
      await store.snapshot((db) => count(db));
      await store.transaction((tx) => tx.run(sql`insert into things (label) values ('meanwhile')`));
    }
    expect(ended).toBe(false);
    expect((await endless).code).toBe('READ_TIMED_OUT');
    expect(await store.longRead({ account: 'a' }, count)).toBeGreaterThanOrEqual(3);
  });
});

it('[DB12] the time limit covers all statements, and none runs after the end', async () => {
  await withLimit(300, async (store) => {
    let queries = 0;
    const many = store.longRead({ account: 'a' }, async (db) => {
      for (;;) {
        await count(db);
        queries++;
      }
    });
    expect((await failureOf(many)).code).toBe('READ_TIMED_OUT');
    expect(queries).toBeGreaterThan(0);
  });
});

it('[DB36] runs on the event loop where there is no place', async () => {
  if (test.store.engine !== 'sqlite') return;
  const { store, close } = await test.openAgain({ ...LONG_READS, places: 0 });
  const reads = Array.from({ length: 3 }, () => store.longRead({ account: 'a' }, count));
  expect(await Promise.all(reads)).toEqual(Array.from({ length: 3 }, () => expect.any(Number)));
  expect(store.connections().in_use).toBe(0);
  await close();
});

/** The reader processes of this process. */
const readers = () =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reader-process.ts'))
    .map(Number);

it('[DB61] a reader process that hangs is replaced, and its read answered', async () => {
  if (process.platform !== 'linux') return;
  await withLimit(HOUR_MS, async (store) => {
    if (store.engine !== 'sqlite') return;
    const before = new Set(readers());
    const reading = () => readers().filter((pid) => !before.has(pid));
    const wanted = await store.longRead({ account: 'a' }, count);
    const [paused, ...others] = reading();
    expect(others).toEqual([]);
    process.kill(paused!, 'SIGSTOP');
    expect(await store.longRead({ account: 'a' }, count)).toBe(wanted);
    expect(reading()).not.toContain(paused!);
    // One that hangs when its read has ended is not used again.
    const [again] = reading();
    await store.longRead({ account: 'a' }, async (db) => {
      await count(db);
      process.kill(again!, 'SIGSTOP');
    });
    expect(await store.longRead({ account: 'a' }, count)).toBe(wanted);
    expect(reading()).not.toContain(again!);
  });
});

it('[DB13] ends when the client is gone, whether it runs or waits', async () => {
  await withLimit(HOUR_MS, async (store) => {
    const disconnect = new AbortController();
    let started = 0;
    let noteBegun = () => {};
    const first = new Promise<void>((resolve) => {
      noteBegun = resolve;
    });
    const endless = Array.from({ length: 3 }, () =>
      failureOf(
        store.longRead({ account: 'a', signal: disconnect.signal }, (db) => {
          started++;
          noteBegun();
          return db.all(ENDLESS);
        }),
      ),
    );
    await first;
    await store.longRead({ account: 'b' }, count);
    disconnect.abort();
    for (const error of await Promise.all(endless)) expect(error.message).toBe('The client has gone away');
    expect(started).toBe(1);
    expect(await store.longRead({ account: 'a' }, count)).toBeGreaterThan(0);
  });
});

it('[DB13] ends when the store is closed', async () => {
  const { store, close } = await test.openAgain();
  let started = () => {};
  const beginning = new Promise<void>((resolve) => {
    started = resolve;
  });
  const endless = failureOf(
    store.longRead({ account: 'a' }, (db) => {
      started();
      return db.all(ENDLESS);
    }),
  );
  await beginning;
  await close();
  expect((await endless).code).toBe('SERVER_BUSY');
});

it('[DB14] sees one state while others commit, and returns the same values as short reads', async () => {
  const row = { label: 'Ω “quoted”', flag: true, document: { a: [1, 'two', null] } };
  await test.store.transaction((tx) =>
    tx.run(
      sql`insert into things (label, flag, document) values (${row.label}, ${true}, ${JSON.stringify(row.document)})`,
    ),
  );
  await test.store.longRead({ account: 'a' }, async (db) => {
    expect(db.caches).toBe(test.store.db.caches);
    const before = await count(db);
    await test.store.transaction((tx) => tx.run(sql`insert into things (label) values ('meanwhile')`));
    expect(await count(db)).toBe(before);
    const find = (label: string) => sql`select label, flag, document from things where label = ${label}`;
    expect(await db.all<typeof row>(find(row.label))).toEqual([row]);
    expect(await db.get(find('nothing'))).toBeNull();
    await expect(Promise.all([count(db), db.all(sql`no sql`)])).rejects.toThrow(/syntax/);
  });
  expect(await test.store.longRead({ account: 'a' }, count)).toBe(await count(test.store.db));
});

describe('turns', () => {
  const limits = { places: 2, places_each: 1, waiting_each: 3, max_wait_ms: HOUR_MS };

  it('[DB15] one account has one read at a time, and others go before its next', async () => {
    const turns = new ReadTurns(limits);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (account: string, name: string) =>
      turns.take({ account }).then((end) => {
        started.push(name);
        ends.set(name, end);
      });
    const end = async (name: string) => {
      ends.get(name)!();
      await new Promise((resolve) => setImmediate(resolve));
    };
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
    for (const name of ['b1', 'b2']) void ask('b', name);
    void ask('c', 'c1');
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await end('c1');
    await end('b1');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
    void ask('d', 'd1');
    // Ending a turn twice frees one place.
    await end('a2');
    await end('a2');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'd1']);
    await end('b2');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'd1', 'a3']);
  });

  it('[DB16] refuses an account with too many waiting reads, and reads that waited too long', async () => {
    const turns = new ReadTurns({ ...limits, max_wait_ms: 50 });
    const end = await turns.take({ account: 'a' });
    const waiting = Array.from({ length: 3 }, () => failureOf(turns.take({ account: 'a' })));
    expect((await failureOf(turns.take({ account: 'a' }))).status).toBe(429);
    for (const error of await Promise.all(waiting)) expect([error.code, error.status]).toEqual(['SERVER_BUSY', 503]);
    end();
    await turns.take({ account: 'a' });
  });
});
