// Gives texts in the reader's language, with values filled in and numbers in the right form.
import type { Text } from './catalogue.ts';
import { en } from './en.ts';
import type { Catalogue } from './languages.ts';

export type TextKey = keyof typeof en;
type Values = Readonly<Record<string, string | number>>;

let language = 'en';
let region = 'en';
let catalogue: Catalogue = en;
let plural = new Intl.PluralRules(language);
let collator = new Intl.Collator(language);

/** From now on texts are of this language; who has drawn texts before draws them again (`language.ts`). */
export function setLanguage(tag: string, locale: string, texts: Catalogue): void {
  language = tag;
  region = locale;
  catalogue = texts;
  plural = new Intl.PluralRules(tag);
  collator = new Intl.Collator(locale);
}

/** The language that texts are in. */
export const currentLanguage = (): string => language;

/** The language and region for dates, numbers and the order of names. */
export const locale = (): string => region;

/** The order of names in lists. Far faster than `localeCompare`, which looks the language up each time. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);

const numbers = new Map<string, Intl.NumberFormat>();

/** As the language writes numbers. */
export function numberName(value: number, locale = region): string {
  let format = numbers.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale);
    numbers.set(locale, format);
  }
  return format.format(value);
}

/** Exported for the tests of all languages. */
export function fill(text: Text, values: Values, rules: Intl.PluralRules, locale: string): string {
  const form = typeof text === 'string' ? text : (text[rules.select(Number(values.count ?? 0))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? numberName(value, locale) : (value ?? '');
  });
}

/** For texts that are in no catalogue of the first view. */
export const fillIn = (text: Text, values: Values): string => fill(text, values, plural, region);

export const t = (key: TextKey, values: Values = {}): string => fillIn(catalogue[key], values);

/** Names in a row, as the language joins them. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
