// What services that watch others have in common: tolerant fields, lists of facts, and times in all forms. Pure.
import { z } from 'zod';
import { type Notice, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, time } from '../../markdown.rules.ts';

export const maybe = z.string().nullish();
/** What services write now as a string, now as a number. */
export const scalar = z.union([z.string(), z.number(), z.boolean()]).nullish();
export type Scalar = z.output<typeof scalar>;

const ITEMS_SHOWN = 20;
const NOTICES_MAX = 20;

/** One line of text; empty if there is no value. */
export const shown = (value: Scalar): string => (value == null ? '' : inline(String(value)));

/** A list within a sentence. Empty items are left out. */
export function listed(items: readonly string[]): string {
  const named = items.filter((item) => item !== '');
  const rest = named.length - ITEMS_SHOWN;
  return named.slice(0, ITEMS_SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

export type Fact = readonly [name: string, value: string | null | undefined];

/** A list item for each fact with a value. The values are Markdown. */
export const facts = (entries: readonly Fact[]): string =>
  entries.flatMap(([name, value]) => (value ? [`* **${name}**: ${value}`] : [])).join('\n');

/** A sentence that ends with a quote, or with a full stop if there is none. */
export const sentence = (words: string, quoted: string): string =>
  quoted === '' ? `${words}.` : `${words}:\n\n${quoted}`;

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
