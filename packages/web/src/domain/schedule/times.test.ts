// Suggested times for scheduling.
import { describe, expect, it } from 'bun:test';
import { fieldValue, readField, timeChoices } from './times.ts';

const labels = (now: Date) => timeChoices(now).map(({ label }) => label);

describe('[WB76] times to choose from', () => {
  it('follow the time of day and the day of the week', () => {
    // A Wednesday morning, the same evening, and a Sunday.
    expect(labels(new Date(2026, 10, 18, 8, 0))).toEqual([
      'time_hour',
      'time_afternoon',
      'time_evening',
      'time_tomorrow',
      'time_tomorrow_afternoon',
      'time_monday',
    ]);
    expect(labels(new Date(2026, 10, 18, 17, 45))).toEqual([
      'time_hour',
      'time_tomorrow',
      'time_tomorrow_afternoon',
      'time_monday',
    ]);
    expect(labels(new Date(2026, 10, 22, 12, 0))).not.toContain('time_monday');
  });

  it('are in order and in the future, at any hour of any day', () => {
    for (let hour = 0; hour < 24 * 8; hour++) {
      const now = new Date(2026, 2, 26, hour, 17);
      const times = timeChoices(now).map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times[0]).toBeGreaterThan(now.getTime());
    }
  });

  it('are at nine, even across a change of daylight saving time', () => {
    const tomorrow = timeChoices(new Date(2026, 2, 28, 20)).find(({ label }) => label === 'time_tomorrow')!;
    expect([tomorrow.at.getHours(), tomorrow.at.getDate()]).toEqual([9, 29]);
    const monday = timeChoices(new Date(2026, 10, 18, 8)).find(({ label }) => label === 'time_monday')!;
    expect([monday.at.getDay(), monday.at.getDate()]).toEqual([1, 23]);
    const next = timeChoices(new Date(2026, 10, 23, 8)).find(({ label }) => label === 'time_monday')!;
    expect(next.at.getDate()).toBe(30);
  });

  it('round-trip through a field; past times are rejected', () => {
    const now = new Date(2026, 10, 18, 8, 0);
    const later = new Date(2026, 10, 18, 8, 5);
    expect(readField(fieldValue(later), now)).toBe(later.getTime() / 1000);
    expect(readField(fieldValue(now), now)).toBeNull();
    expect(readField('', now)).toBeNull();
    expect(readField('soon', now)).toBeNull();
  });
});
