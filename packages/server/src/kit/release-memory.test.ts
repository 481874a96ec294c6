// When garbage is collected.
import { expect, it } from 'bun:test';
import { collectGarbageAbove, collectGarbageAfterCrowds } from './release-memory.ts';

it('[IM44] collects garbage above the bound, again when memory has grown, and looks once in a number of steps', () => {
  const memory = [100, 300, 250, 240, 260, 280, 150, 150, 190, 210, 100, 100];
  const looked_at: number[] = [];
  const collected_at: number[] = [];
  let done = 0;
  const step = collectGarbageAbove(
    { from: 200, to: 320, every: 1000 },
    () => {
      looked_at.push(done);
      return memory.shift()!;
    },
    () => collected_at.push(done),
  );
  for (done = 0; done <= 6500; done += 250) step(done);
  expect(looked_at).toEqual([1000, 2000, 2000, 2000, 3000, 4000, 4000, 4000, 5000, 6000, 6000, 6000]);
  // At 2000 the first collection leaves more than the bound; at 3000 it has little more than then, at 4000 it has grown.
  expect(collected_at).toEqual([2000, 2000, 4000, 6000]);
});

it('[HT43] collects garbage twice after a crowd came or left, and not while it does', () => {
  const collected: [number, string][] = [];
  let at = 0;
  const look = collectGarbageAfterCrowds((may_wait) => collected.push([at, may_wait ? 'waits' : 'beside requests']));
  //                  came                     some less        left
  const pending = [0, 400, 2000, 9000, 10_000, 10_000, 9900, 9700, 9600, 3000, 100, 0, 0, 0];
  for (const [index, count] of pending.entries()) {
    at = index;
    look(count);
  }
  expect(collected).toEqual([
    [5, 'beside requests'],
    [6, 'beside requests'],
    [11, 'waits'],
    [12, 'waits'],
  ]);
});
