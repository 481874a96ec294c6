import { expect, it } from 'bun:test';
import { leastOf, slopeOf } from './slope.ts';

it('finds the slope of a line, whatever one point is', () => {
  const rising = Array.from({ length: 9 }, (_, x) => [x, 10 + 0.5 * x] as const);
  expect(slopeOf(rising)).toEqual({ slope: 0.5, between: [0.5, 0.5] });
  expect(slopeOf(rising.map(([x, y]) => [x, x === 8 ? 100 : y] as const)).slope).toBe(0.5);
});

it('says between what the slope may lie when points scatter', () => {
  const { slope, between } = slopeOf([3, 1, 4, 1, 5, 2, 4, 1, 3].map((y, x) => [x, y] as const));
  expect(between[0]).toBeLessThan(0);
  expect(between[1]).toBeGreaterThan(0);
  expect(Math.abs(slope)).toBeLessThan(0.2);
});

it('takes the least of each part', () => {
  const points = [5, 3, 4, 9, 8, 2, 7].map((y, x) => [x, y] as const);
  expect(leastOf(points, 3)).toEqual([
    [1, 3],
    [2, 4],
    [5, 2],
  ]);
});
