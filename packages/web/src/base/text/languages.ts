// The languages the client speaks, and which of them a reader gets. Each but English is fetched when somebody wants it.
import type { Text } from './catalogue.ts';
import { en } from './en.ts';
import type { FailureTexts } from './failures.ts';

export type Catalogue = Readonly<Record<keyof typeof en, Text>>;

export interface Language {
  /** Its own name. */
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  load(): Promise<Catalogue>;
  /** What the server refuses: fetched after what is drawn at once. */
  failures(): Promise<FailureTexts>;
}

/** By language tag, as `default_language` spells it. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', load: async () => en, failures: () => import('./en/failures.ts') },
  de: {
    name: 'Deutsch',
    dir: 'ltr',
    load: async () => (await import('./de.ts')).de,
    failures: async () => (await import('./de/failures.ts')).failures,
  },
} as const satisfies Readonly<Record<string, Language>>;

export type Tag = keyof typeof LANGUAGES;

/** The first of the wishes that the client speaks, in any of its regions; English if it speaks none. */
export function chooseLanguage(wishes: readonly string[]): Tag {
  for (const preference of wishes) {
    const parts = preference.toLowerCase().split('-');
    for (let length = parts.length; length > 0; length--) {
      const tag = parts.slice(0, length).join('-');
      if (Object.hasOwn(LANGUAGES, tag)) return tag as Tag;
    }
  }
  return 'en';
}

/** How dates and numbers are written: the reader's own region, where their browser names one of this language. */
export function chooseLocale(tag: Tag, wishes: readonly string[]): string {
  return (
    wishes.find((preference) => preference.toLowerCase() === tag || preference.toLowerCase().startsWith(`${tag}-`)) ??
    tag
  );
}
