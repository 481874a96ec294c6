// When digests are due, decided from facts alone.
import { describe, expect, it } from 'bun:test';
import { dueIn, isDue, lastActiveAt } from './digests.rules.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
/** A Monday. */
const MONDAY = Date.UTC(2026, 2, 2);
const day = MONDAY / DAY_MS;
const monday = { weekday: 0, since: MONDAY - 20 * DAY_MS };
const dayIn = (timezone: string, at: number, schedule = monday) => dueIn(timezone, schedule, at)?.for_day ?? null;

describe('the time of digests', () => {
  it('[DG1] is the morning of the weekday in a zone', () => {
    expect([7, 8, 11, 12, 20].map((hour) => dayIn('', MONDAY + hour * HOUR_MS))).toEqual([null, day, day, null, null]);
    expect([0, 1, 2, 3].map((hour) => dayIn('Asia/Tokyo', MONDAY + hour * HOUR_MS))).toEqual([day, day, day, null]);
    expect(dayIn('Asia/Tokyo', MONDAY - HOUR_MS)).toBe(day);
    // Sunday evening in one zone, Monday morning in another.
    expect(dayIn('Pacific/Kiritimati', MONDAY - 5 * HOUR_MS)).toBe(day);
    expect(dayIn('America/New_York', MONDAY + 13 * HOUR_MS)).toBe(day);
    expect(dayIn('No/Zone', MONDAY + 9 * HOUR_MS)).toBe(day);
    for (const weekday of [0, 1, 2, 3, 4, 5, 6])
      expect(dayIn('', MONDAY + (7 + weekday) * DAY_MS + 9 * HOUR_MS, { ...monday, weekday })).toBe(day + 7 + weekday);
  });

  it('[DG1] follows summer time', () => {
    const sunday = { ...monday, weekday: 6 };
    // The night to 29 March 2026 has 23 hours in Berlin.
    const at = Date.UTC(2026, 2, 29);
    expect([5, 6, 9, 10].map((hour) => dayIn('Europe/Berlin', at + hour * HOUR_MS, sunday) !== null)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('[DG2] is a later morning of the week if nothing ran, with the same question', () => {
    const due = dueIn('', monday, MONDAY + 8 * HOUR_MS + 5000)!;
    expect(due.away_since).toBe(MONDAY + 8 * HOUR_MS - 5 * DAY_MS);
    for (let later = 1; later < 7; later++)
      expect(dueIn('', monday, MONDAY + later * DAY_MS + 11 * HOUR_MS)).toEqual(due);
    expect(dayIn('', MONDAY + 7 * DAY_MS + 9 * HOUR_MS)).toBe(day + 7);
  });

  it('[DG2] begins with the next morning that is not over', () => {
    const wanted = (hour: number) => ({ weekday: 0, since: MONDAY + hour * HOUR_MS });
    expect(dayIn('', MONDAY + 11.5 * HOUR_MS, wanted(11))).toBe(day);
    expect(dayIn('', MONDAY + DAY_MS + 9 * HOUR_MS, wanted(11))).toBe(day);
    expect(dayIn('', MONDAY + DAY_MS + 9 * HOUR_MS, wanted(12))).toBe(null);
    expect(dayIn('', MONDAY + 7 * DAY_MS + 9 * HOUR_MS, wanted(12))).toBe(day + 7);
    // What was wanted on Wednesday for Tuesdays does not begin on Thursday.
    const tuesdays = { weekday: 1, since: MONDAY + 2 * DAY_MS };
    expect(dayIn('', MONDAY + 3 * DAY_MS + 9 * HOUR_MS, tuesdays)).toBe(null);
  });

  it('[DG3] comes once in seven days, whatever day it is, and after a wrong clock', () => {
    expect([null, day - 7, day - 8].map((noted) => isDue(noted, day))).toEqual([true, true, true]);
    expect([day - 6, day - 1, day, day + 1, day + 28].map((noted) => isDue(noted, day))).toEqual(Array(5).fill(false));
    expect(isDue(day + 29, day)).toBe(true);
  });
});

it('[DG4] presence says when somebody was there, otherwise what they used', () => {
  const last = (changes: Partial<Parameters<typeof lastActiveAt>[0]>) =>
    lastActiveAt({
      shares_presence: true,
      active_timestamp: null,
      last_polled_at: null,
      used_at: null,
      date_joined: 1,
      ...changes,
    });
  expect(last({})).toBe(1000);
  expect(last({ active_timestamp: 5, last_polled_at: 9000, used_at: 8 })).toBe(5000);
  expect(last({ shares_presence: false, active_timestamp: 5, last_polled_at: 9000, used_at: 8 })).toBe(9000);
  expect(last({ used_at: 8, last_polled_at: 7000 })).toBe(8000);
  expect(last({ active_timestamp: 5, date_joined: 7 })).toBe(7000);
});
