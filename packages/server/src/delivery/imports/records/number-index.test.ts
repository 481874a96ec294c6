// Numbers without an object for each.
import { expect, it } from 'bun:test';
import { NumberIndex, NumberSet } from './number-index.ts';

it('[IM44] an index finds where numbers came, in any order, the last time of each', () => {
  for (const numbers of [[], [7], [1, 5, 9, 4_000_000_000], [9, 1, 5, 2], [4, 4, 2, 4, 2]]) {
    const index = new NumberIndex(Uint32Array.from(numbers));
    for (const number of numbers)
      expect([numbers, number, index.indexOf(number)]).toEqual([numbers, number, numbers.lastIndexOf(number)]);
    for (const other of [0, 3, 6, 4_000_000_001]) expect([numbers, index.has(other)]).toEqual([numbers, false]);
  }
});

it('[IM44] a set of numbers is read sorted, each once, whatever was added', () => {
  const set = new NumberSet();
  expect([set.size, ...set]).toEqual([0]);
  for (let n = 0; n < 1000; n++) set.add((n * 7919) % 101);
  expect(set.size).toBe(101);
  expect([...set]).toEqual(Array.from({ length: 101 }, (_, n) => n));
  set.add(500);
  set.add(0);
  expect([set.size, [...set].at(-1)]).toEqual([102, 500]);
});
