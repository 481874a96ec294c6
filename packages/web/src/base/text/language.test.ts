// The texts of failures while the language is being loaded.
import { afterEach, beforeEach, expect, it } from 'bun:test';
import { ApiError } from '@stoa/contract';
import { failureText, setFailureTexts } from './failures.ts';
import { loadChosenLanguage, loadFailureTexts } from './language.ts';

const REFUSED = new ApiError('TWO_FACTOR_NEEDED', 401, 'What the server says itself', {});
const page = globalThis as { document?: unknown };

beforeEach(() => {
  page.document = { documentElement: {} };
  Object.defineProperty(navigator, 'languages', { value: ['en'], configurable: true });
  setFailureTexts({} as never);
});
afterEach(async () => {
  await loadChosenLanguage('en');
  delete page.document;
  delete (navigator as { languages?: unknown }).languages;
});

it('[WB1067] whoever waits for the texts has them, although the language is loaded meanwhile', async () => {
  for (const [tag, text] of [
    ['en', 'Enter the code your authenticator app shows now.'],
    ['de', 'Gib den Code ein, den deine Authentifizierungs-App jetzt zeigt.'],
  ] as const) {
    setFailureTexts({} as never);
    const texts = loadFailureTexts();
    const language = loadChosenLanguage(tag);
    await texts;
    expect(failureText(REFUSED)).not.toBe(REFUSED.message);
    await language;
    await loadFailureTexts();
    expect(failureText(REFUSED)).toBe(text);
  }
});
