// Statements share turns of the event loop.
import { expect, it } from 'bun:test';
import { countUse, isTurnUsed, nextTurn } from './turns.ts';

const TURN_MS = 6;

it('[DB17] yields to the event loop however many callers share the work', async () => {
  const work = async () => {
    for (let step = 0; step < 100; step++) {
      if (isTurnUsed()) await nextTurn();
      else await null;
      const began = performance.now();
      while (performance.now() < began + 0.5);
      countUse(performance.now() - began);
    }
  };
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  await Promise.all(Array.from({ length: 10 }, work));
  clearInterval(count);
  // Half a second of work in all: without yielding there would be one turn, at the end.
  expect(turns).toBeGreaterThan(20);
});

it('[DB39] a turn that reads have used up still has time for writes', async () => {
  await nextTurn();
  countUse(TURN_MS);
  expect([isTurnUsed('reads'), isTurnUsed('writes')]).toEqual([true, false]);
  const turn = nextTurn('reads');
  expect(isTurnUsed('writes')).toBe(false);
  countUse(TURN_MS, 'writes');
  expect(isTurnUsed('writes')).toBe(true);
  await turn;
  expect([isTurnUsed('reads'), isTurnUsed('writes')]).toEqual([false, false]);
});
