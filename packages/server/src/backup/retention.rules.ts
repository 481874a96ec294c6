// Which backups are kept. Pure.

export interface Retention {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const UNITS = { d: 'days', w: 'weeks', m: 'months' } as const;
const DAY_MS = 86_400_000;

/** `7d,4w,12m`. Throws an error whose message continues after the setting's name. */
export function parseRetention(text: string): Retention {
  const found = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, count, unit] = /^\s*(\d{1,4})([dwm])\s*$/.exec(part) ?? [];
    if (unit === undefined || Number(count) === 0)
      throw new Error(`must be numbers of days, weeks and months, such as 7d,4w,12m, not "${text}"`);
    found[UNITS[unit as keyof typeof UNITS]] = Number(count);
  }
  return found;
}

/** The number of the week, from Monday, of a day since 1970 in UTC. */
const weekOf = (day: number) => Math.floor((day + 3) / 7);

function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/**
 * Those that are kept of backups in their order, oldest first: the newest of each of the newest days, weeks and months that have one,
 * one each also where several were made in one second. Days without a backup don't count, so that a server that was off keeps what it
 * has. The newest of all is always kept. `time` is in milliseconds since 1970.
 */
export function keptBackups<T extends { readonly time: number }>(
  oldest_first: readonly T[],
  { days, weeks, months }: Retention,
): Set<T> {
  const newest_first = oldest_first.toReversed();
  const kept = new Set(newest_first.slice(0, 1));
  const rules: [count: number, periodOf: (day: number) => number][] = [
    [days, (day) => day],
    [weeks, weekOf],
    [months, monthOf],
  ];
  for (const [count, periodOf] of rules) {
    const periods = new Set<number>();
    for (const backup of newest_first) {
      const period = periodOf(Math.floor(backup.time / DAY_MS));
      if (periods.has(period)) continue;
      if (periods.size === count) break;
      periods.add(period);
      kept.add(backup);
    }
  }
  return kept;
}
