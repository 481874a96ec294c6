// What every language has to have, and who gets which.
import { describe, expect, it } from 'bun:test';
import type { Text } from './catalogue.ts';
import { chooseLanguage, chooseLocale, LANGUAGES, type Tag } from './languages.ts';
import { fill } from './text.ts';

const TAGS = Object.keys(LANGUAGES) as Tag[];
const formsOf = (text: Text): Readonly<Record<string, string>> => (typeof text === 'string' ? { other: text } : text);
const placeholders = (text: string) => [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name))].sort();

describe('[WB80] every language', () => {
  for (const tag of TAGS)
    it(`${tag}: has each text, with the same values, in each form that its numbers need`, async () => {
      const english = await LANGUAGES.en.load();
      const texts: Readonly<Record<string, Text>> = await LANGUAGES[tag].load();
      const wrong: string[] = [];
      expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
      const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
      for (const [key, model] of Object.entries(english)) {
        const text = texts[key]!;
        const wanted = placeholders(Object.values(formsOf(model)).join());
        if (typeof text !== 'string')
          for (const category of categories) if (!(category in text)) wrong.push(`${key}: no form for ${category}`);
        for (const [category, form] of Object.entries(formsOf(text))) {
          if (form.trim() === '') wrong.push(`${key}: empty`);
          if (typeof text !== 'string' && !(categories as string[]).includes(category))
            wrong.push(`${key}: no number of this language is ${category}`);
          const has = placeholders(form);
          // "One message" may leave out the number.
          const missing = wanted.filter((name) => !has.includes(name) && !(name === 'count' && category === 'one'));
          const unknown = has.filter((name) => !wanted.includes(name));
          if (missing.length + unknown.length > 0) wrong.push(`${key}: ${[...missing, ...unknown].join(', ')}`);
        }
      }
      expect(wrong).toEqual([]);
    });

  it('is translated, not copied', async () => {
    const english: Readonly<Record<string, Text>> = await LANGUAGES.en.load();
    for (const tag of TAGS.filter((one) => one !== 'en')) {
      const texts: Readonly<Record<string, Text>> = await LANGUAGES[tag].load();
      const words = (text: string) => text.replace(/\{\w+\}/g, '').match(/\p{L}+/gu)?.length ?? 0;
      const sentences = Object.entries(english).filter(([, text]) => typeof text === 'string' && words(text) > 2);
      const same = sentences.filter(([key, text]) => texts[key] === text);
      expect(same.map(([key]) => key)).toEqual([]);
    }
  });

  it('fills in values and numbers in its own format', () => {
    const text: Text = { one: '{count} Stimme für {name}', other: '{count} Stimmen für {name}' };
    const german = new Intl.PluralRules('de');
    expect(fill(text, { count: 1, name: 'Ada' }, german, 'de')).toBe('1 Stimme für Ada');
    expect(fill(text, { count: 1234, name: '{count}' }, german, 'de')).toBe('1.234 Stimmen für {count}');
    const polish: Text = { one: 'głos', few: 'głosy', many: 'głosów', other: 'głosu' };
    const forms = [1, 2, 5, 22].map((count) => fill(polish, { count }, new Intl.PluralRules('pl'), 'pl'));
    expect(forms).toEqual(['głos', 'głosy', 'głosów', 'głosy']);
  });
});

describe('[WB81] a reader', () => {
  it('gets the first preferred language that exists, in any region, or else English', () => {
    expect(chooseLanguage(['de'])).toBe('de');
    expect(chooseLanguage(['fr', 'de-CH', 'en'])).toBe('de');
    expect(chooseLanguage(['en-GB', 'de'])).toBe('en');
    expect(chooseLanguage(['fr', 'zh-hans'])).toBe('en');
    expect(chooseLanguage([])).toBe('en');
    expect(chooseLanguage(['__proto__', 'constructor', 'den'])).toBe('en');
  });

  it('sees dates in the format of their region, if the browser names one of that language', () => {
    expect(chooseLocale('de', ['en-US', 'de-AT', 'de'])).toBe('de-AT');
    expect(chooseLocale('de', ['en-US'])).toBe('de');
    expect(chooseLocale('en', ['de-DE', 'en-GB'])).toBe('en-GB');
    expect(chooseLocale('en', ['enx-GB'])).toBe('en');
  });
});
