// When long work collects garbage.
import { expect, it } from 'bun:test';
import { collectGarbageAbove } from './release-memory.ts';

it('[IM44] collects garbage above the bound, again when memory has grown, and looks only every so many steps', () => {
  const memory = [100, 300, 250, 270, 280, 150, 190, 210, 100];
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
  for (done = 0; done <= 6500; done += 250) step(done);
  expect(looked_at).toEqual([1000, 2000, 2000, 3000, 4000, 4000, 5000, 6000, 6000]);
  // At 3000 it has what it had after the collection; at 4000 a tenth more.
  expect(collected_at).toEqual([2000, 4000, 6000]);
});
