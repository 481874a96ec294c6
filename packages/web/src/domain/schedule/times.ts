// Suggested future times in the reader's time zone. Pure.
import type { TextKey } from '../../base/text/text.ts';

export interface TimeChoice {
  readonly label: Extract<TextKey, `time_${string}`>;
  readonly at: Date;
}

const MORNING = 9;
const AFTERNOON = 14;
const EVENING = 18;
const MONDAY = 1;
const SOON_MS = 30 * 60_000;

function day(now: Date, days: number, hour: number): Date {
  // By calendar instead of adding 24 hours, because of daylight saving time.
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}

/** In order, none within the next half hour. */
export function timeChoices(now: Date): TimeChoice[] {
  const to_monday = (MONDAY - now.getDay() + 7) % 7 || 7;
  const choices: TimeChoice[] = [
    { label: 'time_hour', at: new Date(now.getTime() + 60 * 60_000) },
    { label: 'time_afternoon', at: day(now, 0, AFTERNOON) },
    { label: 'time_evening', at: day(now, 0, EVENING) },
    { label: 'time_tomorrow', at: day(now, 1, MORNING) },
    { label: 'time_tomorrow_afternoon', at: day(now, 1, AFTERNOON) },
  ];
  // On Sundays that is tomorrow.
  if (to_monday > 1) choices.push({ label: 'time_monday', at: day(now, to_monday, MORNING) });
  return choices
    .filter(({ at }) => at.getTime() - now.getTime() >= SOON_MS)
    .sort((a, b) => Number(a.at) - Number(b.at));
}

const two = (value: number) => String(value).padStart(2, '0');

/** The value of a local date and time input, to the minute. */
export const fieldValue = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;

/** Seconds since the epoch; null if invalid or past. */
export function readField(value: string, now: Date): number | null {
  const at = new Date(value).getTime();
  return Number.isNaN(at) || at <= now.getTime() ? null : Math.floor(at / 1000);
}
