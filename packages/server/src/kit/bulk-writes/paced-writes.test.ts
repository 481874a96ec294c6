// Series of short writes that leave time to others.
import { describe, expect, it } from 'bun:test';
import { PacedWrites } from './paced-writes.ts';

/** A series whose writes take these times; what it paused for. */
function seriesOf(durations: readonly number[]) {
  let now = 0;
  let written = 0;
  const pauses: number[] = [];
  const paced = new PacedWrites({ steady: () => now }, async (ms) => {
    pauses.push(ms);
    now += ms;
  });
  const write = async () => {
    const duration = durations[written];
    if (duration === undefined) return false;
    written++;
    now += duration;
    return true;
  };
  return { paced, pauses, write, written: () => written };
}

describe('paced writes', () => {
  it('[PD14] pause after each write for as long as it took, at most 250 ms', async () => {
    const { paced, pauses, write } = seriesOf([5, 20, 0, 9000]);
    expect(await paced.repeat(write)).toBe(true);
    expect(pauses).toEqual([5, 20, 0, 250]);
  });

  it('[PD14] end after a given time, to be continued', async () => {
    const { paced, write, written } = seriesOf([10, 10, 10, 10]);
    expect(await paced.repeat(write, 25)).toBe(false);
    expect(written()).toBe(2);
    expect(await paced.repeat(write, 25)).toBe(false);
    expect(await paced.repeat(write, 25)).toBe(true);
  });

  it('[PD14] end after the current write when they are stopped', async () => {
    const { paced, write, written } = seriesOf([10, 10, 10]);
    const stopping = async () => {
      paced.stop();
      return write();
    };
    expect(await paced.repeat(stopping)).toBe(false);
    expect(await paced.repeat(write)).toBe(false);
    expect(written()).toBe(1);
  });

  it('[PD14] do not wait out a pause when they are stopped', async () => {
    let now = 0;
    const paced = new PacedWrites({ steady: () => now });
    const running = paced.repeat(async () => {
      now += 60_000;
      queueMicrotask(() => paced.stop());
      return true;
    });
    expect(await running).toBe(false);
  });
});
