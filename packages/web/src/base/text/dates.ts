// Formats days and times.
import { nowMs, shownDay } from '../time/clock.ts';
import { locale, t } from './text.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** They keep the time zone of when they were made. */
const formats = new Map<string, Intl.DateTimeFormat>();
shownDay.subscribe(() => formats.clear());

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  const key = locale() + JSON.stringify(options);
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(locale(), options);
    formats.set(key, known);
  }
  return known.format(date);
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
export const dayOf = (timestamp: number) => startOfDay(new Date(timestamp * 1000));

export function dayName(timestamp: number): string {
  const now = new Date(nowMs());
  const date = new Date(timestamp * 1000);
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  if (days === 0) return t('today');
  if (days === 1) return t('yesterday');
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return format(date, { weekday: 'long', day: 'numeric', month: 'long', year });
}

export function timeName(timestamp: number, twenty_four_hour: boolean): string {
  return format(new Date(timestamp * 1000), { hour: 'numeric', minute: '2-digit', hour12: !twenty_four_hour });
}

/** The time if it is today, otherwise the day. */
export function shortTime(timestamp: number, twenty_four_hour: boolean): string {
  const [date, now] = [new Date(timestamp * 1000), new Date(nowMs())];
  if (startOfDay(date) === startOfDay(now)) return timeName(timestamp, twenty_four_hour);
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return format(date, { day: 'numeric', month: 'short', year });
}

export function fullTime(timestamp: number, twenty_four_hour: boolean): string {
  return format(new Date(timestamp * 1000), { dateStyle: 'full', timeStyle: 'short', hour12: !twenty_four_hour });
}

/** A future time in the shortest unambiguous form. */
export function comingTime(timestamp: number, twenty_four_hour: boolean): string {
  return format(new Date(timestamp * 1000), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    hour12: !twenty_four_hour,
  });
}

export function longDate(timestamp: number): string {
  return format(new Date(timestamp * 1000), { dateStyle: 'long' });
}
