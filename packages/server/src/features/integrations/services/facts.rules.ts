// Parts of messages: named facts, times, lists of names, links, and the sentence about a test. Pure.
import { bold, inline, link, time } from '../markdown.rules.ts';
import type { Scalar } from '../payload.rules.ts';

const ITEMS_SHOWN = 20;

/** One line of text; empty if there is no value. */
export const shown = (value: Scalar): string => (value == null ? '' : inline(String(value)));

/** A plain value as text; null for objects, lists and nothing. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** The time of seconds or milliseconds since 1970, in each reader's time zone; null without a valid one. */
function timeAt(value: Scalar, unit: 1 | 1000): string | null {
  const at = new Date(typeof value === 'boolean' ? Number.NaN : Number(value ?? Number.NaN) * unit);
  return Number.isNaN(at.getTime()) ? null : time(at.toISOString());
}
export const timeOfSeconds = (value: Scalar): string | null => timeAt(value, 1000);
export const timeOfMilliseconds = (value: Scalar): string | null => timeAt(value, 1);

/** The plain values of a field that has one or several. */
export const textsOf = (value: unknown): string[] => [value].flat().flatMap((one) => textOf(one) ?? []);

/** A list within a sentence. Empty items are left out. */
export function listed(all: readonly string[]): string {
  const named = all.filter((item) => item !== '');
  const rest = named.length - ITEMS_SHOWN;
  return named.slice(0, ITEMS_SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

export type Fact = readonly [name: string, value: string | null | undefined];

/** A line for each fact with a value, as list items unless they have another mark. The values are Markdown. */
export const facts = (entries: readonly Fact[], mark = '* '): string =>
  entries.flatMap(([name, value]) => (value ? [`${mark}${bold(name) || '**Value**'}: ${value}`] : [])).join('\n');

/** The facts below a summary, which is a sentence of its own if no fact has a value. */
export function withFacts(summary: string, entries: readonly Fact[]): string {
  const rows = facts(entries);
  return rows === '' ? `${summary}.` : `${summary}:\n${rows}`;
}

/** A link for each page that has a web address. */
export const linksTo = (pages: readonly (readonly [name: string, url: string | null | undefined])[]): string[] =>
  pages.map(([name, url]) => link(name, url)).filter((page) => page.startsWith('['));

/** The answer to a test, or to what a service sends when a webhook is set up. */
export const setUp = (display_name: string, who: string | null): string =>
  who === null
    ? `${display_name} webhook has been successfully configured.`
    : `${display_name} webhook has been successfully configured by ${inline(who)}.`;
