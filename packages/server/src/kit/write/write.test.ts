// The write path: what a commit contains, in which order, and what a failing write leaves behind.

import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type EventId, event, heartbeatEvent, type UserId } from '@stoa/contract';
import { openTestStore, SeededRandom, TestClock, type TestStore } from '@stoa/testkit/kit';
import { z } from 'zod';
import type { Connection, Transaction } from '../database/connection.ts';
import { findOnce, getOnce, invalidateRows, type Lookup } from '../database/read-once.ts';
import { sql } from '../database/sql.ts';
import { Caps } from '../limits/caps.ts';
import { hook } from './hook.ts';
import { Hooks, on } from './hooks.ts';
import { LOG_STEP } from './log-entry.ts';
import { logPosition } from './log-position.ts';
import { Writer } from './write.ts';
import type { WriteContext } from './write-context.ts';

setDefaultTimeout(30_000);

const noted = event({ type: 'noted', fields: () => z.object({ n: z.int() }), summary: 'For this test.' });

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

const emitNoted = ({ emit }: WriteContext, n: number) => emit(noted, { n }, { everyone: true });
const readLog = (realm_id: number) =>
  test.store.db
    .all<{ id: number; body: string }>(sql`select id, body from events where realm_id = ${realm_id} order by id`)
    .then((rows) => rows.map(({ id, body }) => ({ id, n: JSON.parse(body).n as number })));
const nameRealm = (context: WriteContext, realm_id: number, name: string) =>
  context.tx.run(sql`update realms set description = ${name} where realm_id = ${realm_id}`);
const descriptionOf = (realm_id: number) =>
  test.store.db
    .get<{ description: string }>(sql`select description from realms where realm_id = ${realm_id}`)
    .then((row) => row!.description);

it('[LG9] it is told when the store takes writes again, once', async () => {
  const { realm_id } = await test.addRealm('lg9.example');
  const { writer } = await test.openAgain();
  const told: number[] = [];
  writer.onRecovery((refused_ms) => told.push(refused_ms));
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const refuse = () => writer.write(realm_id, () => Promise.reject(full)).catch(() => {});
  const accept = () => writer.write(realm_id, async (context) => emitNoted(context, 1));
  await accept();
  await refuse();
  await refuse();
  // Nothing of it reached the store.
  await writer.write(realm_id, () => Promise.reject(new Error('not allowed'))).catch(() => {});
  expect([told, writer.is_taking]).toEqual([[], false]);
  await accept();
  await accept();
  expect(told).toEqual([expect.any(Number)]);
});

describe('events of a write', () => {
  it('[WR1] are in the event log with the change when the write resolves, and neither is before', async () => {
    const { realm_id } = await test.addRealm('wr1.example');
    let during: unknown;
    await test.writer.write(realm_id, async (context) => {
      await nameRealm(context, realm_id, 'changed');
      emitNoted(context, 1);
      during = [await descriptionOf(realm_id), await readLog(realm_id)];
    });
    expect(during).toEqual(['', []]);
    expect([await descriptionOf(realm_id), await readLog(realm_id)]).toEqual(['changed', [{ id: LOG_STEP, n: 1 }]]);
  });

  it('[WR2] get ids in the order of commits, one step apart, whichever writer', async () => {
    const { realm_id } = await test.addRealm('wr2.example');
    const other = await test.openAgain();
    // Two writers of an embedded store are two processes; in one process they would block each other's event loop.
    const writers = test.store.engine === 'postgres' ? [test.writer, other.writer] : [other.writer];
    const random = new SeededRandom(2);
    const writes = Array.from({ length: 60 }, (_, n) =>
      random.pick(writers).write(realm_id, async (context) => {
        if (random.chance(0.3)) await new Promise((resolve) => setTimeout(resolve, random.below(3)));
        emitNoted(context, n);
        return context.position;
      }),
    );
    const positions = await Promise.all(writes);
    const log = await readLog(realm_id);
    expect(log.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, at) => (at + 1) * LOG_STEP));
    for (const { id, n } of log) expect(positions[n]).toBe((id - LOG_STEP) as EventId);
    expect(await logPosition(test.store.db, realm_id)).toBe((60 * LOG_STEP) as EventId);
    await other.close();
  });

  it('[WR3] reach listeners after the commit, in order and without gaps, before the caller is answered', async () => {
    const { realm_id } = await test.addRealm('wr3.example');
    const notified: { base: number; ids: number[]; stored: boolean }[] = [];
    const visible: Promise<unknown>[] = [];
    test.writer.onCommit((of, base, entries) => {
      if (of !== realm_id) return;
      const told_now = { base, ids: entries.map(({ id }) => id), stored: false };
      notified.push(told_now);
      visible.push(
        readLog(realm_id).then((log) => {
          told_now.stored = told_now.ids.every((id) => log.some((entry) => entry.id === id));
        }),
      );
    });
    let known_when_answered = 0;
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        test.writer
          .write(realm_id, async (context) => emitNoted(context, n))
          .then(() => {
            known_when_answered = Math.max(known_when_answered, notified.flatMap(({ ids }) => ids).length);
          }),
      ),
    );
    await Promise.all(visible);
    expect(known_when_answered).toBe(100);
    expect(notified.every(({ stored }) => stored)).toBe(true);
    expect(notified.flatMap(({ ids }) => ids)).toEqual(Array.from({ length: 100 }, (_, at) => (at + 1) * LOG_STEP));
    for (const { base, ids } of notified) expect(ids[0]).toBe(base + LOG_STEP);
    expect(notified.length).toBeLessThan(100);
  });
});

it('[WR13] writes that arrive while another node has the lock share the commit that follows', async () => {
  if (test.store.engine === 'sqlite') return;
  const { realm_id } = await test.addRealm('wr13.example');
  const other = await test.openAgain();
  const groups: number[] = [];
  other.writer.onGroup(({ writes }) => groups.push(writes));
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = test.writer.write(realm_id, () => {
    locked.resolve();
    return released.promise;
  });
  await locked.promise;
  const waiting = [other.writer.write(realm_id, async (context) => emitNoted(context, 0))];
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (let n = 1; n < 10; n++) waiting.push(other.writer.write(realm_id, async (context) => emitNoted(context, n)));
  released.resolve();
  await Promise.all([first, ...waiting]);
  expect(groups).toEqual([10]);
  expect((await readLog(realm_id)).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await other.close();
});

describe('a failing job', () => {
  it('[WR4] rolls back only its own changes and events', async () => {
    const { realm_id } = await test.addRealm('wr4.example');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        test.writer.write(realm_id, async (context) => {
          await nameRealm(context, realm_id, `job ${n}`);
          emitNoted(context, n);
          if (n % 3 === 2) throw new Error(`job ${n} fails`);
          if (n % 3 === 1) await context.tx.run(sql`insert into realms (realm_id) values (null)`).catch(() => null);
          if (n % 3 === 1) throw new Error(`job ${n} fails in the database`);
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? 'fulfilled' : 'rejected')),
    );
    expect((await readLog(realm_id)).map(({ n }) => n)).toEqual(Array.from({ length: 10 }, (_, at) => at * 3));
    expect(await descriptionOf(realm_id)).toBe('job 27');
  });

  it('[WR4] in one organization does not affect another’s writes', async () => {
    const a = await test.addRealm('wr4a.example');
    const b = await test.addRealm('wr4b.example');
    const failing = test.writer.write(a.realm_id, async (context) => {
      emitNoted(context, 1);
      throw new Error('no');
    });
    const working = test.writer.write(b.realm_id, async (context) => emitNoted(context, 2));
    await expect(failing).rejects.toThrow('no');
    await working;
    expect([await readLog(a.realm_id), await readLog(b.realm_id)]).toEqual([[], [{ id: LOG_STEP, n: 2 }]]);
  });
});

it('[WR5] a write outside any organization has no event log to emit to', async () => {
  const writing = test.writer.write(null, async (context) => emitNoted(context, 1));
  await expect(writing).rejects.toThrow('no event log');
});

it('[WR6] an access change without an event is logged for feeds and delivered to nobody', async () => {
  const { realm_id } = await test.addRealm('wr6.example');
  await test.writer.write(realm_id, async (context) => context.invalidateAccess([7 as UserId]));
  const rows = await test.store.db.all<{ audience: string; invalidated_user_ids: string }>(
    sql`select audience, invalidated_user_ids from events where realm_id = ${realm_id}`,
  );
  expect(rows).toEqual([{ audience: '{}', invalidated_user_ids: '[7]' }]);
});

it('[WR7] closing finishes pending writes and accepts no more', async () => {
  const { realm_id } = await test.addRealm('wr7.example');
  const other = await test.openAgain();
  const writes = Array.from({ length: 150 }, (_, n) =>
    other.writer.write(realm_id, async (context) => emitNoted(context, n)),
  );
  const closing = other.close();
  await expect(other.writer.write(realm_id, async () => {})).rejects.toThrow('closing');
  await Promise.all(writes);
  await closing;
  expect(await readLog(realm_id)).toHaveLength(150);
});

it('[WR8] a large write is one commit, however many events it has', async () => {
  const { realm_id } = await test.addRealm('wr8.example');
  await test.writer.write(realm_id, async (context) => {
    for (let n = 0; n < 500; n++) {
      if (n % 2) emitNoted(context, n);
      else context.emit(heartbeatEvent, {}, { everyone: true });
    }
  });
  expect(await readLog(realm_id)).toHaveLength(500);
});

it('[WR10] deferred changes are made before anything can read them, and dropped if their write fails', async () => {
  const { realm_id } = await test.addRealm('wr10.example');
  const described = async ({ tx }: WriteContext) =>
    (await tx.get<{ description: string }>(sql`select description from realms where realm_id = ${realm_id}`))!
      .description;
  const describe = async (tx: Transaction, texts: readonly string[]) => {
    groups.push(texts);
    for (const text of texts)
      await tx.run(sql`update realms set description = description || ${text} where realm_id = ${realm_id}`);
  };
  const groups: (readonly string[])[] = [];
  const add = async (context: WriteContext, text: string): Promise<string> => {
    await context.defer(describe, text);
    return described(context);
  };
  const append = (text: string) => test.writer.write(realm_id, (context) => add(context, text), { appends: true });
  const failing = test.writer
    .write(
      realm_id,
      async (context) => {
        await add(context, 'x');
        throw new Error('no');
      },
      { appends: true },
    )
    .catch(({ message }) => message);
  const seen = await Promise.all([
    append('a'),
    failing,
    append('b'),
    test.writer.write(realm_id, described),
    append('c'),
    test.writer.write(realm_id, (context) => add(context, 'd')),
    append('e'),
  ]);
  expect(seen).toEqual(['', 'no', '', 'ab', 'ab', 'abcd', 'abcd']);
  expect(await descriptionOf(realm_id)).toBe('abcde');
  expect(groups).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
});

it('[WR12] a row that appending writes share is read once, and again after any other write', async () => {
  const { realm_id } = await test.addRealm('wr12.example');
  const row = sql`select description from realms where realm_id = ${realm_id}`;
  const read = ({ tx }: WriteContext) => getOnce<{ description: string }>(tx, row);
  const append = () => test.writer.write(realm_id, read, { appends: true });
  const change = (text: string) =>
    test.writer.write(realm_id, ({ tx }) =>
      tx.run(sql`update realms set description = ${text} where realm_id = ${realm_id}`),
    );
  const [first, second, , third, , fourth] = await Promise.all([
    append(),
    append(),
    change('changed'),
    append(),
    change('again'),
    test.writer.write(realm_id, read),
  ]);
  expect(second).toBe(first!);
  expect(first).toEqual({ description: '' });
  expect(third).toEqual({ description: 'changed' });
  expect(fourth).toEqual({ description: 'again' });
  await change('later');
  expect(await append()).toEqual({ description: 'later' });
});

it('[WR14] what appending writes look up is looked up before the first of them, and may fail', async () => {
  const { realm_id } = await test.addRealm('wr14.example');
  const row = sql`select description from realms where realm_id = ${realm_id}`;
  const steps: string[] = [];
  const append = (n: number, statement: typeof row) => {
    const write = ({ tx }: WriteContext) => {
      steps.push(`write ${n}`);
      return getOnce<{ description: string }>(tx, row);
    };
    const lookUp = (db: Connection) => {
      steps.push(`look up ${n}`);
      return getOnce(db, statement);
    };
    return test.writer.write(realm_id, write, { appends: true, lookUp });
  };
  const failing = sql`select no_such_column from realms where realm_id = ${realm_id}`;
  const [first, , third] = await Promise.all([append(1, row), append(2, failing), append(3, row)]);
  expect(first).toEqual({ description: '' });
  expect(third).toBe(first!);
  // The embedded database answers at once: there is nothing to wait for.
  const ahead = test.store.engine === 'postgres' ? ['look up 1', 'look up 2', 'look up 3'] : [];
  expect(steps).toEqual([...ahead, 'write 1', 'write 2', 'write 3']);
  steps.length = 0;
  expect(await append(4, row)).toEqual(first);
  expect(steps).toEqual([...ahead.slice(0, 1).map(() => 'look up 4'), 'write 4']);
});

it('[WR14] what a subscriber of a hook asks for in each of its runs is looked up once, before the first write', async () => {
  const { realm_id } = await test.addRealm('wr14-hooks.example');
  const steps: string[] = [];
  const row = sql`select description from realms where realm_id = ${realm_id}`;
  const stored = hook<object>('stored');
  const lookUp = (db: Connection) => {
    steps.push('look up');
    return getOnce(db, row);
  };
  const handler = async ({ tx }: WriteContext) => void steps.push(`handle ${JSON.stringify(await lookUp(tx))}`);
  const subscriptions = [on(stored, handler, lookUp), on(hook<object>('other'), handler, lookUp)];
  const writer = new Writer(test.store, new TestClock(), new Caps(), new Hooks(subscriptions));
  const append = () =>
    writer.write(realm_id, (context) => context.trigger(stored, {}), { appends: true, lookUp: async () => {} });
  await Promise.all([append(), append()]);
  const handled = ['look up', 'handle {"description":""}'];
  expect(steps).toEqual([...(test.store.engine === 'postgres' ? ['look up'] : []), ...handled, ...handled]);
  await writer.close();
});

it('[WR14] rows of one kind share a statement, and a row that a write changed is read again', async () => {
  const { realm_id } = await test.addRealm('wr14-keys.example');
  const asked: number[] = [];
  const descriptions: Lookup<number, string> = {
    nameOf: (n) => n,
    async findOne(db, n) {
      asked.push(1);
      const row = await db.get<{ description: string }>(
        sql`select description from realms where realm_id = ${realm_id}`,
      );
      return `${row!.description} ${n}`;
    },
    async findAll(db, keys) {
      const first = await this.findOne(db, 0);
      asked.splice(-1, 1, keys.length);
      return keys.map((n) => first.replace(/0$/, String(n)));
    },
  };
  const append = (n: number) =>
    test.writer.write(
      realm_id,
      async ({ tx }) => {
        const found = await findOnce(tx, descriptions, n);
        if (n === 2) {
          await tx.run(sql`update realms set description = 'changed' where realm_id = ${realm_id}`);
          invalidateRows(tx, descriptions, (key) => key >= 3);
        }
        return found;
      },
      { appends: true, lookUp: (db) => findOnce(db, descriptions, n) },
    );
  expect(await Promise.all([1, 2, 3, 4].map(append))).toEqual([' 1', ' 2', 'changed 3', 'changed 4']);
  expect(asked).toEqual(test.store.engine === 'postgres' ? [4, 1, 1] : [1, 1, 1, 1]);
});

it('[WR15] a statement that fails unnoticed fails every write of the commit', async () => {
  const { realm_id } = await test.addRealm('wr15.example');
  const writes = [0, 1, 2, 3].map((n) =>
    test.writer.write(realm_id, async (context) => {
      if (n === 1) await context.tx.runAhead(sql`insert into realms (realm_id) values (${realm_id})`);
      await emitNoted(context, n);
      if (n === 3) await logPosition(context.tx, realm_id);
    }),
  );
  const outcomes = (await Promise.allSettled(writes)).map(({ status }) => status === 'fulfilled');
  const stored = (await readLog(realm_id)).map(({ n }) => n);
  expect([0, 1, 2, 3].filter((n) => outcomes[n])).toEqual(stored);
  expect(stored).toEqual(test.store.engine === 'postgres' ? [] : [0, 2, 3]);
  await test.writer.write(realm_id, async (context) => emitNoted(context, 4));
  expect((await readLog(realm_id)).map(({ n }) => n)).toEqual([...stored, 4]);
});
