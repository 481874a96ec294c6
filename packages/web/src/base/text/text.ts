// Texts in the reader's language, with values filled in and plural forms chosen.
import type { Text } from './catalogue.ts';
import { type Catalogue, en, type FirstKey, type TextKey } from './languages/en.ts';

export type { FirstKey, TextKey };

type Values = Readonly<Record<string, string | number>>;

let language = 'en';
let region = 'en';
let catalogue: Catalogue = en;
/** Made on first use: on a phone, making one takes as long as drawing ten rows. */
let plural: Intl.PluralRules | null = null;
let collator: Intl.Collator | null = null;

/** Sets the language of all texts. Redrawing is up to `language.ts`. */
export function setLanguage(tag: string, locale: string, texts: Catalogue): void {
  language = tag;
  region = locale;
  catalogue = texts;
  plural = null;
  collator = null;
}

/** The current language. */
export const currentLanguage = (): string => language;

/** The locale for dates, numbers and the order of names. */
export const locale = (): string => region;

/** Compares names for lists, "team 2" before "team 10". Far faster than `localeCompare`, which looks up the language each time. */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator(region, { numeric: true });
  return collator.compare(a, b);
}

const numbers = new Map<string, Intl.NumberFormat>();

/** All languages write whole numbers below this one alike. */
const ALIKE_BELOW = 1000;

/** As the language writes numbers. */
export function numberName(value: number, locale = region): string {
  if (Number.isInteger(value) && value >= 0 && value < ALIKE_BELOW) return String(value);
  let format = numbers.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale);
    numbers.set(locale, format);
  }
  return format.format(value);
}

type Category = (value: number) => string;

function formOf(text: Text, values: Values, category: Category): string {
  if (typeof text === 'string') return text;
  const [argument, kind, forms] = 'other' in text ? (['count', 'plural', text] as const) : text;
  const value = values[argument] ?? 0;
  const keys = kind === 'select' ? [String(value)] : [`=${value}`, category(Number(value))];
  return formOf(forms[keys.find((key) => Object.hasOwn(forms, key)) ?? 'other']!, values, category);
}

/** Exported for tests of all languages. */
export function fill(text: Text, values: Values, category: Category, locale: string): string {
  return formOf(text, values, category).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? numberName(value, locale) : (value ?? '');
  });
}

function categoryOf(value: number): string {
  plural ??= new Intl.PluralRules(language);
  return plural.select(value);
}

/** Texts of catalogues that the first view does not load. */
export const fillIn = (text: Text, values: Values): string => fill(text, values, categoryOf, region);

/** Knows the keys of the first view only; `all-texts.ts` has all. */
export const t = (key: FirstKey, values: Values = {}): string => fillIn(catalogue[key], values);

/** A list of names, joined as the language does. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
