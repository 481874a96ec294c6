// Accounts, groups and bots, through HTTP.

import { describe, expect, it } from 'bun:test';
import { ROLE, type UserId } from '@stoa/contract';
import { OWNER, refusal, refusedWith, samplePicture, serveTests, type TestServer, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { deactivateAccount, setRole } from './users.actions.ts';

const { server, cast } = await serveTests();

const newcomer = (name: string) => ({ email: `${name}@stoa.example`, full_name: name, password: 'a long password' });

describe('reading accounts', () => {
  it('[US1] lists all, or those requested by id', async () => {
    const { eli, ada, dara } = cast;
    const { members } = await eli.getUsers({});
    const ids = members.map(({ user_id }) => user_id as number);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(members).toHaveLength(Object.keys(cast).length);
    const some = await eli.getUsers({ user_ids: [dara.user_id, ada.user_id, 987_654 as UserId] });
    expect(some.members.map(({ full_name }) => full_name)).toEqual([OWNER.full_name, dara.full_name]);
  });

  it('[US2] returns one by id or address, and refuses unknown ones', async () => {
    const { eli, bot, dara } = cast;
    const { user } = await eli.getUser({ user_id: bot.user_id });
    expect(user).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: dara.user_id, role: ROLE.member });
    expect((await eli.getUserByEmail({ email: bot.email })).user).toEqual(user);
    expect((await refusal(eli.getUser({ user_id: 987_654 }))).code).toBe('BAD_REQUEST');
    expect((await refusal(eli.getUserByEmail({ email: 'nobody@stoa.example' }))).code).toBe('BAD_REQUEST');
  });

  it('[US3] leaves avatar_url to clients that compute it', async () => {
    const { ada, eli, dara } = cast;
    expect((await eli.getUser({ user_id: dara.user_id })).user.avatar_url).toStartWith('/generated_avatars/');
    await ada.updateRealm({ default_avatar_source: 'G' });
    await dara.uploadAvatar({}, { file: samplePicture() });
    await dara.deleteAvatar();
    await ada.updateRealm({ default_avatar_source: 'J' });
    expect((await eli.getUser({ user_id: dara.user_id })).user.avatar_url).toBeNull();
    const { user } = await eli.getUser({ user_id: dara.user_id, client_gravatar: false });
    expect(user.avatar_url).toStartWith('https://secure.gravatar.com/avatar/');
    const state = await dara.registerQueue({ client_gravatar: true });
    for (const own of [state.avatar_url, state.avatar_url_medium])
      expect(own).toStartWith('https://secure.gravatar.com/');
  });

  it('[US4] [US5] hides a real address from those who may not see it, and accepts the made-up one', async () => {
    const { eli, chen, finn } = cast;
    const setSettings = (settings: string) =>
      server.app.writer.write(null, ({ tx }) =>
        tx.run(sql`update users set settings = ${settings} where user_id = ${eli.user_id}`),
      );
    // No endpoint changes settings yet.
    await setSettings('{"email_address_visibility": 5}');
    try {
      const made_up = `user${eli.user_id}@127.0.0.1`;
      const seen = (await finn.getUser({ user_id: eli.user_id })).user;
      expect([seen.delivery_email, seen.email]).toEqual([null, made_up]);
      expect(seen.avatar_url).toStartWith('/generated_avatars/');
      const by_moderator = (await chen.getUser({ user_id: eli.user_id })).user;
      expect([by_moderator.delivery_email, by_moderator.email]).toEqual([eli.email, made_up]);
      expect((await finn.getUserByEmail({ email: made_up })).user.user_id).toBe(eli.user_id);
      // An account has only one made-up address, because failures are counted by it. [RL4]
      const alias = `user0${eli.user_id}@127.0.0.1`;
      expect((await refusal(finn.getUserByEmail({ email: alias }))).code).toBe('BAD_REQUEST');
      expect((await refusal(server.client(alias, eli.api_key).getOwnUser({}))).status).toBe(401);
      expect((await refusal(finn.getUserByEmail({ email: eli.email }))).code).toBe('BAD_REQUEST');
      expect((await server.client(made_up, eli.api_key).getOwnUser({})).delivery_email).toBe(eli.email);
    } finally {
      await setSettings('{}');
    }
  });

  it('[US10] returns the own account', async () => {
    const { ada } = cast;
    const own = await ada.getOwnUser({});
    expect(own).toMatchObject({ user_id: ada.user_id, delivery_email: OWNER.email, is_owner: true, is_admin: true });
    for (const name of ['bot_type', 'bot_owner_id']) expect(own).not.toHaveProperty(name);
    expect(await cast.bot.getOwnUser({})).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: cast.dara.user_id });
  });

  it('[US30] refuses names with the suffix that distinguishes people of the same name', async () => {
    const { ada, dara } = cast;
    const names = ['Dara|7', 'Dara |12', 'x|0'];
    for (const full_name of names) {
      expect(await refusedWith(ada.updateUser({ user_id: dara.user_id, full_name }))).toEqual([400, 'BAD_REQUEST']);
      expect(await refusedWith(dara.updateSettings({ full_name }))).toEqual([400, 'BAD_REQUEST']);
    }
    await ada.updateUser({ user_id: dara.user_id, full_name: 'Dara|7th' });
    await ada.updateUser({ user_id: dara.user_id, full_name: dara.full_name });
  });
});

describe('creating accounts', () => {
  it('[US6] [US7] announces the account to everybody, with its groups', async () => {
    const { bela, dara, finn } = cast;
    const { value, events } = await verifyEvents([bela, dara, finn], () => bela.createUser(newcomer('Nia')));
    const groups = events[1]!.filter(({ type }) => type === 'user_group');
    expect(groups).toHaveLength(2);
    expect((await dara.getUser({ user_id: value.user_id })).user.role).toBe(ROLE.member);
  });

  it('[US6] refuses non-administrators and invalid accounts', async () => {
    const { bela, chen } = cast;
    expect((await refusal(chen.createUser(newcomer('Odo')))).code).toBe('UNAUTHORIZED_PRINCIPAL');
    const good = newcomer('Odo');
    const bad = [
      { ...good, email: OWNER.email.toUpperCase() },
      { ...good, email: 'no address' },
      { ...good, full_name: ' ' },
      { ...good, full_name: 'x'.repeat(101) },
      { ...good, full_name: 'a*b' },
      { ...good, password: 'short' },
    ];
    const before = (await bela.getUsers({})).members.length;
    for (const account of bad) expect((await refusal(bela.createUser(account))).code).toBe('BAD_REQUEST');
    expect((await bela.getUsers({})).members).toHaveLength(before);
  });
});

describe('changes by the operator', () => {
  const change = (action: Parameters<TestServer['app']['writer']['write']>[1]) =>
    server.app.writer.write(server.realm.realm_id, action);

  it('[US8] a role change moves the account between system groups; the only owner stays one', async () => {
    const { ada, eli, finn } = cast;
    await verifyEvents([ada, eli, finn], () =>
      change((context) => setRole(context, server.realm, eli.user_id, ROLE.moderator)),
    );
    await verifyEvents([ada, eli, finn], () =>
      change((context) => setRole(context, server.realm, eli.user_id, ROLE.member)),
    );
    const only = change((context) => setRole(context, server.realm, ada.user_id, ROLE.member));
    expect((await refusal(only)).code).toBe('BAD_REQUEST');
  });

  it('[US9] deactivation is announced to all and includes the bots', async () => {
    const { ada, finn, dara, bot } = cast;
    const only = change((context) => deactivateAccount(context, server.realm, ada.user_id));
    expect((await refusal(only)).code).toBe('BAD_REQUEST');
    const { events } = await verifyEvents([ada, finn], () =>
      change((context) => deactivateAccount(context, server.realm, dara.user_id)),
    );
    const deactivated = events[1]!.map((event) => (event.person as { user_id: UserId }).user_id);
    expect(deactivated).toEqual([dara.user_id, bot.user_id]);
  });
});

describe('bots', () => {
  it('[BO1] [BO2] [BO4] are created by members, and visible in full to their owners and administrators', async () => {
    const { bela, eli, finn, chen } = cast;
    const make = () => eli.createBot({ full_name: 'Echo', short_name: 'echo' });
    const { value, events } = await verifyEvents([bela, eli, chen], make);
    expect(events.map((received) => received.filter(({ type }) => type === 'realm_bot').length)).toEqual([1, 1, 0]);
    const { bots } = await eli.getBots({});
    expect(bots).toMatchObject([{ username: 'echo-bot@stoa.invalid', full_name: 'Echo', api_key: value.api_key }]);
    expect((await refusal(make())).code).toBe('BAD_REQUEST');
    expect((await refusal(finn.createBot({ full_name: 'No', short_name: 'no' }))).code).toBe('BAD_REQUEST');
    const robot = server.client(bots[0]!.username, value.api_key);
    expect((await refusal(robot.createBot({ full_name: 'No', short_name: 'no' }))).code).toBe('BAD_REQUEST');
    expect((await refusal(eli.createBot({ full_name: 'No', short_name: 'no', bot_type: 4 }))).code).toBe('BAD_REQUEST');
  });

  it('[BO3] are listed only to their owner', async () => {
    const { bela, chen } = cast;
    expect((await chen.getBots({})).bots).toEqual([]);
    expect((await bela.getBots({})).bots).toEqual([]);
  });
});

describe('groups', () => {
  it('[GR1] [GR2] follow from roles', async () => {
    const { ada, chen } = cast;
    const { user_groups } = await ada.getUserGroups({});
    const named = (name: string) => user_groups.find((group) => group.name === name)!;
    expect(user_groups.map(({ name }) => name).sort()).toEqual(
      ['administrators', 'everyone', 'fullmembers', 'internet', 'members', 'moderators', 'nobody', 'owners'].map(
        (name) => `role:${name}`,
      ),
    );
    expect(named('role:owners').members).toEqual([ada.user_id]);
    expect(named('role:moderators')).toMatchObject({
      members: [chen.user_id],
      direct_subgroup_ids: [named('role:administrators').id],
      can_manage_group: named('role:nobody').id,
    });
    expect(named('role:nobody').members).toEqual([]);
  });
});
