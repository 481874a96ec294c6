// Counting, with a clock that stands still.
import { describe, expect, it } from 'bun:test';
import { ApiError } from '@stoa/contract';
import { FailureLimit, type LimitStatus, RequestLimit } from './rate-limits.ts';

const T = 1_790_000_040_000; // a whole minute
const stopped = (now = T) => {
  const clock = { at: now, now: () => clock.at };
  return clock;
};
const MINUTE = 60_000;

function refusal(act: () => unknown): ApiError & { limit_status: LimitStatus; retry_after: number } {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error as never;
    throw error;
  }
  throw new Error('not refused');
}
const waitOf = (error: ApiError) => error.fields['retry-after'] as number;
const times = (n: number, act: () => unknown) => Array.from({ length: n }, act);

describe('requests', () => {
  it('[RL1] accepts requests up to the limit and refuses the next, without affecting other keys', () => {
    const limit = new RequestLimit({ requests: 200, period_ms: MINUTE }, stopped(T + 7));
    const standings = times(200, () => limit.take(1)) as LimitStatus[];
    expect(standings.map(({ remaining }) => remaining)).toEqual(Array.from({ length: 200 }, (_, n) => 199 - n));
    for (const { limit, reset } of standings) expect([limit, reset]).toEqual([200, (T + MINUTE) / 1000]);
    expect(refusal(() => limit.take(1))).toMatchObject({
      code: 'RATE_LIMIT_HIT',
      status: 429,
      limit_status: { remaining: 0 },
    });
    expect(limit.take(2).remaining).toBe(199);
  });

  it('[RL1] requests of the previous period count as far as they are within one period from now', () => {
    const clock = stopped(T + 30_000);
    const limit = new RequestLimit({ requests: 10, period_ms: MINUTE }, clock);
    times(10, () => limit.take(1));
    clock.at = T + MINUTE; // the new period has just begun
    refusal(() => limit.take(1));
    clock.at = T + MINUTE + 30_000;
    expect(times(5, () => limit.take(1)).length).toBe(5);
    refusal(() => limit.take(1));
    clock.at = T + 3 * MINUTE;
    expect(limit.take(1).remaining).toBe(9);
  });

  it('[RL2] accepts the next request after the announced wait, and no millisecond before', () => {
    for (const requests of [1, 2, 5, 200])
      for (const offset of [0, 1, 29_999, 59_999]) {
        const clock = stopped(T + offset);
        const limit = new RequestLimit({ requests, period_ms: MINUTE }, clock);
        times(requests, () => limit.take('a'));
        for (let round = 0; round < 5; round++) {
          const refused = refusal(() => limit.take('a'));
          expect(refused.retry_after).toBe(Math.ceil(waitOf(refused)));
          const now = clock.at;
          clock.at = now + Math.round(waitOf(refused) * 1000) - 2;
          refusal(() => limit.take('a'));
          clock.at = now + Math.round(waitOf(refused) * 1000);
          limit.take('a');
          times(requests, () => {
            try {
              limit.take('a');
            } catch {}
          });
        }
      }
  });

  it('[RL1] a refused request does not count, and a clock set back starts over', () => {
    const clock = stopped();
    const limit = new RequestLimit({ requests: 2, period_ms: MINUTE }, clock);
    times(2, () => limit.take(1));
    const wait = waitOf(refusal(() => limit.take(1)));
    times(500, () => refusal(() => limit.take(1)));
    expect(waitOf(refusal(() => limit.take(1)))).toBe(wait);
    clock.at = T - 5 * MINUTE;
    expect(limit.take(1).remaining).toBe(1);
  });

  it('[RL7] memory is bounded', () => {
    const clock = stopped();
    const limit = new RequestLimit({ requests: 2, period_ms: MINUTE }, clock, 3);
    for (let key = 0; key < 10; key++) limit.take(key);
    const { before, current } = limit as unknown as Record<'before' | 'current', Map<number, number>>;
    expect([...before.keys(), ...current.keys()]).toEqual([6, 7, 8, 9]);
    limit.take(8);
    refusal(() => limit.take(8));
  });
});

describe('failures', () => {
  const open = (clock: { now(): number }, most?: number) =>
    new FailureLimit({ requests: 5, period_ms: 30 * MINUTE }, clock, 'failed attempts', most);

  it('[RL4] are counted to the millisecond, for each name', () => {
    const clock = stopped();
    const limit = open(clock);
    for (let n = 0; n < 5; n++) {
      limit.take('ada');
      clock.at += 1000;
    }
    expect(waitOf(refusal(() => limit.take('ada')))).toBe(30 * 60 - 5);
    limit.take('bela');
    clock.at = T + 30 * MINUTE - 1;
    expect(waitOf(refusal(() => limit.take('ada')))).toBe(0.001);
    clock.at = T + 30 * MINUTE;
    limit.take('ada');
    refusal(() => limit.take('ada'));
  });

  it('[RL4] of other nodes count as own ones, the latest of them', () => {
    for (const requests of [1, 2]) {
      const clock = stopped();
      const limits = [0, 1].map(() => new FailureLimit({ requests, period_ms: 30 * MINUTE }, clock, 'failed attempts'));
      let key = '';
      limits[0]!.onChange = (changed) => {
        key = changed;
      };
      limits[0]!.take('ada');
      for (let n = 0; n < 5; n++) {
        limits[1]!.addForeign(key, 'failed');
        clock.at += 1000;
      }
      expect([requests, waitOf(refusal(() => limits[1]!.take('ada')))]).toEqual([requests, 30 * 60 - requests]);
    }
  });

  it('[RL4] are cleared by a success', () => {
    const limit = open(stopped());
    times(4, () => limit.take('ada'));
    limit.clear('ada');
    times(5, () => limit.take('ada'));
    refusal(() => limit.take('ada'));
  });

  it('[RL7] are dropped when they are old, and when there are too many', () => {
    const clock = stopped();
    const limit = open(clock, 100);
    const { failures } = limit as unknown as { failures: Map<string, number[]> };
    for (let n = 0; n < 1000; n++) limit.take(`somebody ${'x'.repeat(n)}`);
    expect(failures.size).toBe(100);
    clock.at += 30 * MINUTE;
    limit.take('ada');
    expect(failures.size).toBe(1);
  });
});
