// When long work collects garbage.
import { expect, it } from 'bun:test';
import { collectGarbageAbove } from './release-memory.ts';

it('[IM44] collects garbage while memory is above the bound, and looks only every so many steps', () => {
  const memory = [100, 300, 250, 100];
  const looked_at: number[] = [];
  const collected_at: number[] = [];
  let done = 0;
  const step = collectGarbageAbove(
    200,
    1000,
    () => {
      looked_at.push(done);
      return memory.shift()!;
    },
    () => collected_at.push(done),
  );
  for (done = 0; done <= 4500; done += 250) step(done);
  expect(looked_at).toEqual([1000, 2000, 3000, 4000]);
  expect(collected_at).toEqual([2000, 3000]);
});
