// Whose write is next: many writes of one person at once delay nobody else's.

import { afterAll, beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { openTestStore, type TestStore } from '@stoa/testkit/kit';
import type { LimitKey } from '../access/actor.ts';
import type { Writer } from './write.ts';

setDefaultTimeout(30_000);

const [ADA, BELA] = [1 as UserId, 2 as UserId];

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

/** Asks for these writes while another one is running, and returns the names in the order in which they ran. */
async function orderOf(
  writer: Writer,
  realm_id: number,
  asked: readonly (readonly [name: string, limit_key: LimitKey | null])[],
  work: (name: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const ran: string[] = [];
  const running = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const first = writer.write(realm_id as never, async () => {
    running.resolve();
    await release.promise;
  });
  await running.promise;
  const writes = asked.map(([name, limit_key]) =>
    writer.write(
      realm_id as never,
      async () => {
        ran.push(name);
        await work(name);
      },
      limit_key === null ? {} : { limit_key },
    ),
  );
  release.resolve();
  await Promise.all([first, ...writes]);
  return ran;
}

it('[WR800] callers take turns, each in the order of asking; writes of nobody wait for no other', async () => {
  const { realm_id } = await test.addRealm('wr800.example');
  const { writer } = await test.openAgain();
  const ran = await orderOf(writer, realm_id, [
    ['a1', ADA],
    ['a2', ADA],
    ['a3', ADA],
    ['job1', null],
    ['b1', BELA],
    ['job2', null],
    ['b2', BELA],
    ['address', '203.0.113.9'],
  ]);
  expect(ran).toEqual(['a1', 'job1', 'b1', 'job2', 'address', 'a2', 'b2', 'a3']);
});

it('[WR801] a commit begins no further write after a tenth of a second, and those left run next, in their order', async () => {
  const { realm_id } = await test.addRealm('wr801.example');
  const { writer } = await test.openAgain();
  const groups: number[] = [];
  writer.onGroup(({ writes }) => groups.push(writes));
  let late: Promise<unknown> | null = null;
  const names: string[] = [];
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => [name, ADA] as const);
  const ran = await orderOf(writer, realm_id, asked, async (name) => {
    names.push(name);
    late ??= writer.write(realm_id, async () => void names.push('b1'), { limit_key: BELA });
    await Bun.sleep(60);
  });
  await late;
  expect(ran).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  // The first one alone, then two at a time; who came meanwhile waits for no more than what had been taken before.
  expect(groups[1]).toBeLessThanOrEqual(2);
  expect(groups.reduce((sum, size) => sum + size)).toBe(7);
  expect(names.indexOf('b1')).toBeLessThan(names.indexOf('a5'));
});
