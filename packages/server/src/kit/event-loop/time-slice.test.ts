// Long work yields to the event loop.
import { expect, it } from 'bun:test';
import { isTurnUsed, nextTurn, TimeSlice } from './time-slice.ts';

const STEP_MS = 10;

it('[EV23] others run in the middle of long work', async () => {
  const time_slice = new TimeSlice();
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  for (let step = 0; step < 20; step++) {
    const until = performance.now() + STEP_MS;
    while (performance.now() < until);
    await time_slice.yieldIfUsed();
  }
  clearInterval(others);
  expect(turns).toBeGreaterThan(3);
});

it('[DB17] yields to the event loop however many share the work', async () => {
  const work = async () => {
    for (let step = 0; step < 100; step++) {
      if (isTurnUsed()) await nextTurn();
      else await null;
      const until = performance.now() + 0.5;
      while (performance.now() < until);
    }
  };
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  await Promise.all(Array.from({ length: 10 }, work));
  clearInterval(count);
  // Half a second of work in all: without yielding there would be one turn, at the end.
  expect(turns).toBeGreaterThan(20);
});
