// The organization's settings and permissions, through HTTP.
import { beforeAll, describe, expect, it } from 'bun:test';
import {
  CHANNEL_PERMISSION_SETTINGS,
  type GroupId,
  INITIAL_REALM_SETTINGS,
  OWNERS_PERMISSIONS,
  OWNERS_SETTINGS,
  REALM_PERMISSION_NAMES,
  REALM_PERMISSIONS,
  REALM_SETTINGS,
  type RealmPermission,
  type RealmSettings,
  ROLE,
  updateRealm,
} from '@stoa/contract';
import { emojiCodes } from '@stoa/markdown';
import { callRaw, codeOf, createPerson, type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';
import { PERMISSION_DEFAULTS } from '../../conversation/channels/permissions.rules.ts';
import { checkValue } from '../membership/group-values.rules.ts';
import { codeOfStep, stepAt } from '../two-factor/totp.rules.ts';
import { promoteFullMembers } from './full-members.actions.ts';
import { mayInOrganization } from './realm-settings.queries.ts';

const { server, cast } = await serveTests();
const groups = new Map<string, GroupId>();

beforeAll(async () => {
  // Who requires two-factor sign-in has it.
  const { secret, setup } = await cast.ada.beginTwoFactor();
  await cast.ada.confirmTwoFactor({ setup, code: codeOfStep(secret, stepAt(server.clock.now())) });
  for (const { name, id } of (await cast.ada.getUserGroups({})).user_groups) groups.set(name, id);
});

const group = (name: string) => groups.get(`role:${name}`)!;
const realmOf = async (person: Person): Promise<Record<string, unknown>> =>
  person.registerQueue({ fetch_event_types: ['realm'] });

describe('server settings', () => {
  it('[RE3] [RE4] name the organization, versions and ways to sign in, without credentials', async () => {
    const settings = await server.client().getServerSettings();
    const state = await cast.finn.registerQueue({ fetch_event_types: ['realm'] });
    const versions = { service_feature_level: 481, zulip_feature_level: 481 };
    for (const answer of [settings, state]) {
      expect(answer).toMatchObject(versions);
      expect(answer.zulip_version).toMatch(/^\d+\.\d+/);
      expect(answer.zulip_merge_base).toBe(answer.zulip_version);
    }
    expect(settings).toMatchObject({ realm_name: state.realm_name, realm_url: server.url });
    expect(settings.authentication_methods.password).toBe(true);
  });
});

describe('register', () => {
  it('[RE5] returns every setting and permission as declared, to spectators too', async () => {
    const initial = Object.fromEntries(
      Object.entries(INITIAL_REALM_SETTINGS).map(([name, value]) => [`realm_${name}`, value]),
    );
    const first = Object.fromEntries(
      REALM_PERMISSION_NAMES.map((name) => [`realm_${name}`, groups.get(REALM_PERMISSIONS[name].default_group_name)!]),
    );
    for (const reader of [cast.finn, server.client()]) {
      const state = await reader.registerQueue({ fetch_event_types: ['realm'] });
      expect(state).toMatchObject({ ...initial, ...first });
      expect(state).toMatchObject({
        realm_mandatory_topics: false,
        realm_allow_edit_history: true,
        realm_wildcard_mention_policy: 5,
        realm_create_public_stream_policy: 1,
        realm_create_private_stream_policy: 1,
        realm_create_web_public_stream_policy: 7,
        realm_bot_domain: 'stoa.invalid',
        development_environment: false,
      });
      expect('user_settings' in state || 'realm_users' in state).toBe(false);
    }
  });

  it('[RE8] describes channel permissions as the server enforces them', () => {
    for (const [name, declared] of Object.entries(CHANNEL_PERMISSION_SETTINGS)) {
      const permission = name as keyof typeof CHANNEL_PERMISSION_SETTINGS;
      if (declared.default_group_name !== 'channel_creator')
        expect([name, declared.default_group_name]).toEqual([name, PERMISSION_DEFAULTS[permission]]);
      for (const [group_name, allowed] of [
        ['role:everyone', declared.allow_everyone_group],
        ['role:nobody', declared.allow_nobody_group],
        ['role:internet', declared.allow_internet_group],
      ] as const) {
        const group_id = groups.get(group_name)!;
        const named = { name: group_name, is_system_group: true };
        const check = expect(() => checkValue(permission, declared, group_id, new Map([[group_id, named]])));
        if (allowed) check.not.toThrow();
        else check.toThrow();
      }
    }
  });

  it('[RE10] the emoji data and the logo are public', async () => {
    const state = await realmOf(cast.eli);
    const emoji = await (await fetch(state.server_emoji_data_url as string)).json();
    expect(Object.keys(emoji.code_to_names)).toHaveLength(emojiCodes.size);
    expect(emoji.code_to_names['1f642']).toContain('smile');
    const logo = await fetch(new URL(state.realm_logo_url as string, server.url));
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});

/** For each changeable setting: the requested value, and the value afterwards. */
const CHANGES: Partial<Record<keyof RealmSettings, [unknown, unknown]>> = {
  default_avatar_source: ['G', 'G'],
  default_code_block_language: ['python', 'python'],
  default_language: ['de', 'de'],
  digest_weekday: [6, 6],
  gif_rating_policy: [0, 0],
  jitsi_server_url: ['https://meet.example.org/', 'https://meet.example.org'],
  media_preview_size: [200, 200],
  message_content_delete_limit_seconds: ['unlimited', null],
  message_content_edit_limit_seconds: [60, 60],
  message_edit_history_visibility_policy: ['moves', 'moves'],
  message_retention_days: [30, 30],
  move_messages_between_streams_limit_seconds: ['unlimited', null],
  move_messages_within_stream_limit_seconds: [1, 1],
  org_type: [1000, 1000],
  require_two_factor: ['administrators', 'administrators'],
  topics_policy: ['disable_empty_topic', 'disable_empty_topic'],
  video_chat_provider: [0, 0],
  waiting_period_threshold: [3, 3],
  welcome_message_custom_text: ['Hello', 'Hello'],
};
const BACK: Partial<Record<keyof RealmSettings, unknown>> = {
  jitsi_server_url: 'default',
  message_retention_days: 'unlimited',
};

/** Settings that no request changes, as it may name them. */
const OPERATORS: Readonly<Record<string, unknown>> = { authentication_methods: { Email: true }, string_id: 'agora' };

describe('settings', () => {
  it('[RE19] sign-in methods and the host name can’t be changed', async () => {
    const { ada, bela, finn } = cast;
    const before = await realmOf(finn);
    const methods = before.realm_authentication_methods as Record<string, { enabled: boolean }>;
    const same = Object.fromEntries(Object.entries(methods).map(([name, { enabled }]) => [name, enabled]));
    expect((await verifyEvents([finn], () => ada.updateRealm({ authentication_methods: same }))).events).toEqual([[]]);
    await ada.updateRealm({ authentication_methods: { GitHub: false } });
    for (const authentication_methods of [
      { Email: false },
      { GitHub: true },
      Object.fromEntries(Object.keys(same).map((name) => [name, false])),
    ])
      expect(await codeOf(ada.updateRealm({ authentication_methods, name: 'Not this' }))).toBe('BAD_REQUEST');
    expect(await codeOf(ada.updateRealm({ string_id: 'elsewhere' }))).toBe('BAD_REQUEST');
    for (const change of [{ string_id: 'x' }, { authentication_methods: same }])
      expect(await codeOf(bela.updateRealm(change))).toBe('UNAUTHORIZED_PRINCIPAL');
    const after = await realmOf(finn);
    for (const name of ['realm_authentication_methods', 'realm_name', 'realm_url'])
      expect(after[name]).toEqual(before[name]);
  });

  it('[RE6] every parameter of the API is covered', async () => {
    const { body } = await callRaw(
      server.url,
      updateRealm,
      { digest_weekday: '7', send_welcome_emails: 'perhaps', zulip_update_announcements_stream_id: '-2' },
      cast.ada,
    );
    expect(body.ignored_parameters_unsupported).toBeUndefined();
    for (const bad of [
      { digest_weekday: 7 },
      { digest_weekday: -1 },
      { zulip_update_announcements_stream_id: 987_654 },
      { default_avatar_source: 'U' },
    ])
      expect(await codeOf(cast.ada.updateRealm(bad as never))).toBe('BAD_REQUEST');
  });

  const changeable = Object.entries(REALM_SETTINGS).filter(([name]) => !name.endsWith('_id'));
  // Many at once, because registering before and after each would be slow.
  for (let at = 0; at < changeable.length; at += 8) {
    const some = changeable.slice(at, at + 8).map(([name, { initial }]) => {
      const [asked, kept] = CHANGES[name as keyof RealmSettings] ?? [!initial, !initial];
      return { name, initial, asked, kept, back: BACK[name as keyof RealmSettings] ?? initial };
    });
    it(`[RE6] ${some.map(({ name }) => name).join(', ')} change for all`, async () => {
      const { ada, finn } = cast;
      const change = async () => {
        for (const { name, asked } of some) await ada.updateRealm({ [name]: asked });
      };
      const { events } = await verifyEvents([ada, finn], change);
      expect(events[1]!.length).toBeGreaterThanOrEqual(some.length);
      const changed = await realmOf(finn);
      for (const { name, kept } of some) expect([name, changed[`realm_${name}`]]).toEqual([name, kept]);
      expect((await verifyEvents(finn, change)).events).toEqual([[]]);
      await verifyEvents(finn, async () => {
        for (const { name, back } of some) await ada.updateRealm({ [name]: back });
      });
      const restored = await realmOf(finn);
      for (const { name, initial } of some) expect([name, restored[`realm_${name}`]]).toEqual([name, initial]);
    });
  }

  it('[RE6] name and description, within their limits', async () => {
    const { ada, bela, eli } = cast;
    const { events } = await verifyEvents([bela, eli], () =>
      bela.updateRealm({ name: ' Stoa of Eli ', description: 'We *talk*.' }),
    );
    expect(events[1]!.map(({ id: _, ...event }) => event)).toEqual([
      { type: 'realm', op: 'update', property: 'name', value: 'Stoa of Eli' },
      {
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: { description: 'We *talk*.', rendered_description: '<p>We <em>talk</em>.</p>' },
      },
    ]);
    expect(await server.client().getServerSettings()).toMatchObject({
      realm_name: 'Stoa of Eli',
      realm_description: '<p>We <em>talk</em>.</p>',
    });
    await ada.updateRealm({
      name: '𝒙'.repeat(40),
      description: '𝒙'.repeat(1000),
      welcome_message_custom_text: '𝒙'.repeat(8000),
    });
    const too_much = [
      { name: 'x'.repeat(41) },
      { name: ' ' },
      { description: 'x'.repeat(1001) },
      { welcome_message_custom_text: 'x'.repeat(8001) },
    ];
    for (const bad of too_much) expect((await refusal(ada.updateRealm(bad))).code).toBe('BAD_REQUEST');
    await ada.updateRealm({ name: 'Stoa', description: '', welcome_message_custom_text: '' });
  });

  it('[RE6] a bad value changes nothing', async () => {
    const before = await realmOf(cast.eli);
    const bad: Record<string, string>[] = [
      { message_content_edit_limit_seconds: '0' },
      { message_content_edit_limit_seconds: '-1' },
      { message_content_edit_limit_seconds: 'forever' },
      { message_retention_days: '0' },
      { message_retention_days: '-1' },
      { message_retention_days: '100001' },
      { waiting_period_threshold: '-1' },
      { topics_policy: 'inherit' },
      { jitsi_server_url: 'javascript:alert(1)' },
      { jitsi_server_url: `https://example.org/${'x'.repeat(200)}` },
      { org_type: '1' },
      { media_preview_size: '101' },
      { video_chat_provider: '2' },
      { moderation_request_channel_id: '987654' },
    ];
    for (const params of bad) {
      const { status, body } = await callRaw(
        server.url,
        updateRealm,
        { invite_required: 'false', ...params },
        cast.ada,
      );
      expect([params, status, body.code]).toEqual([params, 400, 'BAD_REQUEST']);
    }
    expect(await realmOf(cast.eli)).toEqual({ ...before, queue_id: expect.any(String) });
  });

  it('[RE11] channels named by settings exist; the moderation channel is private', async () => {
    const { ada, finn } = cast;
    await ada.subscribe({ subscriptions: [{ name: 'news' }] });
    await ada.subscribe({ subscriptions: [{ name: 'reports' }], invite_only: true });
    const { stream_id: news } = await ada.getStreamId({ stream: 'news' });
    const { stream_id: reports } = await ada.getStreamId({ stream: 'reports' });
    const changes = { new_stream_announcements_stream_id: news, signup_announcements_stream_id: news };
    await verifyEvents(finn, () => ada.updateRealm({ ...changes, moderation_request_channel_id: reports }));
    expect((await refusal(ada.updateRealm({ moderation_request_channel_id: news }))).code).toBe('BAD_REQUEST');
    await verifyEvents(finn, () => ada.updateRealm({ moderation_request_channel_id: -1 }));
  });

  it('[RE7] some are for owners, the others for administrators', async () => {
    const { bela, chen, finn } = cast;
    const groups_too = { new: group('administrators') };
    const names = [...OWNERS_SETTINGS, ...OWNERS_PERMISSIONS];
    for (const name of names) {
      const initial =
        OPERATORS[name] ??
        BACK[name as keyof RealmSettings] ??
        INITIAL_REALM_SETTINGS[name as keyof RealmSettings] ??
        groups_too;
      expect([name, (await refusal(bela.updateRealm({ [name]: initial }))).code]).toEqual([
        name,
        'UNAUTHORIZED_PRINCIPAL',
      ]);
    }
    for (const person of [chen, finn])
      expect((await refusal(person.updateRealm({ presence_disabled: true }))).code).toBe('UNAUTHORIZED_PRINCIPAL');
    await bela.updateRealm({ presence_disabled: false });
  });
});

describe('permissions', () => {
  const GRANTED = [
    'administrators',
    'moderators',
    'fullmembers',
    'members',
    'nobody',
    'everyone',
    'internet',
    'owners',
  ];

  for (const name of REALM_PERMISSION_NAMES) {
    const declared = REALM_PERMISSIONS[name];
    it(`[RE8] ${name} accepts exactly the groups that it declares`, async () => {
      const { ada, eli } = cast;
      const list: readonly string[] = declared.allowed_system_groups;
      const takes = (role: string) => {
        if (list.length > 0) return list.includes(`role:${role}`);
        return !(
          role === 'internet' ||
          (role === 'everyone' && !declared.allow_everyone_group) ||
          (role === 'nobody' && !declared.allow_nobody_group)
        );
      };
      for (const role of GRANTED) {
        const answer = await callRaw(server.url, updateRealm, { [name]: JSON.stringify({ new: group(role) }) }, ada);
        expect([role, answer.status]).toEqual([role, takes(role) ? 200 : 400]);
      }
      const people = { direct_members: [eli.user_id, eli.user_id], direct_subgroups: [group('owners')] };
      const answer = await callRaw(server.url, updateRealm, { [name]: JSON.stringify({ new: people }) }, ada);
      expect(answer.status).toBe(declared.require_system_group ? 400 : 200);
      if (!declared.require_system_group)
        expect((await realmOf(eli))[`realm_${name}`]).toEqual({ ...people, direct_members: [eli.user_id] });
      const first = groups.get(declared.default_group_name)!;
      await verifyEvents([ada, eli], () => ada.updateRealm({ [name]: { new: first } }));
    });
  }

  it('[RE8] a stale old value or an unknown group or person changes nothing', async () => {
    const { ada, eli } = cast;
    const name = 'can_create_public_channel_group';
    const elsewhere = await server.organization('permissions.example');
    const foreign = (await elsewhere.owner.getUserGroups({})).user_groups[3]!.id;
    const stale = ada.updateRealm({ [name]: { new: group('moderators'), old: group('owners') } });
    expect((await refusal(stale)).code).toBe('EXPECTATION_MISMATCH');
    const bad = [
      foreign,
      987_654,
      { direct_members: [987_654], direct_subgroups: [] },
      { direct_members: [elsewhere.owner.user_id], direct_subgroups: [] },
      { direct_members: [], direct_subgroups: [] },
      { direct_members: Array.from({ length: 501 }, (_, n) => n + 1), direct_subgroups: [] },
    ] as never[];
    for (const value of bad)
      expect((await refusal(ada.updateRealm({ [name]: { new: value }, enable_read_receipts: false }))).code).toBe(
        'BAD_REQUEST',
      );
    expect(await realmOf(eli)).toMatchObject({ [`realm_${name}`]: group('members'), realm_enable_read_receipts: true });
    const same = { direct_members: [], direct_subgroups: [group('members')] };
    await verifyEvents(eli, () => ada.updateRealm({ [name]: { new: group('moderators'), old: same } }));
    await ada.updateRealm({ [name]: { new: group('members') } });
  });

  it('[RE500] permissions that take system groups only refuse others with a code of their own', async () => {
    const { ada } = cast;
    const { group_id } = await ada.createUserGroup({ name: 'not of the system', description: '', members: [] });
    const alone = { direct_members: [ada.user_id], direct_subgroups: [] };
    for (const setting_name of ['can_access_all_users_group', 'can_create_web_public_channel_group'] as const)
      for (const value of [group_id, alone, { direct_members: [], direct_subgroups: [group_id] }]) {
        const refused = await refusal(ada.updateRealm({ [setting_name]: { new: value } }));
        expect(refused).toMatchObject({ code: 'SYSTEM_GROUP_REQUIRED', status: 400, fields: { setting_name } });
        expect(refused.message).toBe(`'${setting_name}' must be a system user group.`);
      }
    const members_only = { can_create_web_public_channel_group: { new: group('members') } };
    expect((await refusal(ada.updateRealm(members_only))).code).toBe('BAD_REQUEST');
  });

  it('[RE9] creating channels, adding subscribers and creating bots follow the permissions', async () => {
    const { ada, chen, eli } = cast;
    let count = 0;
    const make = (person: Person, more = {}) =>
      person.subscribe({ subscriptions: [{ name: `made ${++count}` }], ...more });
    const own = async (person: Person) => {
      const state = await person.registerQueue({ fetch_event_types: ['realm_user'] });
      const { can_create_public_streams, can_create_private_streams, can_create_streams } = state;
      const { can_create_web_public_streams, can_subscribe_other_users } = state;
      return [
        can_create_public_streams,
        can_create_private_streams,
        can_create_streams,
        can_create_web_public_streams,
        can_subscribe_other_users,
      ];
    };
    expect(await own(eli)).toEqual([true, true, true, false, true]);
    const strict = { new: group('moderators') };
    await verifyEvents([ada, chen, eli], () =>
      ada.updateRealm({
        can_create_public_channel_group: strict,
        can_create_private_channel_group: { new: { direct_members: [eli.user_id], direct_subgroups: [] } },
        can_create_web_public_channel_group: { new: group('moderators') },
        enable_spectator_access: true,
        can_add_subscribers_group: strict,
        can_create_bots_group: strict,
      }),
    );
    expect(await own(eli)).toEqual([false, true, true, false, false]);
    expect(await own(chen)).toEqual([true, false, true, true, true]);
    expect((await refusal(make(eli))).code).toBe('BAD_REQUEST');
    await make(eli, { invite_only: true });
    expect((await refusal(make(chen, { invite_only: true }))).code).toBe('BAD_REQUEST');
    await make(chen);
    expect((await refusal(eli.createBot({ full_name: 'Echo', short_name: 'echo' }))).code).toBe('BAD_REQUEST');
    const add = (person: Person, name: string) =>
      person.subscribe({ subscriptions: [{ name }], principals: [cast.dara.user_id as number] });
    expect((await refusal(add(eli, `made ${count}`))).code).toBe('BAD_REQUEST');
    await add(chen, `made ${count}`);
    // Administrators of a channel may add subscribers.
    const own_channel = `made ${count - 2}`;
    await add(eli, own_channel);

    await make(chen, { is_web_public: true });
    const web_public = `made ${count}`;
    const { stream_id } = await chen.getStreamId({ stream: web_public });
    expect((await server.client().getStream({ stream_id })).stream.name).toBe(web_public);
    expect((await server.client().getServerSettings()).realm_web_public_access_enabled).toBe(true);
    await ada.updateRealm({ enable_spectator_access: false });
    expect((await refusal(server.client().getStream({ stream_id }))).code).toBe('UNAUTHORIZED');
    expect((await server.client().getStreams({ include_web_public: true })).streams).toEqual([]);
    expect((await refusal(make(chen, { is_web_public: true }))).code).toBe('BAD_REQUEST');
    await verifyEvents([chen, eli], () =>
      ada.updateRealm({
        can_create_public_channel_group: { new: group('members') },
        can_create_private_channel_group: { new: group('members') },
        can_create_web_public_channel_group: { new: group('owners') },
        can_add_subscribers_group: { new: group('members') },
        can_create_bots_group: { new: group('members') },
      }),
    );
  });

  it('[RE8] guests hold nothing that can’t be given to everyone, whatever groups they are in', async () => {
    const { ada, finn } = cast;
    const to_finn = { new: { direct_members: [finn.user_id], direct_subgroups: [] } };
    const may = (permission: RealmPermission) =>
      mayInOrganization(
        server.app.store.db,
        { realm: server.realm, user_id: finn.user_id, role: ROLE.guest },
        permission,
      );
    await verifyEvents(finn, () =>
      ada.updateRealm({ can_create_public_channel_group: to_finn, can_mention_many_users_group: to_finn }),
    );
    expect(await may('can_create_public_channel_group')).toBe(false);
    expect(await may('can_mention_many_users_group')).toBe(true);
    await ada.updateRealm({
      can_create_public_channel_group: { new: group('members') },
      can_mention_many_users_group: { new: group('administrators') },
    });
  });
});

describe('full members', () => {
  it('[GR4] are members whose waiting period is over', async () => {
    const { ada, dara, eli, finn } = cast;
    const { app, realm, owner, client } = server;
    const DAY = 24 * 60 * 60 * 1000;
    const full = async () => {
      const { user_groups } = await ada.getUserGroups({});
      return user_groups.find(({ name }) => name === 'role:fullmembers')!.members;
    };
    expect(await full()).toContain(dara.user_id);
    const { events } = await verifyEvents([ada, eli], () => ada.updateRealm({ waiting_period_threshold: 2 }));
    expect(events[1]!.map(({ type, op }) => [type, op])).toEqual([
      ['realm', 'update'],
      ['user_group', 'remove_members'],
    ]);
    expect(await full()).toEqual([]);
    await ada.updateRealm({ can_create_public_channel_group: { new: group('fullmembers') } });
    const make = (person: Person, name: string) => person.subscribe({ subscriptions: [{ name }] });
    expect((await refusal(make(eli, 'too early'))).code).toBe('BAD_REQUEST');
    server.clock.advance(DAY);
    const late = await createPerson(
      { app, realm, owner, client },
      { email: 'late@stoa.example', full_name: 'Late Member' },
    );
    server.clock.advance(DAY + 1000);
    const promote = () => promoteFullMembers(app.store, app.writer);
    const promoted = await verifyEvents([eli, finn], promote);
    const received = promoted.events[1]!.map(({ op, group_id, user_ids }) => ({ op, group_id, user_ids }));
    expect(received).toMatchObject([{ op: 'add_members', group_id: group('fullmembers') }]);
    expect(await full()).toContain(eli.user_id);
    expect(await full()).not.toContain(late.user_id);
    expect((await verifyEvents(finn, promote)).events).toEqual([[]]);
    await make(eli, 'in time');
    expect((await refusal(make(late, 'still too early'))).code).toBe('BAD_REQUEST');
    // Stronger roles have no waiting period.
    await make(ada, 'by the owner');
    await verifyEvents([eli, late], () => ada.updateRealm({ waiting_period_threshold: 0 }));
    expect(await full()).toContain(late.user_id);
    await ada.updateRealm({ can_create_public_channel_group: { new: group('members') } });
  });
});
