import { describe, expect, it } from 'bun:test';
import { RealmChanges } from '@stoa/contract';
import { readAmount } from '../../base/ui/amount.ts';
import { LIMITS_OFFERED, splitDuration, UNITS } from './durations.ts';

describe('time limits', () => {
  it('[WB41] are shown in the unit that fits', () => {
    expect(splitDuration(60)).toEqual({ amount: 1, unit: 60 });
    expect(splitDuration(5400)).toEqual({ amount: 90, unit: 60 });
    expect(splitDuration(7200)).toEqual({ amount: 2, unit: 3600 });
    expect(splitDuration(604_800)).toEqual({ amount: 7, unit: 86_400 });
    // Another client's: never shown as longer ago than it is.
    expect(splitDuration(90)).toEqual({ amount: 2, unit: 60 });
  });

  it('[WB41] are whole numbers above zero', () => {
    expect(['1', ' 15 ', '999999'].map(readAmount)).toEqual([1, 15, 999_999]);
    expect(['', '0', '-1', '1.5', '1e3', 'ten', '1000000', '٣'].map(readAmount)).toEqual(Array(8).fill(null));
  });

  it('[WB41] offer only values that the server accepts', () => {
    const taken = RealmChanges.shape.message_content_edit_limit_seconds;
    for (const seconds of LIMITS_OFFERED) expect(taken.safeParse(seconds).success).toBe(true);
    for (const [, unit] of UNITS) expect(taken.safeParse(unit).success).toBe(true);
  });
});
