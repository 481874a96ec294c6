// Reads of one caller that wait for each other.
import { expect, it } from 'bun:test';
import { ConcurrentReads } from './concurrent-reads.ts';

it('[HT892] each read that waited begins in a turn of its own', async () => {
  const reads = new ConcurrentReads();
  const request = new Request('http://x/');
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
  });
  const turns: number[] = [];
  const read = async () => {
    turns.push(turn);
    const until = performance.now() + 5;
    while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: 22 }, () => reads.during('192.0.2.1', request, read)));
  clearInterval(timer);
  expect(turns).toHaveLength(22);
  // The first two begin at once.
  expect(new Set(turns).size).toBeGreaterThan(8);
});
