// When people get digests: mornings, weekdays and weeks in their time zones. Pure.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Whoever was active since gets none. */
export const AWAY_MS = 5 * DAY_MS;
/** In minutes of the day: people find the mail when they begin. */
const MORNING = { begins: 8 * 60, ends: 12 * 60 };
/** A stored day further ahead than this comes from a clock that was wrong. */
const FAR_AHEAD_DAYS = 28;
/** A mail that could not be sent until then is not sent: another one follows in a week. [DG11] */
export const LATE_MS = DAY_MS;

interface LocalTime {
  /** Days since 1970. */
  readonly day: number;
  /** Minutes of the day. */
  readonly minute: number;
}

/** An empty zone, or one that the runtime does not know, is UTC. */
function localTime(at: number, timezone: string): LocalTime {
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const formatIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { ...options, calendar: 'gregory', hourCycle: 'h23', timeZone });
  let format: Intl.DateTimeFormat;
  try {
    format = formatIn(timezone || 'UTC');
  } catch {
    format = formatIn('UTC');
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type)!;
  return {
    day: Date.UTC(of('year'), of('month') - 1, of('day')) / DAY_MS,
    minute: of('hour') * 60 + of('minute'),
  };
}

/** 0 is Monday; 1970 began on a Thursday. */
const weekdayOf = (day: number) => (day + 3) % 7;

export interface Schedule {
  /** 0 is Monday. */
  readonly weekday: number;
  /** Since when the organization wants digests on that day, in milliseconds. */
  readonly since: number;
}

/** The digest that the people of a time zone may get now. */
export interface Due {
  /** The weekday's date that the digest is for: today, or a morning of this week that was missed. */
  readonly for_day: number;
  /** Whoever was active after this gets none, in milliseconds. A later morning asks about the same time, so it reaches nobody new. */
  readonly away_since: number;
}

/** Null outside of the morning, and if the organization did not want digests on the last such day yet. [DG1] [DG2] */
export function dueIn(timezone: string, { weekday, since }: Schedule, now: number): Due | null {
  const { day, minute } = localTime(now, timezone);
  if (minute < MORNING.begins || minute >= MORNING.ends) return null;
  const late_days = (weekdayOf(day) - weekday + 7) % 7;
  const for_day = day - late_days;
  const wanted = localTime(since, timezone);
  if (for_day < (wanted.minute < MORNING.ends ? wanted.day : wanted.day + 1)) return null;
  const began_at = now - (minute - MORNING.begins) * MINUTE_MS - late_days * DAY_MS;
  return { for_day, away_since: Math.floor(began_at / MINUTE_MS) * MINUTE_MS - AWAY_MS };
}

/** The days up to which, and after which, a noted day leaves a person due: a week before, or far ahead. [DG3] */
export const dueBounds = (for_day: number) => ({ until: for_day - 7, after: for_day + FAR_AHEAD_DAYS });

/** Whether somebody is due whose last digest was for `noted`. */
export function isDue(noted: number | null, for_day: number): boolean {
  const { until, after } = dueBounds(for_day);
  return noted === null || noted <= until || noted > after;
}

interface Activity {
  readonly shares_presence: boolean;
  /** In seconds; null if never reported. */
  readonly active_timestamp: number | null;
  /** In milliseconds. */
  readonly last_polled_at: number | null;
  /** The last use of a session or an access token, in seconds. */
  readonly used_at: number | null;
  /** In seconds. */
  readonly date_joined: number;
}

/**
 * When somebody was last there, in milliseconds. As for other notifications, their presence decides if they report and share it;
 * otherwise an open client does, or one that was used.
 */
export function lastActiveAt(activity: Activity): number {
  const { shares_presence, active_timestamp, last_polled_at, used_at, date_joined } = activity;
  const joined_at = date_joined * 1000;
  if (shares_presence && active_timestamp !== null) return Math.max(joined_at, active_timestamp * 1000);
  return Math.max(joined_at, last_polled_at ?? 0, (used_at ?? 0) * 1000);
}
