// What every language must have, and which readers get it.
import { describe, expect, it } from 'bun:test';
import './all-texts.ts';
import type { Text } from './catalogue.ts';
import { compileMessage } from './compile.ts';
import { chooseLanguage, chooseLocale, LANGUAGES, type Tag } from './languages.ts';
import { fill, numberName } from './text.ts';

const TAGS = Object.keys(LANGUAGES) as Tag[];
const format = (text: Text, values: Record<string, string | number>, tag = 'en') =>
  fill(text, values, (value) => new Intl.PluralRules(tag).select(value), tag);

describe('[WB80] every language', () => {
  // `npm run check:texts` compares arguments and plural forms.
  it('has each text', async () => {
    const english = [await LANGUAGES.en.load(), await LANGUAGES.en.failures()];
    for (const tag of TAGS) {
      const own = [await LANGUAGES[tag].load(), await LANGUAGES[tag].failures()];
      expect(own.map((texts) => Object.keys(texts).sort())).toEqual(english.map((texts) => Object.keys(texts).sort()));
    }
  });

  it('writes small whole numbers like all others do, so that drawing them needs no formatter', () => {
    for (const tag of TAGS)
      for (const number of [0, 7, 42, 999]) expect(new Intl.NumberFormat(tag).format(number)).toBe(String(number));
    expect([999, 1000, 0.5, -1].map((value) => numberName(value, 'de'))).toEqual(['999', '1.000', '0,5', '-1']);
  });

  it('fills in values and numbers in its own format', () => {
    const text: Text = { one: '{count} Stimme für {name}', other: '{count} Stimmen für {name}' };
    expect(format(text, { count: 1, name: 'Ada' }, 'de')).toBe('1 Stimme für Ada');
    expect(format(text, { count: 1234, name: '{count}' }, 'de')).toBe('1.234 Stimmen für {count}');
    const polish: Text = { one: 'głos', few: 'głosy', many: 'głosów', other: 'głosu' };
    expect([1, 2, 5, 22].map((count) => format(polish, { count }, 'pl'))).toEqual(['głos', 'głosy', 'głosów', 'głosy']);
  });
});

describe('[WB161] French', () => {
  // Commands and search filters keep the colon of their syntax.
  const written = async () => [
    ...Object.values(await LANGUAGES.fr.load()),
    ...Object.values(await LANGUAGES.fr.failures()),
  ];
  const strings = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text).flatMap(strings));

  it('has the spaces of its typography, which lines do not break at', async () => {
    const all = (await written()).flatMap(strings);
    expect(all.length).toBeGreaterThan(1000);
    expect(all.filter((text) => / [:;!?»]|« |(?<!\u202f)[;!?](?=\s|$)|'/u.test(text))).toEqual([]);
  });

  it('counts millions with “de”', async () => {
    const { unread_count } = await LANGUAGES.fr.load();
    expect(format(unread_count, { count: 0 }, 'fr')).toBe('0 message non lu');
    expect(format(unread_count, { count: 2 }, 'fr')).toBe('2 messages non lus');
    expect(format(unread_count, { count: 3_000_000 }, 'fr')).toBe('3\u202f000\u202f000 de messages non lus');
  });
});

describe('[WB160] a message', () => {
  const compile = (message: string, tag = 'en') => compileMessage(message, tag);

  it('has plurals, exact numbers, choices by value, and text around them', () => {
    const votes = compile('{name}: {count, plural, =0 {no votes} one {# vote} other {# votes}}.');
    expect([0, 1, 1234].map((count) => format(votes, { count, name: 'A' }))).toEqual([
      'A: no votes.',
      'A: 1 vote.',
      'A: 1,234 votes.',
    ]);
    const nested = compile('{who, select, you {You have {n, plural, one {# file} other {# files}}} other {None}} (#1)');
    expect(format(nested, { who: 'you', n: 2 })).toBe('You have 2 files (#1)');
    expect(format(nested, { who: '__proto__', n: 2 })).toBe('None (#1)');
  });

  it("quotes by ICU's rules", () => {
    expect(compile("It''s ''{name}'', don't")).toBe("It's '{name}', don't");
  });

  it('is refused where the client could not show it', () => {
    for (const wrong of [
      '{count, plural, one {# vote}}',
      '{count, plural, few {# votes} other {# votes}}',
      '{count, plural, offset:1 one {#} other {#}}',
      '{day, date, short}',
      '{n, selectordinal, one {#st} other {#th}}',
      "'{'literal'}'",
      'open {name',
    ])
      expect(() => compile(wrong)).toThrow();
    expect(() => compile('{count, plural, one {#} few {#} many {#} other {#}}', 'pl')).not.toThrow();
  });
});

describe('[WB81] a reader', () => {
  it('gets the first preferred language that exists, in any region, or else English', () => {
    expect(chooseLanguage(['de'])).toBe('de');
    expect(chooseLanguage(['nn', 'de-CH', 'en'])).toBe('de');
    expect(chooseLanguage(['fr-CA', 'en'])).toBe('fr');
    expect(chooseLanguage(['en-GB', 'de'])).toBe('en');
    expect(chooseLanguage(['nn', 'zh-hans'])).toBe('en');
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
