// What services that watch others have in common: times in all forms, and payloads of several events. Pure.
import { type Notice, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, time } from '../../markdown.rules.ts';
import type { Scalar } from '../../payload.rules.ts';

/** The time of seconds or milliseconds since 1970, in each reader's time zone; empty if there is none. */
function timeAt(value: Scalar, unit: 1 | 1000): string {
  const at = new Date(typeof value === 'boolean' ? Number.NaN : Number(value ?? Number.NaN) * unit);
  return Number.isNaN(at.getTime()) ? '' : (time(at.toISOString()) ?? '');
}
export const timeOfSeconds = (value: Scalar): string => timeAt(value, 1000);
export const timeOfMilliseconds = (value: Scalar): string => timeAt(value, 1);

const UTC_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)\s*(?:\(?UTC\)?|Z|\+00:?00)?$/;

/** A time that is UTC unless it names its zone; the text itself if it is none. */
export function utcTime(text: string | null | undefined): string {
  const written = (text ?? '').trim();
  const [, day, clock] = UTC_TIME.exec(written) ?? [];
  return (
    time(day ? `${day}T${clock}Z` : /\d{4}-.*T.*[+-]\d\d:?\d\d$/.test(written) ? written : null) ?? inline(written)
  );
}

const NOTICES_MAX = 20;

/** The notices of several events in one payload. Unknown kinds among them are left out, and refused if there are no others. */
export function eachOf<T>(events: readonly T[], format: (event: T) => Notice | null): Notice[] {
  const notices: Notice[] = [];
  let unknown: UnsupportedEvent | null = null;
  for (const event of events.slice(0, NOTICES_MAX)) {
    try {
      const notice = format(event);
      if (notice) notices.push(notice);
    } catch (error) {
      if (!(error instanceof UnsupportedEvent)) throw error;
      unknown = error;
    }
  }
  if (notices.length === 0 && unknown) throw unknown;
  return notices;
}
