// What the sections of settings are made of: which settings there are, how they are found, and what values mean.
import { describe, expect, it } from 'bun:test';
import { FIELD_TYPE, INITIAL_USER_SETTINGS, type Subscription, type UserSetting, userSettings } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { en } from '../../base/text/languages/en.ts';
import { findCandidates } from '../../domain/groups/group-settings.ts';
import { dropdownChoices, maxLength, peopleIn } from '../../domain/people/field-values.ts';
import { isReadAsItComes } from '../../model/messages/resolution-notices.ts';
import { SUGGESTED, statusChange } from '../status/status.ts';
import { deliveryOf, differences } from './channel-delivery.ts';
import { findRows, matchesWords } from './find-rows.ts';
import { durationName, numberName } from './numbers.ts';
import { ALL_GROUPS, NOTIFICATION_TABLE, type SettingRow, textsOf, WITHOUT_ROW } from './setting-rows.ts';
import { sameClock, timezones } from './timezones.ts';

const rows: readonly SettingRow[] = ALL_GROUPS.flatMap((group) => group.rows);
const inTable = NOTIFICATION_TABLE.flatMap(({ keys }) => Object.values(keys));

describe('[WB30] setting rows', () => {
  it('every setting has one, or a reason to have none', () => {
    const shown: string[] = [...rows.map(({ key }) => key), ...inTable];
    expect(shown.filter((key, at) => shown.indexOf(key) !== at)).toEqual([]);
    const named = [...shown, ...Object.keys(WITHOUT_ROW)].sort();
    expect(named).toEqual(Object.keys(userSettings).sort());
    for (const reason of Object.values(WITHOUT_ROW)) expect(reason.length).toBeGreaterThan(20);
  });

  it('they offer valid values, all of a closed list, and the default', () => {
    const takes = (key: UserSetting, value: unknown) => userSettings[key].schema.safeParse(value).success;
    for (const row of rows) {
      const initial = INITIAL_USER_SETTINGS[row.key];
      if (row.kind === 'toggle') expect([row.key, typeof initial]).toEqual([row.key, 'boolean']);
      if (row.kind !== 'choice' && row.kind !== 'number') continue;
      const values: unknown[] = row.kind === 'choice' ? row.choices.map(([value]) => value) : [...row.choices];
      expect([row.key, values.filter((value) => !takes(row.key, value))]).toEqual([row.key, []]);
      expect([row.key, values.includes(initial)]).toEqual([row.key, true]);
      if (row.kind === 'number') continue;
      const { schema } = userSettings[row.key] as { schema: { options?: unknown[]; values?: Set<unknown> } };
      const possible = [...(schema.options ?? schema.values ?? [])];
      expect([row.key, new Set(values)]).toEqual([row.key, new Set(possible)]);
    }
  });
});

it('[WB1040] digests are offered where server and organization send them', () => {
  const when = rows.find(({ key }) => key === 'enable_digest_emails')!.when!;
  const offered = (realm_digest_emails_enabled: boolean, settings_send_digest_emails: boolean) =>
    when({ realm_digest_emails_enabled, settings_send_digest_emails } as Parameters<typeof when>[0]);
  expect([offered(true, true), offered(false, true), offered(true, false)]).toEqual([true, false, false]);
});

describe('[WB32] searching settings', () => {
  const textOf = (key: keyof typeof en) => String(typeof en[key] === 'string' ? en[key] : '');
  const keys = (query: string) =>
    findRows(ALL_GROUPS, textsOf, query, textOf).flatMap((group) => group.rows.map(({ key }) => key));

  it('finds rows by the beginnings of words in names, hints, choices and headings', () => {
    expect(keys('font')).toEqual(['web_font_size_px']);
    expect(keys('17:30')).toEqual(['twenty_four_hour_time']);
    expect(keys('twem')).toEqual(['emojiset']);
    expect(keys('read rece')).toEqual([]);
    expect(keys('show typing direct')).toEqual(['send_private_typing_notifications']);
    expect(keys('wildcardless')).toEqual([]);
  });

  it('ignores case and diacritics, and matches only the beginnings of words', () => {
    expect(matchesWords(['Privatsphäre'], 'PRIVATSPHARE')).toBe(true);
    expect(matchesWords(['Privatsphäre'], 'sphäre')).toBe(false);
    expect(matchesWords(['Anything'], '')).toBe(true);
    expect(matchesWords(['a.b (c)'], '.*')).toBe(true);
  });

  it('finds people by the beginning of any word of their name, matches of the first word first', () => {
    const person = (user_id: number, full_name: string, is_bot = false) =>
      ({ user_id, full_name, is_bot, email: `${user_id}@x`, delivery_email: null }) as never;
    const people = [person(1, 'Joëlle Ada'), person(2, 'Adam'), person(3, 'Adabot', true), person(4, 'Ada L.')];
    const state = { realm_users: people, realm_user_groups: [] };
    const taken = { groups: [], people: [4] };
    const names = (query: string) =>
      findCandidates(state, null, { chosen: taken, typed: query, most: 20, with_bots: false }).map(({ name }) => name);
    expect(names('ada')).toEqual(['Adam', 'Joëlle Ada']);
    expect(names('joelle')).toEqual(['Joëlle Ada']);
  });
});

describe('[WB35] notifications of one channel', () => {
  const channel = { desktop_notifications: null, push_notifications: true, email_notifications: false } as Subscription;
  it('follow the defaults for channels unless overridden', () => {
    const settings = { ...INITIAL_USER_SETTINGS, enable_stream_desktop_notifications: true };
    expect(deliveryOf(channel, settings, 'desktop')).toBe(true);
    expect(deliveryOf(channel, settings, 'push')).toBe(true);
    expect(differences(channel, settings)).toEqual(['push']);
    expect(differences(channel, { ...settings, enable_stream_email_notifications: true })).toEqual(['push', 'email']);
  });
});

describe('[WB33] values of a profile', () => {
  it('choices keep their order; invalid data gives none', () => {
    const field_data = JSON.stringify({ b: { text: 'Second', order: '10' }, a: { text: 'First', order: '2' } });
    expect(dropdownChoices({ field_data })).toEqual([
      ['a', 'First'],
      ['b', 'Second'],
    ]);
    for (const broken of ['', '{', '[]', '{"a":1}', 'null'])
      expect(dropdownChoices({ field_data: broken })).toEqual([]);
  });

  it('people are a list of ids, or nobody', () => {
    expect(peopleIn('[3,1]')).toEqual([3, 1]);
    for (const broken of [undefined, '', '{}', 'x', '["a",null]']) expect(peopleIn(broken)).toEqual([]);
  });

  it('texts are limited as in the API', () => {
    expect(Object.values(FIELD_TYPE).map(maxLength)).toEqual([50, 500, 50, 50, 2000, 50, 50, 50]);
  });

  it('numbers are shown with their units', () => {
    expect(numberName(16, 'pixels')).toBe(t('set_pixels', { count: 16 }));
    expect(numberName(140, 'percent')).toBe('140%');
    expect([90, 120, 3600, 86_400, 604_800].map(durationName)).toEqual([
      '90 seconds',
      '2 minutes',
      '1 hour',
      '1 day',
      '1 week',
    ]);
  });

  it('every time zone is offered, the chosen one under its own name', () => {
    const names = timezones('US/Pacific').map(([zone]) => zone);
    expect(names[0]).toBe('');
    expect(names).toContain('US/Pacific');
    expect(names).toContain('Europe/Berlin');
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('[WB37] notices of resolved topics', () => {
  const bot = { user_id: 7 };
  const notice = {
    sender_id: 7,
    stream_id: 3,
    subject: '✔ lunch',
    content: '<p>Ada marked this topic as resolved.</p>',
  };
  const state = (resolved_topic_notice_auto_read_policy: string, visibility_policy = 0) =>
    ({
      user_settings: { resolved_topic_notice_auto_read_policy },
      user_topics: [{ stream_id: 3, topic_name: '✔ Lunch', visibility_policy }],
      cross_realm_bots: [bot],
    }) as never;
  it('are marked as read always, never, or except in followed topics', () => {
    expect(isReadAsItComes(notice, state('always', 3))).toBe(true);
    expect(isReadAsItComes(notice, state('except_followed', 2))).toBe(true);
    expect(isReadAsItComes(notice, state('except_followed', 3))).toBe(false);
    expect(isReadAsItComes(notice, state('never'))).toBe(false);
    expect(isReadAsItComes({ ...notice, content: 'Ada marked this topic as unresolved.' }, state('always'))).toBe(true);
  });

  it('are only notices of the server', () => {
    expect(isReadAsItComes({ ...notice, sender_id: 8 }, state('always'))).toBe(false);
    expect(isReadAsItComes({ ...notice, stream_id: undefined }, state('always'))).toBe(false);
    const other = '<p>Ada said: marked this topic as resolved. Really?</p>';
    expect(isReadAsItComes({ ...notice, content: other }, state('always'))).toBe(false);
  });
});

describe('[WB38] zones that show the same time', () => {
  it('all year round count as the same', () => {
    const WINTER = Date.UTC(2026, 0, 15);
    expect(sameClock('Europe/Berlin', 'Europe/Vienna', WINTER)).toBe(true);
    expect(sameClock('Europe/Berlin', 'Africa/Lagos', WINTER)).toBe(false);
    expect(sameClock('Europe/Berlin', 'Nowhere/Else', WINTER)).toBe(false);
    expect(sameClock('Nowhere/Else', 'Nowhere/Else', WINTER)).toBe(true);
  });
});

describe('[WB39] a status', () => {
  const [meeting] = SUGGESTED;
  const known = {
    status_text: 'At lunch',
    emoji_name: 'bus',
    emoji_code: '1f68c',
    reaction_type: 'unicode_emoji',
  } as const;
  it('sends only what has changed', () => {
    expect(statusChange({}, '  ', null)).toBeNull();
    expect(statusChange(known, ' At lunch ', known)).toBeNull();
    expect(statusChange(known, 'Back', known)).toEqual({ status_text: 'Back' });
    expect(statusChange(known, '', null)).toEqual({ status_text: '', emoji_name: '' });
    expect(statusChange(known, 'At lunch', meeting)).toEqual({
      emoji_name: 'calendar',
      emoji_code: '1f4c5',
      reaction_type: 'unicode_emoji',
    });
  });
});
