// The first login to an account that somebody else created, through HTTP.
import { expect, it } from 'bun:test';
import { ROLE } from '@stoa/contract';
import { serveTests, signedToken, verifyEvents } from '@stoa/testkit';
import { insertImportedAccounts } from './importing.actions.ts';
import { createAccount } from './users.actions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const { server, cast } = await serveTests({ dev: true });

const password = 'seven tall lanterns';
const joined = async (user_id: number) => Date.parse((await cast.eli.getUser({ user_id })).user.date_joined);

/** Every way to sign in. */
const logins: Readonly<Record<string, (email: string) => Promise<unknown>>> = {
  fetch_api_key: (username: string) => server.client().fetchApiKey({ username, password }),
  session: (username: string) => server.client().createSession({ username, password, device_name: 'A laptop' }),
  token: (email: string) =>
    server.client().jwtFetchApiKey({ token: signedToken({ email, exp: Math.floor(server.clock.now() / 1000) + 60 }) }),
  development: (username: string) => server.client().devFetchApiKey({ username }),
};

for (const [name, login] of Object.entries(logins))
  it(`[US24] the first login is the date of joining: ${name}`, async () => {
    const { bela, dara } = cast;
    const email = `${name}@stoa.example`;
    const { user_id } = await bela.createUser({ email, full_name: name.replace('_', ' '), password });
    const made = await joined(user_id);
    server.clock.advance(DAY_MS);
    expect(await joined(user_id)).toBe(made);
    const { events } = await verifyEvents([bela, dara], () => login(email));
    const now = await joined(user_id);
    expect(now).toBeGreaterThanOrEqual(made + DAY_MS);
    for (const received of events)
      expect(received).toMatchObject([
        {
          type: 'realm_user',
          op: 'update',
          person: { user_id, date_joined: expect.stringMatching(/^\d{4}-.*00:00$/) },
        },
      ]);
    server.clock.advance(DAY_MS);
    const again = await verifyEvents([bela, dara], () => login(email));
    expect(again.events).toEqual([[], []]);
    expect(await joined(user_id)).toBe(now);
  });

it('[US33] a person of another system is a stub until the first login', async () => {
  const { bela, dara } = cast;
  const email = 'stub@elsewhere.example';
  const account = { email, full_name: 'Stub', role: ROLE.member, is_active: true, bot_owner_id: null, is_bot: false };
  const [user_id] = await server.app.writer.write(server.realm.realm_id, ({ tx }) =>
    insertImportedAccounts(tx, server.realm.realm_id, [
      {
        ...account,
        date_joined: 1_500_000_000,
        timezone: '',
        password_hash: null,
        settings: {},
        awaits_first_login: true,
        is_imported_stub: true,
      },
    ]),
  );
  const is_stub = async () => (await dara.getUser({ user_id: user_id! })).user.is_imported_stub;
  expect(await is_stub()).toBe(true);
  const { events } = await verifyEvents([bela, dara], () => logins.development!(email));
  for (const received of events)
    expect(received.map((event) => (event as { person?: object }).person)).toEqual([
      { user_id, is_imported_stub: false },
      { user_id, date_joined: expect.any(String) },
    ]);
  expect(await is_stub()).toBe(false);
  const { members } = await dara.getUsers();
  expect(members.filter(({ is_imported_stub }) => is_imported_stub)).toEqual([]);
});

it('[US24] using a key is no login, and the organization’s creator joined with it', async () => {
  const { user_id, email } = await server.app.writer.write(server.realm.realm_id, (context) =>
    createAccount(context, server.realm, {
      email: 'keyed@stoa.example',
      full_name: 'Keyed',
      role: ROLE.member,
      password_hash: null,
      awaits_first_login: true,
    }),
  );
  const made = await joined(user_id);
  server.clock.advance(DAY_MS);
  await server.client(email, server.app.keys.keyOf(user_id, 1)).getOwnUser();
  expect(await joined(user_id)).toBe(made);
  const { ada, eli } = cast;
  const { events } = await verifyEvents([eli], () => server.client().devFetchApiKey({ username: ada.email }));
  expect(events).toEqual([[]]);
});

it('[US24] [GR4] the waiting period of new members starts with it', async () => {
  const { ada, bela, dara } = cast;
  const { user_id } = await bela.createUser({ email: 'late@stoa.example', full_name: 'Late', password });
  server.clock.advance(5 * DAY_MS);
  await ada.updateRealm({ waiting_period_threshold: 3 });
  const { user_groups } = await ada.getUserGroups();
  const full = user_groups.find(({ name }) => name === 'role:fullmembers')!;
  const is_full = async () =>
    (await dara.getIsUserGroupMember({ user_group_id: full.id, user_id })).is_user_group_member;
  expect(await is_full()).toBe(true);
  const { events } = await verifyEvents([ada, dara], () => logins.fetch_api_key!('late@stoa.example'));
  expect(events[1]).toMatchObject([
    { type: 'user_group', op: 'remove_members', group_id: full.id, user_ids: [user_id] },
    { type: 'realm_user', op: 'update', person: { user_id } },
  ]);
  expect(await is_full()).toBe(false);
});
