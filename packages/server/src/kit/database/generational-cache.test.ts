// The cache has an upper bound, and what is asked for stays longest.
import { expect, it } from 'bun:test';
import { SeededRandom } from '@stoa/testkit/kit';
import { GenerationalCache } from './generational-cache.ts';

it('[EV22] holds two generations and drops entries not requested during one', () => {
  const kept = new GenerationalCache<number, string>(1000);
  for (let key = 1; key <= 500; key++) {
    kept.set(key, `value ${key}`, 100);
    expect(kept.get(1)).toBe('value 1');
  }
  const still = Array.from({ length: 500 }, (_, n) => kept.get(n + 1)).filter((value) => value !== undefined);
  expect(still.length).toBeLessThanOrEqual(22);
  expect(kept.get(2)).toBeUndefined();
  expect(kept.get(500)).toBe('value 500');
});

it('[EV22] a value set again replaces the former one', () => {
  const kept = new GenerationalCache<string, number>(1000);
  kept.set('other', 0, 100);
  for (let n = 1; n <= 1000; n++) kept.set('one', n, 100);
  expect(kept.get('one')).toBe(1000);
  expect(kept.get('other')).toBe(0);
});

it('[DB41] reports each value that leaves, once', () => {
  const left: number[] = [];
  const kept = new GenerationalCache<number, number>(10, (value) => left.push(value));
  for (let key = 1; key <= 100; key++) {
    kept.set(key, key, 1);
    kept.get(1);
  }
  expect(left).not.toContain(1);
  kept.clear();
  expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
});

it('[DB41] never drops the value that it returns', () => {
  const left = new Set<number>();
  const kept = new GenerationalCache<number, number>(7, (value) => left.add(value));
  const random = new SeededRandom(1);
  for (let n = 0; n < 10_000; n++) {
    const key = random.below(20);
    const value = kept.get(key);
    if (value === undefined) kept.set(key, n, 1 + random.below(3));
    else expect(left.has(value)).toBe(false);
  }
  expect(left.size).toBeGreaterThan(1000);
});
