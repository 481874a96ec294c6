// When the embedded word index is rewritten because of deleted messages.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import type { MessageId } from '@stoa/contract';
import { openTestStore, type TestStore } from '@stoa/testkit/kit';
import { sql } from '../../kit/database/sql.ts';
import { insertEntries, removeFromIndex } from './search.actions.ts';

const ENTRIES = 1500;
const PER_WRITE = 50;

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

/** The size of the index without its tombstones: it shrinks when a part is rewritten. */
async function bytes(): Promise<number> {
  const row = await test.store.db.get<{ bytes: number }>(
    sql`select sum(length(block)) as bytes from message_search_data where id >= 1 << 37 and id >> 37 < 65536`,
  );
  return row!.bytes;
}

async function remove(from: number, until: number): Promise<void> {
  for (let first = from; first < until; first += PER_WRITE) {
    const ids = Array.from({ length: PER_WRITE }, (_, n) => (first + n) as MessageId);
    await test.writer.write(null, ({ tx }) => removeFromIndex(tx, ids));
  }
}

it('[SE13] deleting messages rewrites a part of the index when half of its messages are deleted, not before', async () => {
  if (test.store.engine !== 'sqlite') return;
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({ id: (n + 1) as MessageId, words: `one two word${n}` }));
  await test.writer.write(null, async ({ tx }) => insertEntries(tx, entries));
  await test.writer.write(null, ({ tx }) =>
    tx.run(sql`insert into message_search (message_search) values ('optimize')`),
  );
  const whole = await bytes();
  await remove(1, ENTRIES * 0.4);
  expect(await bytes()).toBe(whole);
  await remove(ENTRIES * 0.4 + 1, ENTRIES * 0.7);
  expect(await bytes()).toBeLessThan(whole * 0.6);
});
