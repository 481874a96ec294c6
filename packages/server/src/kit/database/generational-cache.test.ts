// The cache has an upper bound, and what is asked for stays longest.
import { expect, it } from 'bun:test';
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
