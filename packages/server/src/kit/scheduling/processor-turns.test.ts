// Work of many callers that shares the event loop.
import { expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { isTurnUsed, nextTurn } from '../event-loop/turns.ts';
import { counted, inTurn } from './processor-turns.ts';

const [ANN, BEN] = [1 as UserId, 2 as UserId];
const STEP_MS = 10;

function busy(): void {
  const until = performance.now() + STEP_MS;
  while (performance.now() < until);
}

it('[HT911] what does not fit into a turn waits for the next, and callers take turns', async () => {
  await nextTurn();
  const done: string[] = [];
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  const ask = (name: string, key: UserId) =>
    inTurn(key, () => {
      busy();
      done.push(name);
    });
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => ask(name, ANN)),
    ...['b1', 'b2'].map((name) => ask(name, BEN)),
  ]);
  clearInterval(count);
  expect(done.slice(0, 5).sort()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  expect(done.slice(5)).toEqual(['a4', 'a5', 'a6']);
  expect(turns).toBeGreaterThan(3);
});

it('[HT911] work that fails leaves its turn to the next', async () => {
  await nextTurn();
  const fail = () => {
    busy();
    throw new Error('broken');
  };
  const outcomes = await Promise.allSettled([inTurn(ANN, fail), inTurn(ANN, fail), inTurn(ANN, () => 'done')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

it('[HT911] work within a transaction is done at once, and counts', async () => {
  await nextTurn();
  counted(busy);
  expect([isTurnUsed('reads'), isTurnUsed('writes')]).toEqual([true, true]);
});
