// When the entries begin that `stoa audit` prints. Pure but for the clock.

const UNITS: Readonly<Record<string, number>> = { d: 24 * 60 * 60, h: 60 * 60, m: 60 };

/** In seconds since 1970. */
export function parseSince(word: string): number {
  const [, count, unit] = /^(\d{1,5})([dhm])$/.exec(word) ?? [];
  if (count !== undefined) return Math.floor(Date.now() / 1000) - Number(count) * UNITS[unit!]!;
  const at = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/.test(word) ? Date.parse(word) : Number.NaN;
  if (Number.isNaN(at)) throw new Error('it is a time such as 2026-11-22T19:30:00Z, or as long ago as 30d, 12h or 5m');
  return Math.floor(at / 1000);
}
