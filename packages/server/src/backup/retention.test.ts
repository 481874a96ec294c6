// Which backups are kept, by made-up dates.
import { describe, expect, it } from 'bun:test';
import { keptBackups, parseRetention } from './retention.rules.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const kept = (texts: readonly string[], rule: string) =>
  [
    ...keptBackups(
      texts.map((text) => ({ time: at(text), text })),
      parseRetention(rule),
    ),
  ]
    .map(({ text }) => text)
    .sort();

/** Every six hours from the first day of the year. */
function sixHourly(days: number): string[] {
  const first = at('2026-01-01T00:00');
  return Array.from({ length: days * 4 }, (_, n) => new Date(first + n * 6 * 3_600_000).toISOString().slice(0, 16));
}

describe('[BU7] --keep', () => {
  it('keeps the newest of each day, week and month', () => {
    // 2026-03-31 is a Tuesday.
    expect(kept(sixHourly(90), '3d,3w,3m')).toEqual(
      [
        '2026-01-31T18:00',
        '2026-02-28T18:00',
        '2026-03-22T18:00',
        '2026-03-29T18:00',
        '2026-03-30T18:00',
        '2026-03-31T18:00',
      ].filter((text) => text <= '2026-03-31T18:00'),
    );
  });

  it('starts a week on Monday and a day at midnight, in UTC', () => {
    const texts = ['2026-03-29T23:59', '2026-03-30T00:00', '2026-03-30T23:59', '2026-03-31T00:01'];
    expect(kept(texts, '1w')).toEqual(['2026-03-31T00:01']);
    expect(kept(texts, '2w')).toEqual(['2026-03-29T23:59', '2026-03-31T00:01']);
    expect(kept(texts, '2d')).toEqual(['2026-03-30T23:59', '2026-03-31T00:01']);
  });

  it('does not count days without a backup', () => {
    const texts = ['2025-06-01T12:00', '2025-12-24T12:00', '2026-03-01T12:00', '2026-03-31T12:00'];
    expect(kept(texts, '3d')).toEqual(['2025-12-24T12:00', '2026-03-01T12:00', '2026-03-31T12:00']);
  });

  it('keeps one of several backups of one second, the newest', () => {
    const [first, second, third] = [1, 2, 3].map((n) => ({ time: at('2026-03-31T12:00'), n }));
    expect([...keptBackups([first!, second!, third!], parseRetention('1d,1w'))]).toEqual([third!]);
  });

  it('keeps at most the sum, never none, and the same backups if it runs every day', () => {
    for (let days = 1; days < 400; days++) {
      const times = sixHourly(days);
      const count = kept(times, '7d,4w,12m').length;
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(7 + 4 + 12);
    }
    let present: string[] = [];
    for (const time of sixHourly(400)) present = kept([...present, time], '7d,4w,12m');
    // Removing as one goes must not lose a month that a single look would have found.
    const months = new Set(present.map((time) => time.slice(0, 7)));
    expect(months.size).toBe(12);
    expect(kept([], '1d')).toEqual([]);
  });

  it('refuses anything but a number of days, weeks or months', () => {
    for (const text of ['', '7', 'd', '0d', '7y', '-1d', '7d,', '7d 4w', '99999d'])
      expect(() => parseRetention(text)).toThrow('must be numbers of days, weeks and months');
    expect(parseRetention(' 7d, 4w ')).toEqual({ days: 7, weeks: 4, months: 0 });
  });
});
