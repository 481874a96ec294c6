// Jobs: when they run, how often, and what failures and crashes leave behind.

import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { openTestStore, type TestStore } from '@stoa/testkit/kit';
import { sql } from '../database/sql.ts';
import { type ActingHandler, type JobHandler, JobRunner, PermanentJobFailure } from './jobs.ts';

const HOUR_MS = 60 * 60_000;

let test: TestStore;
const reports: Error[] = [];
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

const runner = (...handlers: JobHandler[]) =>
  new JobRunner({ ...test, report: (error) => void reports.push(error as Error) }, handlers);
const promise = (kind: string, body: object = {}, run_at?: number) =>
  test.writer.write(test.realm.realm_id, async ({ enqueue }) =>
    enqueue({ kind, body: body as Record<string, unknown>, ...(run_at === undefined ? {} : { run_at }) }),
  );
const rows = (kind: string) =>
  test.store.db.all<{ attempts: number; error: string | null; failed_at: number | null; run_at: number }>(
    sql`select attempts, error, failed_at, run_at from jobs where kind = ${kind} order by job_id`,
  );

const isClaimed = async (kind: string) =>
  (await test.store.db.get(sql`select 1 as found from jobs where kind = ${kind} and claimed_until > 0`)) !== null;

/** A handler that only records the jobs it was given. */
function noting(kind: string, options: Partial<ActingHandler> = {}) {
  const noted: unknown[] = [];
  const handler: ActingHandler = {
    kind,
    async act({ body }) {
      noted.push(body.n);
      return undefined;
    },
    ...options,
  };
  return { handler, noted };
}

describe('enqueued jobs', () => {
  it('[JB1] a write that fails enqueues nothing; one that commits starts its job at once', async () => {
    const { handler, noted } = noting('jb1');
    const jobs = runner(handler);
    await jobs.start();
    const failing = test.writer.write(test.realm.realm_id, async ({ enqueue }) => {
      enqueue({ kind: 'jb1', body: { n: 1 } });
      throw new Error('no');
    });
    await Promise.all([failing.catch(() => {}), promise('jb1', { n: 2 })]);
    for (let patience = 40; patience > 0 && noted.length === 0; patience--) await Bun.sleep(10);
    expect(noted).toEqual([2]);
    await jobs.stop();
    expect(await rows('jb1')).toEqual([]);
    await expect(test.writer.write(null, async ({ enqueue }) => enqueue({ kind: 'jb1', body: {} }))).rejects.toThrow();
  });

  it('[JB2] runs at its time, not before', async () => {
    const { handler, noted } = noting('jb2');
    const jobs = runner(handler);
    await promise('jb2', { n: 'later' }, test.clock.now() + HOUR_MS);
    await promise('jb2', { n: 'now' });
    await jobs.settle();
    expect(noted).toEqual(['now']);
    test.clock.advance(HOUR_MS);
    await jobs.settle();
    expect(noted).toEqual(['now', 'later']);
  });
});

describe('running jobs', () => {
  it('[JB3] a writing job is done exactly once, with its writes, by any runner', async () => {
    const handler: JobHandler = {
      kind: 'jb3',
      async write({ tx, enqueue }, { body, attempts, realm_id }) {
        await tx.run(sql`update realms set description = description || 'x' where realm_id = ${realm_id}`);
        if (body.fails && attempts === 0) throw new Error('not yet');
        if (body.again) enqueue({ kind: 'jb3', body: {} });
      },
    };
    const [first, second] = [runner(handler), runner(handler)];
    await promise('jb3', {});
    await promise('jb3', { fails: true });
    await promise('jb3', { again: true });
    await Promise.all([first.settle(), second.settle()]);
    const described = async () =>
      (await test.store.db.get<{ description: string }>(sql`select description from realms`))!;
    expect((await described()).description).toBe('xxx');
    test.clock.advance(HOUR_MS);
    await Promise.all([first.settle(), second.settle()]);
    expect((await described()).description).toBe('xxxx');
    expect(await rows('jb3')).toEqual([]);
  });

  it('[JB4] a failing job is retried with growing delays and finally given up', async () => {
    const given_up: unknown[] = [];
    const { handler } = noting('jb4', {
      attempts: 3,
      act: async () => {
        throw new Error('the door is shut');
      },
      givenUp: async ({ tx }, { body }, error) => {
        given_up.push(body.n, error.message);
        await tx.run(sql`update realms set description = 'given up'`);
      },
    });
    const jobs = runner(handler);
    await promise('jb4', { n: 7 });
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const before = test.clock.now();
      await jobs.settle();
      const [row] = await rows('jb4');
      expect([row!.attempts, row!.error]).toEqual([attempt, 'the door is shut']);
      delays.push(row!.run_at - before);
      await jobs.settle();
      expect((await rows('jb4'))[0]!.attempts).toBe(attempt);
      test.clock.advance(delays.at(-1)!);
    }
    expect(delays[1]!).toBeGreaterThan(delays[0]! * 1.2);
    expect(given_up).toEqual([7, 'the door is shut']);
    expect((await rows('jb4'))[0]!.failed_at).not.toBeNull();
    expect(reports.at(-1)!.message).toContain('gave up jb4 job');
    await jobs.settle();
    expect((await rows('jb4'))[0]!.attempts).toBe(3);
  });

  it('[JB4] a permanently failing job is given up at once and deleted after two weeks', async () => {
    const { handler } = noting('hopeless', {
      act: async () => {
        throw new PermanentJobFailure('no such address');
      },
    });
    const jobs = runner(handler);
    await promise('hopeless');
    await jobs.settle();
    expect(await rows('hopeless')).toMatchObject([{ attempts: 1, error: 'no such address' }]);
    test.clock.advance(15 * 24 * HOUR_MS);
    await promise('hopeless');
    await jobs.settle();
    expect(await rows('hopeless')).toHaveLength(1);
  });

  it('[JB5] a job claimed by a dead runner is retried when the claim expires', async () => {
    const { handler, noted } = noting('jb5', { claim_ms: 1000 });
    await promise('jb5', { n: 1 });
    const claim = () =>
      test.writer.write(null, ({ tx }) => tx.run(sql`update jobs set claimed_until = ${test.clock.now() + 1000}`));
    await claim();
    const jobs = runner(handler);
    await jobs.settle();
    expect(noted).toEqual([]);
    test.clock.advance(1001);
    await jobs.settle();
    expect(noted).toEqual([1]);
    await promise('jb5', { n: 2 });
    await claim();
    await jobs.start();
    await jobs.settle();
    expect(noted).toEqual(test.store.engine === 'sqlite' ? [1, 2] : [1]);
    await jobs.stop();
    if (test.store.engine === 'postgres') await test.writer.write(null, ({ tx }) => tx.run(sql`delete from jobs`));
  });

  it('[JB5] two runners never run the same job at once', async () => {
    const done: unknown[] = [];
    const act: ActingHandler['act'] = async ({ body }) => {
      done.push(body.n);
      await Bun.sleep(5);
      return undefined;
    };
    for (let n = 0; n < 30; n += 1) await promise('shared', { n });
    const runners = [1, 2, 3].map(() => runner({ kind: 'shared', act, concurrency: 4 }));
    await Promise.all(runners.map((jobs) => jobs.settle()));
    expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  it('[JB6] [JB7] a slow job delays no other, and stopping waits for it', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done: unknown[] = [];
    const act: ActingHandler['act'] = async ({ body }) => {
      if (body.n === 'slow') await held;
      done.push(body.n);
      return undefined;
    };
    const jobs = runner({ kind: 'slow', act, concurrency: 2 }, { kind: 'quick', act });
    await promise('slow', { n: 'slow' });
    for (const n of [1, 2, 3]) await promise('slow', { n });
    await promise('quick', { n: 'other' });
    await jobs.start();
    for (let patience = 100; patience > 0 && done.length < 4; patience--) await Bun.sleep(10);
    expect(done.toSorted()).toEqual([1, 2, 3, 'other']);
    let stopped = false;
    const stopping = jobs.stop().then(() => {
      stopped = true;
    });
    await Bun.sleep(20);
    expect(stopped).toBe(false);
    release();
    await stopping;
    expect(done.at(-1)).toBe('slow');
    expect(await rows('slow')).toEqual([]);
    await promise('quick', { n: 'after' });
    await runner({ kind: 'quick', act }).settle();
    expect(done.at(-1)).toBe('after');
  });
});

it('[JB6] a job enqueued while a slow one runs starts at once', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const done: unknown[] = [];
  const act: ActingHandler['act'] = async ({ body }) => {
    if (body.n === 'slow') await held;
    done.push(body.n);
    return undefined;
  };
  const jobs = runner({ kind: 'joining', act, concurrency: 2 });
  await promise('joining', { n: 'slow' });
  await jobs.start();
  for (let patience = 100; patience > 0 && !(await isClaimed('joining')); patience--) await Bun.sleep(10);
  await promise('joining', { n: 'later' });
  for (let patience = 100; patience > 0 && done.length === 0; patience--) await Bun.sleep(10);
  expect(done).toEqual(['later']);
  release();
  await jobs.stop();
  expect(done).toEqual(['later', 'slow']);
});

it('[JB10] limits concurrent jobs per account, and accounts take turns regardless of when jobs were enqueued', async () => {
  const started: unknown[] = [];
  const ends: (() => void)[] = [];
  const kind = 'jb10';
  const jobs = runner({
    kind,
    concurrency: 3,
    concurrency_each: 2,
    act: ({ body }) => {
      started.push(body.n);
      return new Promise((resolve) => ends.push(() => resolve(undefined)));
    },
  });
  const begins = async (...expected: unknown[]) => {
    for (let patience = 200; patience > 0 && started.length < expected.length; patience--) await Bun.sleep(10);
    expect(started).toEqual(expected);
  };
  await test.writer.write(test.realm.realm_id, async ({ enqueue }) => {
    for (const n of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
      enqueue({ kind, body: { n }, account_id: n.charCodeAt(0) as UserId });
  });
  const settled = jobs.settle();
  await begins('a1', 'b1', 'c1');
  // Each account's second job comes before any third; running ones count.
  ends[0]!();
  await begins('a1', 'b1', 'c1', 'a2');
  ends[3]!();
  await begins('a1', 'b1', 'c1', 'a2', 'a3');
  ends[1]!();
  await begins('a1', 'b1', 'c1', 'a2', 'a3', 'b2');
  for (let at = 2; at < 7; at++) {
    await begins(...started, ...Array(Math.max(0, at + 1 - started.length)).fill('a4'));
    ends[at]!();
  }
  await settled;
  expect(await rows(kind)).toEqual([]);
});

it('[JB12] a runner at rest asks one statement a second for all kinds, and starts what becomes due or came from elsewhere', async () => {
  const { noted, handler } = noting('jb12_0');
  const kinds = Array.from({ length: 20 }, (_, n) => noting(`jb12_${n}`).handler);
  let statements = 0;
  const db = new Proxy(test.store.db, {
    get(target, name) {
      if (name === 'all' || name === 'get') statements++;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const store = { ...test.store, db };
  const report = (error: unknown) => void reports.push(error as Error);
  const jobs = new JobRunner({ ...test, store, report }, [handler, ...kinds.slice(1)]);
  await jobs.start();
  for (let patience = 100; patience > 0 && statements < 20; patience--) await Bun.sleep(10);
  statements = 0;
  await Bun.sleep(2500);
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThanOrEqual(3);
  // By a write of another node, which this one's writer does not announce.
  await test.store.transaction((tx) =>
    tx.run(
      sql`insert into jobs (realm_id, kind, body, run_at) values (${test.realm.realm_id}, 'jb12_0', '{"n": "foreign"}', 0)`,
    ),
  );
  for (let patience = 300; patience > 0 && noted.length === 0; patience--) await Bun.sleep(10);
  expect(noted).toEqual(['foreign']);
  statements = 0;
  await promise('jb12_0', { n: 'own' });
  for (let patience = 100; patience > 0 && noted.length < 2; patience--) await Bun.sleep(10);
  expect(noted).toEqual(['foreign', 'own']);
  expect(statements).toBeLessThanOrEqual(4);
  await jobs.stop();
});

// The embedded database has one writer at a time.
describe.skipIf(!process.env.STOA_TEST_DATABASE)('two writers', () => {
  it('[JB11] a claim waits for no row that another write holds', async () => {
    const { handler, noted } = noting('jb11');
    const jobs = runner(handler);
    await promise('jb11', { n: 'held' });
    await promise('jb11', { n: 'free' });
    await test.store.transaction(async (tx) => {
      await tx.all(sql`select job_id from jobs where kind = 'jb11' order by job_id limit 1 for update`);
      const settled = jobs.settle().catch(() => {});
      for (let tries = 200; tries > 0 && noted.length === 0; tries--) await Bun.sleep(10);
      expect(noted).toEqual(['free']);
      await Promise.race([settled, Bun.sleep(100)]);
    });
    await jobs.settle();
    expect(noted).toEqual(['free', 'held']);
  });
});
