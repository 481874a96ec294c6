import { expect, it } from 'bun:test';
import { slopeOf } from './slope.ts';

it('fits the line with the least squares', () => {
  const rising = [1, 2, 3, 4].map((x) => [x, 10 + 0.5 * x] as const);
  expect(slopeOf(rising)).toBeCloseTo(0.5);
  expect(
    slopeOf([
      [0, 0],
      [1, 3],
      [2, 0],
    ]),
  ).toBe(0);
});
