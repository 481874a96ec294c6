// Settings of users and of new accounts, through HTTP.
import { beforeAll, describe, expect, it } from 'bun:test';
import { createHash } from 'node:crypto';
import {
  defaultableSettings,
  INITIAL_USER_SETTINGS,
  type ReceivedEvent,
  SETTING_CHOICES,
  type UserSettings,
  updateSettings,
  userSettings,
} from '@stoa/contract';
import {
  type Cast,
  callRaw,
  createPerson,
  type Person,
  refusal,
  samplePicture,
  serveTests,
  verifyEvents,
} from '@stoa/testkit';
import { batchesOf } from '../../kit/database/batches.ts';

const { server, cast } = await serveTests();

type Told = readonly (readonly ReceivedEvent[])[];
/** The events each client received, without ids. */
const withoutIds = (events: Told) => events.map((received) => received.map(({ id: _, ...event }) => event));
const settingsOf = async (person: Person) =>
  (await person.registerQueue({ fetch_event_types: ['user_settings'] })).user_settings!;
const defaultsOf = async (person: Person) =>
  (await person.registerQueue({ fetch_event_types: ['realm_user_settings_defaults'] })).realm_user_settings_defaults!;

let newcomers = 0;
async function newcomer(): Promise<Person> {
  newcomers += 1;
  const { app, realm, owner, client } = server;
  return createPerson(
    { app, realm, owner, client },
    { email: `newcomer${newcomers}@stoa.example`, full_name: `Newcomer ${newcomers}` },
  );
}

/** A value of a setting other than the given one. */
function another(name: string, value: unknown): unknown {
  const { schema } = userSettings[name as keyof UserSettings];
  const candidates = [!value, 1, 2, 3, 'inbox', 'recent', 'text', 'always', 'never', 'ding', 'de'];
  return candidates.find((candidate) => candidate !== value && schema.safeParse(candidate).success);
}

describe('register', () => {
  it('[ST1] returns every setting and the defaults of new accounts', async () => {
    const { user_settings, realm_user_settings_defaults, ...rest } = await cast.eli.registerQueue({
      fetch_event_types: ['user_settings', 'realm_user_settings_defaults'],
    });
    expect(user_settings).toEqual({ ...INITIAL_USER_SETTINGS, timezone: '', ...SETTING_CHOICES });
    expect(realm_user_settings_defaults).toEqual({ ...INITIAL_USER_SETTINGS, ...SETTING_CHOICES });
    expect(Object.keys(rest)).not.toContain('realm_name');
  });
});

describe('own settings', () => {
  // Many at once, because registering before and after each would be slow.
  for (const batch of batchesOf(Object.entries(INITIAL_USER_SETTINGS), 12)) {
    it(`[ST2] [ST3] ${batch.map(([name]) => name).join(', ')} change, for their owner only`, async () => {
      const { eli, chen } = cast;
      const change = async () => {
        for (const [name, value] of batch) await eli.updateSettings({ [name]: another(name, value) });
      };
      const { events } = await verifyEvents([eli, chen], change);
      const own = events[0]!.filter(({ type }) => type === 'user_settings');
      const expected = batch.map(([name, value]) => ({ op: 'update', property: name, value: another(name, value) }));
      expect(own).toMatchObject(expected);
      for (const event of own) expect('language_name' in event).toBe(event.property === 'default_language');
      expect(events[1]!.filter(({ type }) => type === 'user_settings')).toEqual([]);
      const again = await verifyEvents(eli, change);
      expect(again.events).toEqual([[]]);
      for (const [name, value] of batch) await eli.updateSettings({ [name]: value });
    });
  }

  it('[ST4] the event of a language contains its English name', async () => {
    const { events } = await verifyEvents(cast.eli, () => cast.eli.updateSettings({ default_language: 'de' }));
    expect(withoutIds(events)[0]).toEqual([
      { type: 'user_settings', op: 'update', property: 'default_language', value: 'de', language_name: 'German' },
    ]);
    await cast.eli.updateSettings({ default_language: 'en' });
  });

  it('[ST2] works at the older paths, for guests and bots too, with bare and quoted words', async () => {
    const { finn, bot } = cast;
    await verifyEvents(finn, () => finn.updateDisplaySettings({ color_scheme: 2 }));
    await verifyEvents(bot, () => bot.updateNotificationSettings({ notification_sound: 'none' }));
    for (const emojiset of ['twitter', '"text"'])
      expect((await callRaw(server.url, updateSettings, { emojiset }, finn)).status).toBe(200);
    expect(await settingsOf(finn)).toMatchObject({ color_scheme: 2, emojiset: 'text' });
    expect(await settingsOf(bot)).toMatchObject({ notification_sound: 'none' });
  });

  it('[ST2] an invalid value changes nothing', async () => {
    const { eli } = cast;
    const before = await settingsOf(eli);
    const bad: Record<string, string>[] = [
      { color_scheme: '4' },
      { color_scheme: '0' },
      { color_scheme: 'true' },
      { emojiset: 'apple' },
      { web_home_view: 'recent_topics' },
      { email_notifications_batching_period_seconds: '0' },
      { email_notifications_batching_period_seconds: '604801' },
      { email_address_visibility: '6' },
      { default_language: 'xx' },
      { notification_sound: 'toString' },
      { web_font_size_px: '1.5' },
      { timezone: 'Mars/Olympus' },
      { timezone: '+05:00' },
      { full_name: '' },
    ];
    for (const params of bad) {
      const { status, body } = await callRaw(server.url, updateSettings, { enter_sends: 'true', ...params }, eli);
      expect([params, status, body.code]).toEqual([params, 400, 'BAD_REQUEST']);
    }
    expect(await settingsOf(eli)).toEqual(before);
    await eli.updateSettings({ email_notifications_batching_period_seconds: 604_800 });
    const { body } = await callRaw(server.url, updateSettings, { dense_mode: 'true' }, eli);
    expect(body.ignored_parameters_unsupported).toEqual(['dense_mode']);
  });

  it('[ST9] a time zone is visible to all, by its name in the time zone database', async () => {
    const { eli, finn } = cast;
    const { events } = await verifyEvents([eli, finn], () => eli.updateSettings({ timezone: 'europe/vienna' }));
    const person = { user_id: eli.user_id, email: eli.email, timezone: 'Europe/Vienna' };
    const seen = { type: 'realm_user', op: 'update', person };
    expect(withoutIds(events)).toEqual([
      [{ type: 'user_settings', op: 'update', property: 'timezone', value: 'Europe/Vienna' }, seen],
      [seen],
    ]);
    await verifyEvents([eli, finn], () => eli.updateSettings({ timezone: '' }));
  });

  it('[ST501] zones with digits in their name are names too', async () => {
    const { eli } = cast;
    for (const timezone of ['EST5EDT', 'GMT0', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires']) {
      await eli.updateSettings({ timezone });
      expect((await eli.getOwnUser()).timezone).toBe(timezone);
    }
    for (const timezone of ['GMT+1', '5', 'UTC5', ' UTC'])
      expect([timezone, (await refusal(eli.updateSettings({ timezone }))).code]).toEqual([timezone, 'BAD_REQUEST']);
    await eli.updateSettings({ timezone: '' });
  });

  it('[ST12] turning draft synchronization off deletes the server’s drafts', async () => {
    const { eli } = cast;
    const draft = { type: '' as const, to: [], topic: '', content: 'a thought' };
    await eli.createDrafts({ drafts: [draft, draft] });
    const { events } = await verifyEvents(eli, () => eli.updateSettings({ enable_drafts_synchronization: false }));
    expect(events[0]!.map(({ type }) => type)).toEqual(['user_settings', 'drafts', 'drafts']);
    expect((await eli.getDrafts()).drafts).toEqual([]);
    await eli.updateSettings({ enable_drafts_synchronization: true });
  });
});

describe('name, address and password', () => {
  it('[ST6] a new name is visible to all; the organization may forbid it or require unique ones', async () => {
    const { ada, bela, eli, finn } = cast;
    await verifyEvents([eli, finn], () => eli.updateSettings({ full_name: ' Eli the Second ' }));
    expect((await finn.getUser({ user_id: eli.user_id })).user.full_name).toBe('Eli the Second');
    for (const full_name of ['', '  ', 'a'.repeat(101), 'a*b', 'a\nb'])
      expect((await refusal(eli.updateSettings({ full_name }))).code).toBe('BAD_REQUEST');
    await eli.updateSettings({ full_name: '𝒙'.repeat(100) });
    await ada.updateRealm({ name_changes_disabled: true, require_unique_names: true });
    expect((await refusal(eli.updateSettings({ full_name: 'Eli the Third' }))).code).toBe('BAD_REQUEST');
    await bela.updateSettings({ full_name: 'Bela the Second' });
    await ada.updateRealm({ name_changes_disabled: false });
    expect((await refusal(eli.updateSettings({ full_name: 'bela the second' }))).code).toBe('BAD_REQUEST');
    const taken = { email: 'taken@stoa.example', full_name: 'Bela the SECOND', password: 'a long password' };
    expect((await refusal(ada.createUser(taken))).code).toBe('BAD_REQUEST');
    await eli.updateSettings({ full_name: eli.full_name });
    await ada.updateRealm({ require_unique_names: false });
  });

  it('[ST10] changing a password requires the old one', async () => {
    const person = await newcomer();
    const old_password = `${person.full_name} signs in`;
    const signIn = (password: string) => server.client().fetchApiKey({ username: person.email, password });
    const change = (old: string | undefined, new_password: string) =>
      person.updateSettings({ old_password: old, new_password, enter_sends: true });
    expect((await refusal(change('wrong', 'another password'))).message).toBe('Wrong password!');
    expect((await refusal(change(undefined, 'another password'))).code).toBe('BAD_REQUEST');
    expect((await refusal(change(old_password, 'short'))).code).toBe('BAD_REQUEST');
    expect((await settingsOf(person)).enter_sends).toBe(false);
    const both = await Promise.allSettled([
      change(old_password, 'the first one'),
      change(old_password, 'the second one'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = both[0]!.status === 'fulfilled' ? 'the first one' : 'the second one';
    expect((await signIn(winner)).user_id).toBe(person.user_id);
    expect((await refusal(signIn(old_password))).code).toBe('AUTHENTICATION_FAILED');
    await person.updateSettings({ old_password: '', new_password: '' });
    expect((await signIn(winner)).api_key).toBe(person.api_key);
    const bot = cast.bot.updateSettings({ old_password: '', new_password: 'a bot has none' });
    expect((await refusal(bot)).message).toBe('Wrong password!');
  });

  it('[ST11] an address does not change by a settings request alone', async () => {
    const { eli } = cast;
    await eli.updateSettings({ email: eli.email.toUpperCase() });
    expect((await refusal(eli.updateSettings({ email: 'else@stoa.example' }))).code).toBe('BAD_REQUEST');
    expect((await eli.getOwnUser()).delivery_email).toBe(eli.email);
  });
});

describe('who sees an address', () => {
  const VISIBILITIES = [1, 2, 3, 4, 5] as const;
  const SEEN_BY: Record<number, (keyof Cast)[]> = {
    1: ['ada', 'bela', 'chen', 'dara', 'finn', 'bot'],
    2: ['ada', 'bela', 'chen', 'dara', 'bot'],
    3: ['ada', 'bela'],
    4: [],
    5: ['ada', 'bela', 'chen'],
  };
  const viewers = ['ada', 'bela', 'chen', 'dara', 'finn', 'bot'] as const;

  // Gravatar pictures depend on the address.
  beforeAll(async () => {
    const { ada, eli } = cast;
    await ada.updateRealm({ default_avatar_source: 'G' });
    await eli.uploadAvatar({}, { file: samplePicture() });
    await eli.deleteAvatar();
    await ada.updateRealm({ default_avatar_source: 'J' });
  });

  /** The picture event for everybody, if the address becomes or stops being visible to all. */
  function pictureAt(user_id: number, email: string, source: 'G' | 'J') {
    const hash = createHash('md5').update(email).digest('hex');
    const avatar_url = expect.stringContaining(source === 'G' ? `/${hash}?` : `/generated_avatars/${user_id}`);
    return { user_id, avatar_url, avatar_url_medium: avatar_url, avatar_source: source, avatar_version: 3 };
  }

  for (const from of VISIBILITIES)
    for (const to of VISIBILITIES.filter((visibility) => visibility !== from))
      it(`[ST8] from ${from} to ${to}`, async () => {
        const { eli } = cast;
        const { user_id } = eli;
        await eli.updateSettings({ email_address_visibility: from });
        const { events } = await verifyEvents([eli, ...viewers.map((name) => cast[name])], () =>
          eli.updateSettings({ email_address_visibility: to }),
        );
        const people = events.map((received) =>
          received.filter(({ type }) => type === 'realm_user').map(({ person }) => person as Record<string, unknown>),
        );
        const made_up = `user${user_id}@127.0.0.1`;
        const api =
          from === 1 ? [{ user_id, new_email: made_up }] : to === 1 ? [{ user_id, new_email: eli.email }] : [];
        const picture = api.length === 0 ? [] : [pictureAt(user_id, eli.email, to === 1 ? 'G' : 'J')];
        expect(people[0]).toEqual([...picture, ...api] as never);
        for (const [at, name] of viewers.entries()) {
          const [before, after] = [SEEN_BY[from]!.includes(name), SEEN_BY[to]!.includes(name)];
          const delivery = before === after ? [] : [{ user_id, delivery_email: after ? eli.email : null }];
          expect([name, ...people[at + 1]!]).toEqual([name, ...delivery, ...picture, ...api] as never);
        }
      });

  it('[ST8] new accounts hide their addresses by the organization’s default', async () => {
    const { ada, finn, chen } = cast;
    await ada.updateUserSettingsDefaults({ email_address_visibility: 5 });
    const person = await newcomer();
    expect((await finn.getUser({ user_id: person.user_id })).user).toMatchObject({
      delivery_email: null,
      email: `user${person.user_id}@127.0.0.1`,
    });
    expect((await chen.getUser({ user_id: person.user_id })).user.delivery_email).toBe(person.email);
    await ada.updateUserSettingsDefaults({ email_address_visibility: 1 });
  });
});

describe('defaults of the organization', () => {
  it('[ST5] each of them can be changed, and everybody is notified', async () => {
    const { bela, finn } = cast;
    const expected = Object.fromEntries(
      Object.keys(defaultableSettings).map((name) => [
        name,
        another(name, INITIAL_USER_SETTINGS[name as keyof UserSettings]),
      ]),
    );
    const { events } = await verifyEvents([bela, finn], () => bela.updateUserSettingsDefaults(expected));
    for (const received of events)
      expect(Object.fromEntries(received.map(({ property, value }) => [property as string, value]))).toEqual(expected);
    expect((await verifyEvents(finn, () => bela.updateUserSettingsDefaults(expected))).events).toEqual([[]]);
    const { default_language, enable_marketing_emails, enable_login_emails, allow_private_data_export, ...initial } =
      INITIAL_USER_SETTINGS;
    await verifyEvents(finn, () => bela.updateUserSettingsDefaults(initial));
  });

  it('[ST5] new accounts start with them and keep them; existing ones are not affected', async () => {
    const { ada, bela, eli } = cast;
    const before = await settingsOf(eli);
    await bela.updateUserSettingsDefaults({ enter_sends: true, color_scheme: 2 });
    await ada.updateRealm({ default_language: 'fr' });
    expect(await defaultsOf(eli)).toMatchObject({ enter_sends: true, color_scheme: 2, default_language: 'fr' });
    const person = await newcomer();
    const started = { enter_sends: true, color_scheme: 2, default_language: 'fr' };
    expect(await settingsOf(person)).toMatchObject(started);
    await bela.updateUserSettingsDefaults({ enter_sends: false, color_scheme: 3 });
    await ada.updateRealm({ default_language: 'en' });
    expect(await settingsOf(person)).toMatchObject(started);
    expect(await settingsOf(eli)).toEqual(before);
    await person.updateSettings({ enter_sends: false });
    expect((await settingsOf(person)).enter_sends).toBe(false);
    await bela.updateUserSettingsDefaults({ color_scheme: 1 });
  });

  it('[ST5] only administrators change them', async () => {
    const { chen, dara, finn } = cast;
    for (const person of [chen, dara, finn]) {
      const refused = await refusal(person.updateUserSettingsDefaults({ enter_sends: true }));
      expect(refused.code).toBe('UNAUTHORIZED_PRINCIPAL');
    }
    expect((await defaultsOf(dara)).enter_sends).toBe(false);
  });
});

describe('settings of others', () => {
  const target = (user_ids: readonly number[], more: Record<string, unknown> = {}) =>
    ({ target_users: { user_ids, ...more } }) as Record<string, unknown>;

  it('[ST7] administrators change them for accounts and groups, and the affected people are notified', async () => {
    const { bela, chen, eli, finn } = cast;
    const { user_groups } = await bela.getUserGroups({});
    const moderators = user_groups.find(({ name }) => name === 'role:moderators')!;
    const params = { ...target([finn.user_id], { group_ids: [moderators.id] }), twenty_four_hour_time: true };
    const { events } = await verifyEvents([chen, finn, eli], () => bela.updateSettings(params));
    const event = { type: 'user_settings', op: 'update', property: 'twenty_four_hour_time', value: true };
    expect(withoutIds(events)).toEqual([[event], [event], []]);
    // Nested groups too: administrators are among moderators.
    expect((await settingsOf(bela)).twenty_four_hour_time).toBe(true);
  });

  it('[ST7] a chosen value is kept on request', async () => {
    const { bela, dara, eli } = cast;
    await eli.updateSettings({ fluid_layout_width: true });
    await eli.updateSettings({ fluid_layout_width: false });
    const both = [dara.user_id, eli.user_id];
    await bela.updateSettings({ ...target(both, { skip_if_already_edited: true }), fluid_layout_width: true });
    expect((await settingsOf(dara)).fluid_layout_width).toBe(true);
    expect((await settingsOf(eli)).fluid_layout_width).toBe(false);
    await bela.updateSettings({ ...target(both), fluid_layout_width: true });
    expect((await settingsOf(eli)).fluid_layout_width).toBe(true);
  });

  it('[ST500] a chosen value is kept if the parameter stands beside target_users too', async () => {
    const { bela, dara, eli } = cast;
    await eli.updateSettings({ starred_message_counts: false });
    const both = target([dara.user_id, eli.user_id]);
    await dara.updateSettings({ enter_sends: true });
    await bela.updateSettings({
      ...both,
      skip_if_already_edited: true,
      starred_message_counts: true,
      enter_sends: false,
    });
    expect((await settingsOf(eli)).starred_message_counts).toBe(false);
    expect((await settingsOf(dara)).enter_sends).toBe(true);
    expect((await settingsOf(eli)).enter_sends).toBe(false);
  });

  it('[ST7] refuses other roles, personal settings, and unknown accounts', async () => {
    const { bela, chen, dara } = cast;
    const params = { ...target([dara.user_id]), high_contrast_mode: true };
    expect((await refusal(chen.updateSettings(params))).code).toBe('UNAUTHORIZED_PRINCIPAL');
    for (const personal of [{ full_name: 'Somebody' }, { timezone: 'UTC' }, { allow_private_data_export: true }])
      expect((await refusal(bela.updateSettings({ ...params, ...personal }))).code).toBe('BAD_REQUEST');
    for (const nobody of [target([987_654]), target([], { group_ids: [987_654] }), { target_users: { users: [1] } }])
      expect((await refusal(bela.updateSettings({ ...nobody, high_contrast_mode: true }))).code).toBe('BAD_REQUEST');
    const other = await server.organization('elsewhere.example');
    const foreign = { ...target([other.owner.user_id]), high_contrast_mode: true };
    expect((await refusal(bela.updateSettings(foreign))).code).toBe('BAD_REQUEST');
    expect((await settingsOf(dara)).high_contrast_mode).toBe(false);
  });
});
