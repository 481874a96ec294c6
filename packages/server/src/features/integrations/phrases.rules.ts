// Names and words as parts of sentences. Pure.
import { bold, inline, link } from './markdown.rules.ts';

/** A name that stands out even without an address. */
export function prominent(name: string, url: string | null | undefined): string {
  const linked = link(name, url);
  return linked === inline(name) ? bold(name) : linked;
}

/** `a and b`, `a, b, and c`; `before_last` is what some services have before the last of many. */
export function enumerated(items: readonly string[], before_last = ', and '): string {
  return items.length < 3 ? items.join(' and ') : `${items.slice(0, -1).join(', ')}${before_last}${items.at(-1)}`;
}

export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

export const capitalized = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
