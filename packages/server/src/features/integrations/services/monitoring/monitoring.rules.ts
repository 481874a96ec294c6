// What services that watch others have in common: times in their text, and payloads of several events. Pure.
import { type Notice, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, time } from '../../markdown.rules.ts';

const UTC_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)\s*(?:\(?UTC\)?|Z|\+00:?00)?$/;

/** A time that is UTC unless it names its zone; text without a time stays as it is. */
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
