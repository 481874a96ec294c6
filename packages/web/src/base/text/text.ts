// Texts in the reader's language, with values filled in and plural forms chosen.
import type { Text } from './catalogue.ts';
import { en, type TextKey } from './languages/en.ts';
import type { Catalogue } from './languages.ts';

export type { TextKey };

type Values = Readonly<Record<string, string | number>>;

let language = 'en';
let region = 'en';
let catalogue: Catalogue = en;
let plural = new Intl.PluralRules(language);
let collator = new Intl.Collator(language);

/** Sets the language of all texts. Redrawing is up to `language.ts`. */
export function setLanguage(tag: string, locale: string, texts: Catalogue): void {
  language = tag;
  region = locale;
  catalogue = texts;
  plural = new Intl.PluralRules(tag);
  collator = new Intl.Collator(locale);
}

/** The current language. */
export const currentLanguage = (): string => language;

/** The locale for dates, numbers and the order of names. */
export const locale = (): string => region;

/** Compares names for lists. Far faster than `localeCompare`, which looks up the language each time. */
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

function formOf(text: Text, values: Values, rules: Intl.PluralRules): string {
  if (typeof text === 'string') return text;
  const [argument, kind, forms] = 'other' in text ? (['count', 'plural', text] as const) : text;
  const value = values[argument] ?? 0;
  const keys = kind === 'select' ? [String(value)] : [`=${value}`, rules.select(Number(value))];
  return formOf(forms[keys.find((key) => Object.hasOwn(forms, key)) ?? 'other']!, values, rules);
}

/** Exported for tests of all languages. */
export function fill(text: Text, values: Values, rules: Intl.PluralRules, locale: string): string {
  return formOf(text, values, rules).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? numberName(value, locale) : (value ?? '');
  });
}

/** Texts of catalogues that the first view does not load. */
export const fillIn = (text: Text, values: Values): string => fill(text, values, plural, region);

export const t = (key: TextKey, values: Values = {}): string => fillIn(catalogue[key], values);

/** A list of names, joined as the language does. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
