// The languages of the client, and which one a reader gets. All but English are loaded on demand.
import { type Catalogue, en } from './languages/en.ts';
import type { FailureTexts } from './languages/failures-en.ts';

export interface Language {
  /** The language's own name for itself. */
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  load(): Promise<Catalogue>;
  /** Texts of server errors, loaded after those the first view needs. */
  failures(): Promise<FailureTexts>;
}

/** Keyed by language tag, as in `default_language`. */
export const LANGUAGES = {
  en: {
    name: 'English',
    dir: 'ltr',
    load: async () => en,
    failures: async () => (await import('./languages/failures-en.ts')).failures,
  },
  de: {
    name: 'Deutsch',
    dir: 'ltr',
    load: async () => (await import('./languages/de.ts')).de,
    failures: async () => (await import('./languages/failures-de.ts')).failures,
  },
  fr: {
    name: 'Français',
    dir: 'ltr',
    load: async () => (await import('./languages/fr.ts')).fr,
    failures: async () => (await import('./languages/failures-fr.ts')).failures,
  },
} as const satisfies Readonly<Record<string, Language>>;

export type Tag = keyof typeof LANGUAGES;

/** The first supported preference, in any of its regions; English if none is supported. */
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

/** The locale for dates and numbers: the reader's own region if the browser names one of this language. */
export function chooseLocale(tag: Tag, wishes: readonly string[]): string {
  return (
    wishes.find((preference) => preference.toLowerCase() === tag || preference.toLowerCase().startsWith(`${tag}-`)) ??
    tag
  );
}
