// Scheduling by order alone: tasks end when the test says so.
import { describe, expect, it } from 'bun:test';
import { FairPool, type FairPoolLimits, PoolFull } from './fair-pool.ts';

const LIMITS: FairPoolLimits = { places: 3, places_each: 2, waiting: 10, waiting_each: 6, max_wait_ms: 60_000 };

function stage(limits: Partial<FairPoolLimits> = {}) {
  const pool = new FairPool<string>({ ...LIMITS, ...limits });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string) =>
    pool
      .run(name[0]!, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .then(
        () => 'done',
        (error) => error,
      );
  const end = async (name: string) => {
    ends.get(name)!();
    await settled();
  };
  return { pool, started, ask, end };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a fair pool', () => {
  it('[UP20] runs at most two tasks of one key at a time, and another key’s at once', async () => {
    const { started, ask, end } = stage();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask(name);
    await settled();
    expect(started).toEqual(['a1', 'a2']);
    const other = ask('b1');
    await settled();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(await other).toBe('done');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('[UP20] takes waiting keys in turns, however many tasks each has', async () => {
    const { started, ask, end } = stage({ places: 1, places_each: 1 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name);
    await settled();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('[UP20] refuses tasks beyond the limit of one key or of all, and continues with the others', async () => {
    const { started, ask, end } = stage({ places: 1, places_each: 1, waiting: 4, waiting_each: 2 });
    void ask('a1');
    for (const name of ['a2', 'a3']) void ask(name);
    expect(await ask('a4')).toBeInstanceOf(PoolFull);
    for (const name of ['b1', 'c1']) void ask(name);
    expect(await ask('d1')).toBeInstanceOf(PoolFull);
    for (const name of ['a1', 'b1', 'c1', 'a2']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('[UP20] gives the place of a failed task to the next', async () => {
    const { pool, started, ask } = stage({ places: 1 });
    const failed = pool.run('a', () => Promise.reject(new Error('broken')));
    void ask('b1');
    await expect(failed).rejects.toThrow('broken');
    await settled();
    expect(started).toEqual(['b1']);
  });

  it('[UP20] refuses a task that waited too long, and all waiting tasks when cleared', async () => {
    const { pool, started, ask, end } = stage({ places: 1, max_wait_ms: 1 });
    void ask('a1');
    expect(await ask('a2')).toBeInstanceOf(PoolFull);
    await end('a1');
    expect(started).toEqual(['a1']);
    const { pool: closing, ask: askClosing } = stage({ places: 1 });
    void askClosing('a1');
    const waiting = askClosing('b1');
    closing.clear();
    expect(await waiting).toBeInstanceOf(PoolFull);
    pool.clear();
  });

  it('[UP831] keys that were slow share all places but one, after all others', async () => {
    const { started, ask, end } = stage({ places: 2, places_each: 1, slow_ms: 20 });
    void ask('a1');
    void ask('b1');
    await Bun.sleep(50);
    for (const name of ['a2', 'b2']) void ask(name);
    await end('a1');
    await end('b1');
    // Both have been slow: only one of them has a place, and whoever comes has the other at once.
    expect(started).toEqual(['a1', 'b1', 'a2']);
    const fast = [ask('c1'), ask('d1'), ask('c2')];
    await settled();
    expect(started).toEqual(['a1', 'b1', 'a2', 'c1']);
    for (const name of ['c1', 'd1', 'c2']) await end(name);
    expect(await Promise.all(fast)).toEqual(['done', 'done', 'done']);
    expect(started).toEqual(['a1', 'b1', 'a2', 'c1', 'd1', 'c2']);
    await end('a2');
    expect(started.at(-1)).toBe('b2');
  });

  it('[UP831] if slow tasks have all places, the one that began last gives up for a key that waits', async () => {
    const { pool, started, ask, end } = stage({ places: 2, places_each: 1, slow_ms: 20 });
    const long = (key: string) =>
      pool
        .run(key, (signal) => new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('cut'))))
        .then(String, (error) => error);
    const [first, last] = [long('a'), long('b')];
    await Bun.sleep(50);
    const waiting = ask('c1');
    expect(await last).toBeInstanceOf(PoolFull);
    await settled();
    expect(started).toEqual(['c1']);
    await end('c1');
    expect(await waiting).toBe('done');
    expect(await Promise.race([first, Bun.sleep(20).then(() => 'goes on')])).toBe('goes on');
    // Also when it gets slow while another waits already.
    const next = ask('d1');
    await settled();
    const later = ask('e1');
    await Bun.sleep(50);
    void ask('f1');
    await end('d1');
    expect(await next).toBeInstanceOf(PoolFull);
    await settled();
    expect(started.includes('e1')).toBe(true);
    await end('e1');
    expect(await later).toBe('done');
  });
});
