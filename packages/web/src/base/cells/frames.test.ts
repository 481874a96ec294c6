// Many events are applied at once and drawn together.
import { afterEach, beforeEach, expect, it } from 'bun:test';
import { Cell, holdNotifications } from './cell.ts';
import { Frames } from './frames.ts';

let draw: (() => void)[] = [];
const own = globalThis.requestAnimationFrame;
beforeEach(() => {
  draw = [];
  globalThis.requestAnimationFrame = ((work: () => void) => draw.push(work)) as never;
});
afterEach(() => {
  globalThis.requestAnimationFrame = own;
});

it('[WB116] values are current at once, and subscribers are notified once per frame', async () => {
  const cell = new Cell(0);
  const seen: number[] = [];
  cell.subscribe(() => seen.push(cell.get()));
  const frames = new Frames();
  for (let value = 1; value <= 3; value += 1) await frames.take(() => cell.set(value));
  expect([cell.get(), seen]).toEqual([3, []]);
  for (const work of draw.splice(0)) work();
  expect(seen).toEqual([3]);
  cell.set(4);
  expect(seen).toEqual([3, 4]);
});

it('[WB116] work beyond the budget of a frame waits for the next one', async () => {
  const frames = new Frames();
  const busy = () => {
    const until = performance.now() + 7;
    while (performance.now() < until);
  };
  let is_done = false;
  const taken = frames.take(busy).then(() => {
    is_done = true;
  });
  await Promise.resolve();
  expect(is_done).toBe(false);
  for (const work of draw.splice(0)) work();
  await taken;
  expect(is_done).toBe(true);
});

it('[WB116] failing work does not prevent others from being notified', () => {
  const cell = new Cell(0);
  let notified = 0;
  cell.subscribe(() => {
    notified += 1;
  });
  const held = new Set<never>();
  expect(() =>
    holdNotifications(held, () => {
      cell.set(1);
      throw new Error('broken');
    }),
  ).toThrow('broken');
  expect(notified).toBe(0);
  cell.set(2);
  expect(notified).toBe(1);
});
