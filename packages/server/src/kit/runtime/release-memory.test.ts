// When garbage is collected.
import { describe, expect, it } from 'bun:test';
import {
  collectGarbageAbove,
  collectGarbageAtRest,
  type ProcessState,
  residentBytes,
  youngGarbageCollector,
} from './release-memory.ts';

it('[IM44] collects garbage above the bound, again when memory has grown, and looks once in a number of steps', () => {
  const memory = [100, 300, 250, 240, 260, 280, 150, 150, 190, 210, 100, 100];
  const looked_at: number[] = [];
  const collected_at: number[] = [];
  let done = 0;
  const step = collectGarbageAbove(
    { from: 200, to: 320, every: 1000 },
    () => {
      looked_at.push(done);
      return memory.shift()!;
    },
    () => collected_at.push(done),
  );
  for (done = 0; done <= 6500; done += 250) step(done);
  expect(looked_at).toEqual([1000, 2000, 2000, 2000, 3000, 4000, 4000, 4000, 5000, 6000, 6000, 6000]);
  // At 2000 the first collection leaves more than the bound; at 3000 it has little more than then, at 4000 it has grown.
  expect(collected_at).toEqual([2000, 2000, 4000, 6000]);
});

it('[IM900] says what a collection left, and collects less often the more that is', () => {
  let memory = 100;
  let collections = 0;
  const step = collectGarbageAbove(
    { from: 200, to: 300, every: 1 },
    () => memory,
    () => collections++,
  );
  const left: (number | null)[] = [];
  for (let done = 1; memory < 3000; done++, memory += 10) left.push(step(done));
  expect([left[0], left[11]]).toEqual([null, 210]);
  // Two a time: geometric growth of 10 % from 300 to 3000 has 25.
  expect(collections).toBeLessThan(2 * 35);
});

it('[EV36] collects young garbage after every 100 more that stay, also after some have left', () => {
  const collected_at: number[] = [];
  let present = 0;
  const note = youngGarbageCollector(100, () => collected_at.push(present));
  for (present = 1; present <= 250; present++) note(present);
  for (const size of [180, 260, 279, 280, 281]) {
    present = size;
    note(present);
  }
  expect(collected_at).toEqual([100, 200, 280]);
});

describe('at rest', () => {
  const MB = 1e6;
  const resting = { cores: 0.01 };

  /** The looks at which garbage was collected. */
  function collectedAt(states: readonly (Omit<ProcessState, 'cores'> & { cores?: number })[]): number[] {
    const collected: number[] = [];
    let at = 0;
    const look = collectGarbageAtRest(() => collected.push(at));
    for (const [index, state] of states.entries()) {
      at = index;
      look({ ...resting, ...state });
    }
    return collected;
  }

  it('[HT43] collects garbage twice after a crowd came or left, and not while it does', () => {
    //                  came                     some less        left
    const pending = [0, 400, 2000, 9000, 10_000, 10_000, 9900, 9700, 9600, 3000, 100, 0, 0, 0];
    expect(collectedAt(pending.map((count) => ({ pending: count, resident: 100 * MB })))).toEqual([5, 6, 11, 12]);
  });

  it('[HT43] collects garbage twice after memory has grown, and again only after it has grown further', () => {
    const megabytes = [100, 110, 190, 150, 140, 140, 160, 173, 170, 170, 170];
    expect(collectedAt(megabytes.map((mb) => ({ pending: 0, resident: mb * MB })))).toEqual([2, 3, 7, 8]);
  });

  it('[HT43] collects garbage twice some minutes after the last time if memory has crept up', () => {
    const megabytes = [100, ...Array(200).fill(109), ...Array(200).fill(116), ...Array(200).fill(118)];
    const states = megabytes.map((mb) => ({ pending: 0, resident: mb * MB }));
    // 100 to 109; then 109 to 116 is too little, and 109 to 118 is enough.
    expect(collectedAt(states)).toEqual([149, 150, 401, 402]);
  });

  it('[HT43] waits until the process rests', () => {
    const cores = [0.01, 0.9, 0.8, 0.16, 0.1, 0.1, 0.1];
    const states = cores.map((share, at) => ({ pending: 0, resident: (at === 0 ? 100 : 200) * MB, cores: share }));
    expect(collectedAt(states)).toEqual([4, 5]);
  });
});

it('[HT824] memory that the system does not tell is no failure: without a free descriptor nothing can be read', () => {
  expect(residentBytes()).toBeGreaterThan(1e6);
  // A folder exists and can't be read as a file.
  expect(residentBytes('/')).toBeNull();
});
