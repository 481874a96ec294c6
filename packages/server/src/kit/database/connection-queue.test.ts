// Work waits for a connection and for its turn of the event loop.
import { expect, it } from 'bun:test';
import { countUse, nextTurn } from '../event-loop/turns.ts';
import { ConnectionQueue } from './connection-queue.ts';

/** As long as a whole turn may be. */
const TURN_MS = 6;

const step = () => Promise.resolve();

it('[DB30] waiting work runs without interruption by others', async () => {
  const queue = new ConnectionQueue([1, 2]);
  const steps: string[] = [];
  countUse(TURN_MS);
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      queue.use(async () => {
        for (let n = 0; n < 3; n++) {
          steps.push(name);
          await step();
        }
      }),
    ),
  );
  expect(steps.join('')).toBe('aaabbbccc');
});

it('[DB30] work that pauses lets the next work start on another connection', async () => {
  const queue = new ConnectionQueue([1, 2]);
  const ended: string[] = [];
  let resume = () => {};
  const paused = new Promise<void>((resolve) => {
    resume = resolve;
  });
  countUse(TURN_MS);
  const slow = queue.use(async () => {
    await paused;
    ended.push('slow');
  });
  await Promise.all(['a', 'b'].map((name) => queue.use(async () => void ended.push(name))));
  resume();
  await slow;
  expect(ended).toEqual(['a', 'b', 'slow']);
});

it('[DB17] work that never pauses still yields to others', async () => {
  const queue = new ConnectionQueue([1, 2]);
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  const work = () =>
    queue.use(async () => {
      const began = performance.now();
      while (performance.now() < began + 2);
      countUse(performance.now() - began);
    });
  await Promise.all(Array.from({ length: 50 }, work));
  clearInterval(others);
  // A tenth of a second of work in all.
  expect(turns).toBeGreaterThan(5);
});

it('[DB30] a connection whose work failed is reused', async () => {
  const queue = new ConnectionQueue([1]);
  const failing = queue.use(() => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  await nextTurn();
  expect(await queue.use(async (connection) => connection)).toBe(1);
});
