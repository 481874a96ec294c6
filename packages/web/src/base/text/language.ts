// The language of the page: the reader's setting after sign-in, remembered for the next start; before that, the browser's
// preference.

import { forgetDerived } from '../cells/cell.ts';
import { loadText, storeText } from '../storage/browser-storage.ts';
import { setFailureTexts } from './failures.ts';
import { chooseLanguage, chooseLocale, LANGUAGES, type Tag } from './languages.ts';
import { setLanguage } from './text.ts';

const KEY = 'stoa.language';
let newest_wish = 0;
let shown: Tag = 'en';
let failures_wanted = false;

/** Resolves when the texts are in the first supported language. A language that can't be loaded changes nothing. */
async function loadFirstOf(wishes: readonly string[]): Promise<void> {
  const request = ++newest_wish;
  const tag = chooseLanguage(wishes);
  const { dir, load } = LANGUAGES[tag];
  const texts = await load().catch(() => null);
  if (!texts || request !== newest_wish) return;
  setLanguage(tag, chooseLocale(tag, navigator.languages), texts);
  forgetDerived();
  document.documentElement.lang = tag;
  document.documentElement.dir = dir;
  shown = tag;
  if (failures_wanted) void loadFailureTexts();
}

/** From now on in every language. Not part of a start, because until then failures show the server's own words. */
export async function loadFailureTexts(): Promise<void> {
  failures_wanted = true;
  const tag = shown;
  const own = await LANGUAGES[tag].failures().catch(() => null);
  // The language changed meanwhile: whoever waits shows a failure next. [WB1067]
  if (tag !== shown) return loadFailureTexts();
  if (own) setFailureTexts(own);
}

/** Runs before anything is drawn. */
export function loadLanguageAtStart(): Promise<void> {
  const stored = loadText(KEY);
  return loadFirstOf(stored ? [stored] : navigator.languages);
}

/** Loads the language of the reader's setting. */
export function loadChosenLanguage(default_language: string): Promise<void> {
  storeText(KEY, default_language);
  return loadFirstOf([default_language]);
}
