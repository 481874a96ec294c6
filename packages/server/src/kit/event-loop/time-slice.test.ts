// Long work yields to the event loop.
import { expect, it } from 'bun:test';
import { TimeSlice } from './time-slice.ts';

const STEP_MS = 10;

it('[EV23] other work runs during long work', async () => {
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
