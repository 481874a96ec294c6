// Names that look like another, through HTTP and as a pure function.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { codeOf, serveTests } from '@stoa/testkit';
import { hasUnusableCharacter } from './name-characters.ts';

setDefaultTimeout(30_000);

const { cast } = await serveTests();

const LEGITIMATE = [
  ...[
    'Zoë Müller',
    'Ærøskøbing',
    'Nguyễn Văn',
    'O’Neill–Smith',
    'محمد علي',
    'שרה לוי',
    '山田太郎',
    '김철수',
    'Ελένη',
    'Иван',
  ],
  // Persian, Kurdish, Hindi, Sinhala, Malayalam: joiners that change what is displayed.
  ...['علی‌رضا', 'می‌خواهم', 'क्‍ष', 'शर्‍मा', 'ශ්‍රී', 'അവന്‍', 'র‍্যাব'],
  // Emoji: joined, with skin tones, keycaps, flags.
  ...['👩‍💻 team', '❤️ fans', '👩🏽‍🚀', '1️⃣ first', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Scotland', '🏳️‍🌈', '©️', '‼️'],
  // Japanese names with ideographic variants; Mongolian with a free variation selector.
  ...['葛󠄀城', '辻󠄁', 'ᠮᠣ᠋ᠩ'],
];
const DECEPTIVE = {
  'right-to-left override': 'ada\u202egnp.exe',
  'left-to-right override': 'ada\u202d',
  embedding: '\u202aada\u202c',
  isolates: '\u2067ada\u2069',
  marks: 'ada\u200f',
  'left-to-right mark': 'ada\u200e owner',
  'Arabic letter mark': 'ada\u061c',
  'zero-width space': 'a\u200bda',
  'word joiner': 'a\u2060da',
  'byte order mark': '\ufeffada x\ufeffy',
  'soft hyphen': 'a\u00adda',
  'joiner between Latin letters': 'a\u200dda',
  'non-joiner between Latin letters': 'a\u200cda',
  'joiner at the end': 'محمد\u200c',
  'variation selector of a letter': 'a\ufe0fda',
  'keycap selector of a bare digit': '1\ufe0f',
  'supplementary variation selector': 'a\u{e0100}da',
  'Hangul filler': 'ada\u3164',
  'half-width filler': '\uffa0ada',
  'grapheme joiner': 'a\u034fda',
  'invisible operator': 'a\u2062da',
  'tag characters': 'ada\u{e0041}',
  'tags without an end': '🏴\u{e0067}\u{e0062}',
  'blank Braille pattern': 'ada\u2800',
  'Mongolian vowel separator': 'a\u180eda',
  'line separator': 'ada\u2028x',
  null: 'ada\0x',
};

it('[US27] letters of every script pass, with the joiners they need', () => {
  expect(LEGITIMATE.filter(hasUnusableCharacter)).toEqual([]);
});

it('[US27] refuses names that could be mistaken for another, for everything that has a name', async () => {
  const { ada, bot } = cast;
  const { user_id } = await ada.getOwnUser();
  for (const [what, name] of Object.entries(DECEPTIVE)) {
    const calls: Record<string, () => Promise<unknown>> = {
      person: () => ada.updateSettings({ full_name: name }),
      account: () => ada.createUser({ email: 'new@stoa.example', full_name: name, password: 'eleven quiet lanterns' }),
      bot: () => cast.dara.createBot({ full_name: name, short_name: 'deceptive' }),
      'name of a bot': () => cast.dara.updateBot({ bot_id: bot.user_id, full_name: name }),
      channel: () => ada.subscribe({ subscriptions: [{ name }] }),
      group: () => ada.createUserGroup({ name, description: '', members: [user_id] }),
      folder: () => ada.createChannelFolder({ name, description: '' }),
      organization: () => ada.updateRealm({ name }),
      'profile field': () => ada.createProfileField({ name, field_type: 1 }),
    };
    for (const [of, call] of Object.entries(calls))
      expect([what, of, await codeOf(call())]).toEqual([what, of, 'BAD_REQUEST']);
  }
});

it('[US27] refuses addresses that could be mistaken for another, on either side of the @', async () => {
  const { ada, dara } = cast;
  const account = { full_name: 'Mistaken', password: 'eleven quiet lanterns' };
  for (const hidden of ['\u202e', '\u200b', '\u2060', '\u00ad', '\u3164', '\u034f', '\u{e0041}', '\u0001', '\u007f'])
    for (const email of [`da${hidden}ra@stoa.example`, `dara@sto${hidden}a.example`]) {
      expect([email, await codeOf(ada.createUser({ ...account, email }))]).toEqual([email, 'BAD_REQUEST']);
      const changed = ada.updateUser({ user_id: dara.user_id, new_email: email });
      expect([email, await codeOf(changed)]).toEqual([email, 'BAD_REQUEST']);
    }
  const { user_id } = await ada.createUser({ ...account, email: 'jürgen@bücher.example' });
  expect((await ada.getUser({ user_id })).user.delivery_email).toBe('jürgen@bücher.example');
});

it('[US27] accepts joiners in scripts that have them', async () => {
  await cast.ada.updateSettings({ full_name: 'علی‌رضا' });
  expect((await cast.ada.getOwnUser()).full_name).toBe('علی‌رضا');
  await cast.ada.subscribe({ subscriptions: [{ name: '👩‍💻 ശ്രീ അവന്‍' }] });
});
