// Time zones to choose from, and whether two show the same time. Draws nothing.
import { t } from '../../base/text/all-texts.ts';

let zone_here: string | undefined;

/** The browser's time zone, asked for once: the answer takes a slow phone 30 ms. */
export const browserZone = (): string => {
  zone_here ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone_here;
};

const readable = (zone: string) => zone.replaceAll('_', ' ');

/** Choices: none, all known zones, and the current one by its stored name. */
export function timezones(chosen: string): (readonly [string, string])[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen ? [chosen] : [])]);
  return [['', t('set_timezone_none')], ...[...known].sort().map((zone) => [zone, readable(zone)] as const)];
}

function offset(zone: string, at: Date): string | null {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
    return parts.find(({ type }) => type === 'timeZoneName')!.value;
  } catch {
    return null;
  }
}

/** Compares now and in half a year: zones that differ in summer only are not the same. */
export function sameClock(a: string, b: string, now = Date.now()): boolean {
  if (a === b) return true;
  const HALF_A_YEAR_MS = 182 * 24 * 60 * 60 * 1000;
  return [now, now + HALF_A_YEAR_MS].every((at) => {
    const first = offset(a, new Date(at));
    return first !== null && first === offset(b, new Date(at));
  });
}
