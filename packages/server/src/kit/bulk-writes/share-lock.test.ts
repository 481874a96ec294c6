// Long work beside a server, which needs the lock of the embedded database, too.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { openTestStore, type TestStore } from '@stoa/testkit/kit';
import { sql } from '../database/sql.ts';
import { shareLock } from './share-lock.ts';

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

describe.if(process.env.STOA_TEST_DATABASE === undefined)('the lock of the embedded database', () => {
  it('[IM43] is free between two transactions as long as the first took, at most 10 ms', async () => {
    const { store, writer } = await test.openAgain();
    await shareLock(writer, store);
    for (const [work_ms, free_ms] of [
      [5, 5],
      [40, 10],
    ] as const) {
      const held: { from: number; until: number }[] = [];
      for (let n = 0; n < 4; n++)
        await writer.write(null, async () => {
          const from = performance.now();
          while (performance.now() < from + work_ms);
          held.push({ from, until: performance.now() });
        });
      const shortest = Math.min(...held.slice(1).map(({ from }, at) => from - held[at]!.until));
      expect(shortest).toBeGreaterThanOrEqual(free_ms - 0.5);
    }
    const size = await writer.write(null, ({ tx }) =>
      tx.get<{ wal_autocheckpoint: number }>(sql`pragma wal_autocheckpoint`),
    );
    expect(size!.wal_autocheckpoint).toBe(2000);
  });
});
