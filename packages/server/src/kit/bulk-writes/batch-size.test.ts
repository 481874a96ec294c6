// The size of transactions of long work.
import { describe, expect, it } from 'bun:test';
import { BatchSize } from './batch-size.ts';

/** The sizes of successive transactions on a machine that takes this long for a message. */
function sizesAt(ms_per_message: (turn: number) => number, turns: number): number[] {
  const size = new BatchSize();
  return Array.from({ length: turns }, (_, turn) => {
    const { records } = size;
    size.note(records, records * ms_per_message(turn));
    return records;
  });
}

describe('transactions of an import', () => {
  it('[IM43] hold the lock for at most 50 ms once their speed is known', () => {
    for (const speed of [0.2, 0.5, 1, 4]) {
      const sizes = sizesAt(() => speed, 20).slice(1);
      for (const size of sizes) expect(size * speed).toBeLessThanOrEqual(50);
      expect(sizes.at(-1)).toBe(Math.floor(50 / speed));
    }
  });

  it('[IM43] shrink at once when the machine is busy, and grow again', () => {
    const sizes = sizesAt((turn) => (turn === 5 ? 1 : 0.2), 10);
    expect(sizes).toEqual([100, 200, 250, 250, 250, 250, 50, 100, 200, 250]);
  });

  it('[IM43] have between 10 and 500 messages', () => {
    expect(sizesAt(() => 0.001, 9).at(-1)).toBe(500);
    expect(sizesAt(() => 1000, 9).at(-1)).toBe(10);
  });
});
