// Sentences and lists that messages of many services consist of. Pure.
import { bold, bullets, inline, link, quote } from './markdown.rules.ts';

/** A sentence, followed by what people wrote, if anything. */
export function said(sentence: string, words: string | null | undefined): string {
  const quoted = quote(words);
  return quoted === '' ? `${sentence}.` : `${sentence}:\n\n${quoted}`;
}

/** Labels with their values, which are Markdown, a row each; empty values are left out. */
export function facts(entries: readonly (readonly [label: string, value: string | null | undefined])[]): string {
  const rows = entries.flatMap(([label, value]) => (value ? [`**${label}**: ${value}`] : []));
  return bullets(rows, rows.length);
}

/** A sentence, followed by a list, if there is one. */
export const withList = (sentence: string, list: string): string =>
  list === '' ? `${sentence}.` : `${sentence}:\n${list}`;

/** A name that stands out even without an address. */
export function prominent(name: string, url: string | null | undefined): string {
  const linked = link(name, url);
  return linked === inline(name) ? bold(name) : linked;
}

/** `a, b, c and 4 more` */
export function listed(items: readonly string[], max: number): string {
  const shown = items.filter((item) => item !== '');
  const rest = shown.length > max ? ` and ${shown.length - max} more` : '';
  return `${shown.slice(0, max).join(', ')}${rest}`;
}

/** `a and b`, `a, b, and c` */
export function enumerated(items: readonly string[]): string {
  return items.length < 3 ? items.join(' and ') : `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`;
}

export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

export const capitalized = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
