// Hooks: what higher tiers do in the transaction of a lower one.

import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { openTestStore, TestClock, type TestStore } from '@stoa/testkit/kit';
import { sql } from '../database/sql.ts';
import { Caps } from '../limits/caps.ts';
import { hook } from './hook.ts';
import { announceAndMake, Hooks, on, type Upcoming } from './hooks.ts';
import { Writer } from './write.ts';

const renamed = hook<{ realm_id: number; name: string }>('renamed');
const renaming = hook<{ realm_id: number } & Upcoming>('renaming');
const unheard = hook<{ n: number }>('unheard');

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

const descriptionOf = async (realm_id: number) =>
  (await test.store.db.get<{ description: string }>(sql`select description from realms where realm_id = ${realm_id}`))!
    .description;

function writerWith(...subscriptions: ConstructorParameters<typeof Hooks>[0][]): Writer {
  return new Writer(test.store, new TestClock(), new Caps(), new Hooks(subscriptions.flat() as never));
}

describe('[WR11] subscribers of a hook', () => {
  it('run in the order of the list, in the triggering transaction', async () => {
    const { realm_id } = await test.addRealm('hooks-order.example');
    const calls: string[] = [];
    const writer = writerWith([
      on(renamed, async ({ tx }, { realm_id, name }) => {
        calls.push('first');
        await tx.run(sql`update realms set description = ${name} where realm_id = ${realm_id}`);
      }),
      on(renamed, async () => void calls.push('second')),
    ]);
    await writer.write(realm_id, async ({ trigger }) => {
      await trigger(unheard, { n: 1 });
      await trigger(renamed, { realm_id, name: 'new' });
      calls.push('after');
    });
    expect(calls).toEqual(['first', 'second', 'after']);
    expect(await descriptionOf(realm_id)).toBe('new');
  });

  it('see the state before and after an announced change', async () => {
    const { realm_id } = await test.addRealm('hooks-around.example');
    const seen: string[] = [];
    const writer = writerWith([
      on(renaming, async (_, { realm_id, afterwards }) => {
        seen.push(await descriptionOf(realm_id));
        afterwards(async () => void seen.push('compared'));
      }),
    ]);
    await writer.write(realm_id, async (context) => {
      await announceAndMake(context, renaming, { realm_id }, async () => void seen.push('changed'));
      seen.push('done');
    });
    expect(seen).toEqual(['', 'changed', 'compared', 'done']);
  });

  it('roll the whole write back when they fail', async () => {
    const { realm_id } = await test.addRealm('hooks-fail.example');
    const writer = writerWith([
      on(renamed, async () => {
        throw new Error('refused');
      }),
    ]);
    const written = writer.write(realm_id, async ({ tx, trigger }) => {
      await tx.run(sql`update realms set description = ${'kept'} where realm_id = ${realm_id}`);
      await trigger(renamed, { realm_id, name: 'new' });
    });
    await expect(written).rejects.toThrow('refused');
    expect(await descriptionOf(realm_id)).toBe('');
  });
});
