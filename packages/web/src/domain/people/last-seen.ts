// When somebody was last seen, and their local time.
import { t } from '../../base/text/all-texts.ts';
import { locale } from '../../base/text/text.ts';
import { nowMs } from '../../base/time/clock.ts';
import { type Availability, lastActiveOf, type PresenceSnapshot } from '../../model/presence/presence-store.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** For example "5 minutes ago", in the largest unit that fits. */
function ago(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  if (seconds < HOUR) return format.format(-Math.max(1, Math.floor(seconds / MINUTE)), 'minute');
  if (seconds < DAY) return format.format(-Math.floor(seconds / HOUR), 'hour');
  return format.format(-Math.floor(seconds / DAY), 'day');
}

interface Member {
  readonly user_id: number;
  /** ISO 8601. */
  readonly date_joined: string;
}

/** The server's presence history, in seconds. */
const HISTORY = 14 * DAY;

export function lastSeen(attendance: PresenceSnapshot, person: Member, availability: Availability): string {
  if (availability === 'active') return t('presence_active');
  const at = lastActiveOf(attendance, person.user_id);
  if (at !== null) return t(availability === 'idle' ? 'idle_since' : 'active_ago', { ago: ago(attendance.now - at) });
  // Who joined within the history was not inactive for all of it.
  const here_for = attendance.now - Date.parse(person.date_joined) / 1000;
  return here_for < HISTORY ? t('joined_ago', { ago: ago(here_for) }) : t('not_active_lately');
}

/** Somebody's local time; null if the time zone is unknown. */
export function localTime(timezone: string, twenty_four_hour: boolean, now = nowMs()): string | null {
  if (timezone === '') return null;
  try {
    return new Intl.DateTimeFormat(locale(), {
      timeZone: timezone,
      hour: 'numeric',
      minute: '2-digit',
      weekday: 'short',
      hour12: !twenty_four_hour,
    }).format(now);
  } catch {
    return null;
  }
}

/** The day of an ISO 8601 time. */
export function dayOfJoining(date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at) ? '' : new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(at);
}
