// SCIM as a provider uses it: who may, what is shown, and what becomes of accounts.
import { describe, expect, it } from 'bun:test';
import { ROLE, type UserId } from '@stoa/contract';
import {
  makeScimToken,
  OWNER,
  type Person,
  refusal,
  ScimClient,
  scimClient,
  serveTests,
  verifyEvents,
} from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { revokeScimToken } from './scim-tokens.actions.ts';
import { listScimTokens } from './scim-tokens.queries.ts';

const { server, cast } = await serveTests();
const scim = await scimClient(server);
const { realm_id } = server.realm;

let made = 0;
const newUser = (more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `person${++made}@scim.example`,
  displayName: `Person ${made}`,
  active: true,
  ...more,
});
async function create(more: object = {}) {
  const { status, body } = await scim.post('/Users', newUser(more));
  expect([status, body.detail]).toEqual([201, undefined]);
  return body;
}
const userOf = async (id: string) => (await cast.ada.getUser({ user_id: Number(id) as UserId })).user;
const errorOf = ({ status, body }: Awaited<ReturnType<typeof scim.get>>) => [status, body?.scimType];

/** An account with a password, and one session. */
async function signedIn(name: string): Promise<Person> {
  const account = { email: `${name}@scim.example`, full_name: name, password: `${name} and nobody else` };
  await cast.ada.createUser(account);
  const { api_key, user_id } = await server
    .client()
    .fetchApiKey({ username: account.email, password: account.password });
  return Object.assign(server.client(account.email, api_key), { ...account, api_key, user_id });
}

describe('the language of a new account', () => {
  it('[SI800] is that of the provider, and later the person’s own', async () => {
    const languageIn = async (id: string) => {
      const row = await server.app.store.db.get<{ settings: { default_language?: string } }>(
        sql`select settings from users where user_id = ${Number(id)}`,
      );
      return row!.settings.default_language ?? 'en';
    };
    const languageOf = async (more: object) => languageIn((await create(more)).id);
    expect(await languageOf({ preferredLanguage: 'de-DE', locale: 'fr-FR' })).toBe('de');
    expect(await languageOf({ preferredLanguage: 'tlh', locale: 'fr_FR' })).toBe('fr');
    expect(await languageOf({ preferredLanguage: 'de-AT, en;q=0.8' })).toBe('de');
    expect(await languageOf({ preferredLanguage: { odd: 1 }, locale: '' })).toBe('en');
    const { id } = await create({ preferredLanguage: 'sv' });
    expect((await scim.patch(`/Users/${id}`, { op: 'replace', path: 'preferredLanguage', value: 'de' })).status).toBe(
      200,
    );
    expect(await languageIn(id)).toBe('sv');
  });
});

describe('tokens', () => {
  it('[SI2] lets in by a token of the organization alone', async () => {
    const other = await server.organization('other.example');
    const foreign = await makeScimToken(server, other);
    for (const token of [null, 'stoa_scim_wrong', foreign, cast.ada.api_key]) {
      const answer = await new ScimClient(server.url, token).get('/Users');
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toStartWith('Bearer');
      expect(answer.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' });
    }
    const basic = await fetch(`${server.url}/scim/v2/Users`, {
      headers: { authorization: `Basic ${btoa(`${cast.ada.email}:${cast.ada.api_key}`)}` },
    });
    expect(basic.status).toBe(401);
    expect((await new ScimClient(server.url, foreign, 'other.example').get('/Users')).status).toBe(200);
    // Nor is a token of SCIM a key of the API.
    const { status } = await refusal(server.client(OWNER.email, await makeScimToken(server, server)).getOwnUser());
    expect(status).toBe(401);
  });

  it('[SI1] [SI2] keeps digests alone, notes the hour of use, and ends with a revocation', async () => {
    const token = await makeScimToken(server, server);
    const client = new ScimClient(server.url, token);
    const last = async () => {
      // Uses are written after the response.
      await server.app.writer.write(null, async () => {});
      return (await listScimTokens(server.app.store.db, realm_id)).at(-1)!;
    };
    const use = () => client.get('/Users?count=1');
    // The clock goes on meanwhile.
    const seconds_ago = (time: number | null) => Math.floor(server.clock.now() / 1000) - time!;
    expect((await last()).last_used_at).toBeNull();
    await use();
    const first_used = (await last()).last_used_at;
    expect(seconds_ago(first_used)).toBeLessThan(60);
    server.clock.advance(3_000_000);
    await use();
    expect((await last()).last_used_at).toBe(first_used);
    server.clock.advance(700_000);
    await use();
    expect(seconds_ago((await last()).last_used_at)).toBeLessThan(60);
    const rows = await server.app.store.db.all<object>(sql`select * from scim_tokens`);
    expect(JSON.stringify(rows)).not.toContain(token.slice(-20));
    const { token_id } = await last();
    await server.app.writer.write(realm_id, (context) => revokeScimToken(context, realm_id, token_id));
    expect((await client.get('/Users')).status).toBe(401);
  });

  it('[SI2] writes nothing with a token that was revoked while the write waited', async () => {
    const client = new ScimClient(server.url, await makeScimToken(server, server));
    const { token_id } = (await listScimTokens(server.app.store.db, realm_id)).at(-1)!;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const revoking = server.app.writer.write(realm_id, async (context) => {
      begin();
      await held;
      await revokeScimToken(context, realm_id, token_id);
    });
    await begun;
    const user = newUser();
    const creating = client.post('/Users', user);
    await Bun.sleep(200);
    release();
    await revoking;
    expect((await creating).status).toBe(401);
    expect((await scim.find('Users', `userName eq "${user.userName}"`)).body.totalResults).toBe(0);
  });
});

describe('users', () => {
  it('[SI4] shows people, deactivated ones too, but neither bots nor accounts of others or of the server', async () => {
    const { body } = await scim.get('/Users?count=200');
    const ids = body.Resources.map(({ id }: { id: string }) => Number(id));
    expect(body.totalResults).toBe(ids.length);
    expect(ids).toContain(cast.dara.user_id);
    expect(ids).not.toContain(cast.bot.user_id);
    const other = await server.organization('strangers.example');
    const [system] = await server.app.store.db.all<{ user_id: number }>(
      sql`select user_id from users where realm_id = ${realm_id} and is_system_bot`,
    );
    for (const id of [cast.bot.user_id, system!.user_id, other.owner.user_id, 987_654]) {
      expect(ids).not.toContain(id);
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect((await scim.call(method, `/Users/${id}`, method === 'PUT' ? {} : undefined)).status).toBe(404);
      expect((await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).status).toBe(404);
    }
    for (const id of [
      '1e1',
      '0x1',
      `0${cast.dara.user_id}`,
      `${cast.dara.user_id}.0`,
      '9007199254740993',
      '-1',
      ' 1',
      'x',
    ])
      expect((await scim.get(`/Users/${encodeURIComponent(id)}`)).status).toBe(404);
    expect((await scim.get(`/Users/${cast.dara.user_id}`)).body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: String(cast.dara.user_id),
      userName: cast.dara.email,
      displayName: 'Dara Member',
      name: { formatted: 'Dara Member', givenName: 'Dara', familyName: 'Member' },
      emails: [{ value: cast.dara.email, type: 'work', primary: true }],
      active: true,
      roles: [{ value: 'member' }],
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        location: `${server.url}/scim/v2/Users/${cast.dara.user_id}`,
      },
    });
  });

  it('[SI4] an erased account is gone', async () => {
    const { id } = await create({ externalId: 'erased' });
    await server.app.writer.write(realm_id, ({ tx }) =>
      tx.run(sql`update users set is_active = false, is_erased = true where user_id = ${Number(id)}`),
    );
    for (const answer of [
      await scim.get(`/Users/${id}`),
      await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: true } }),
    ])
      expect(answer.status).toBe(404);
    expect((await scim.find('Users', 'externalId eq "erased"')).body.totalResults).toBe(0);
  });

  it('[SI4] [SI22] lists in pages, and returns the attributes that are asked for', async () => {
    const all = (await scim.get('/Users?count=200')).body;
    const paged: unknown[] = [];
    for (let start = 1; start <= all.totalResults; start += 3) {
      const { body } = await scim.get(`/Users?startIndex=${start}&count=3`);
      expect(body).toMatchObject({ totalResults: all.totalResults, startIndex: start });
      expect(body.itemsPerPage).toBe(body.Resources.length);
      paged.push(...body.Resources);
    }
    expect(paged).toEqual(all.Resources);
    expect((await scim.get('/Users?count=0')).body).toMatchObject({ totalResults: all.totalResults, Resources: [] });
    expect((await scim.get('/Users?startIndex=-5&count=1')).body.Resources).toEqual(all.Resources.slice(0, 1));
    expect((await scim.get('/Users?startIndex=999999999')).body.Resources).toEqual([]);
    // The largest numbers of common languages.
    for (const most of ['2147483647', '4294967295', '999999999999999']) {
      expect((await scim.get(`/Users?count=${most}`)).body.Resources.length).toBe(Math.min(200, all.totalResults));
      expect((await scim.get(`/Users?startIndex=${most}`)).body.Resources).toEqual([]);
    }
    for (const query of ['count=x', 'startIndex=1.5', 'count=99999999999999999999'])
      expect(errorOf(await scim.get(`/Users?${query}`))).toEqual([400, 'invalidValue']);
    const { id } = all.Resources[0];
    const few = await scim.get(`/Users/${id}?attributes=userName,name.givenName`);
    expect(Object.keys(few.body)).toEqual(['schemas', 'id', 'userName', 'name']);
    const fewer = await scim.get(`/Users/${id}?excludedAttributes=NAME,emails,meta`);
    expect(Object.keys(fewer.body)).toEqual(['schemas', 'id', 'userName', 'displayName', 'active', 'roles']);
  });

  it('[SI6] creates an account that joins with the first sign-in', async () => {
    const wanted = newUser({ externalId: '00u1', name: { givenName: 'New', familyName: 'One' } });
    const { events, value: results } = await verifyEvents([cast.ada, cast.dara, cast.finn], () =>
      scim.post('/Users', wanted),
    );
    expect(results.status).toBe(201);
    expect(results.headers.get('location')).toBe(results.body.meta.location);
    expect(results.headers.get('content-type')).toBe('application/scim+json');
    expect(results.body).toMatchObject({ externalId: '00u1', displayName: `Person ${made}`, active: true });
    for (const received of events) expect(received.some(({ type }) => type === 'realm_user')).toBe(true);
    const user = await userOf(results.body.id);
    expect(user).toMatchObject({ full_name: `Person ${made}`, role: ROLE.member, is_active: true });
    const [row] = await server.app.store.db.all<{ password_hash: string | null; awaits_first_login: boolean }>(
      sql`select password_hash, awaits_first_login from users where user_id = ${Number(results.body.id)}`,
    );
    expect(row).toEqual({ password_hash: null, awaits_first_login: true });
    const defaults = (await cast.ada.registerQueue({ fetch_event_types: ['default_streams'] })) as unknown as {
      realm_default_streams: number[];
    };
    for (const stream_id of defaults.realm_default_streams) {
      const { subscribers } = await cast.ada.getSubscribers({ stream_id: stream_id as never });
      expect(subscribers).toContain(Number(results.body.id) as UserId);
    }
  });

  it('[SI5] [SI6] refuses an address that somebody has, in any case, and what is no address', async () => {
    const mine = await create();
    await scim.patch(`/Users/${mine.id}`, { op: 'replace', value: { active: false } });
    for (const userName of [cast.dara.email, cast.dara.email.toUpperCase(), cast.bot.email, mine.userName]) {
      const answer = await scim.post('/Users', newUser({ userName }));
      expect(errorOf(answer)).toEqual([409, 'uniqueness']);
    }
    // An address of others that the server made up.
    expect((await scim.post('/Users', newUser({ userName: `user${cast.dara.user_id}@127.0.0.1` }))).status).toBe(409);
    for (const userName of ['a b@scim.example', 'a@', '@', 'x@ｅxample.com', '\u212a@scim.example'])
      expect(errorOf(await scim.post('/Users', newUser({ userName })))).toEqual([400, 'invalidValue']);
    for (const user of [newUser({ userName: 'nobody' }), { displayName: 'Nobody' }, newUser({ userName: 5 })])
      expect(errorOf(await scim.post('/Users', user))).toEqual([400, 'invalidValue']);
    expect((await scim.find('Users', `userName eq "${cast.dara.email.toUpperCase()}"`)).body.totalResults).toBe(1);
  });

  it('[SI6] keeps to the restrictions of addresses', async () => {
    await cast.ada.updateRealm({ emails_restricted_to_domains: true });
    await cast.ada.createRealmDomain({ domain: 'scim.example', allow_subdomains: false });
    expect(errorOf(await scim.post('/Users', newUser({ userName: 'a@elsewhere.example' })))).toEqual([
      400,
      'invalidValue',
    ]);
    await create();
    await cast.ada.updateRealm({ emails_restricted_to_domains: false });
  });

  it('[SI5] keeps a name that is no address beside the address', async () => {
    const user = await create({
      userName: 'JDoe',
      emails: [{ value: 'second@scim.example' }, { value: 'jane@scim.example', primary: true }],
    });
    expect(user).toMatchObject({ userName: 'JDoe', emails: [{ value: 'jane@scim.example' }] });
    expect((await userOf(user.id)).delivery_email).toBe('jane@scim.example');
    for (const filter of [
      'userName eq "jdoe"',
      'emails.value eq "JANE@scim.example"',
      'emails[type eq "work"].value sw "jane"',
    ])
      expect((await scim.find('Users', filter)).body.Resources).toEqual([user]);
    expect((await scim.find('Users', 'userName eq "jane@scim.example"')).body.totalResults).toBe(0);
    const again = newUser({ userName: 'jdoe', emails: [{ value: 'other@scim.example' }] });
    expect(errorOf(await scim.post('/Users', again))).toEqual([409, 'uniqueness']);
    const moved = await scim.patch(`/Users/${user.id}`, {
      op: 'Replace',
      path: 'emails[type eq "work"].value',
      value: 'doe@scim.example',
    });
    expect(moved.body).toMatchObject({ userName: 'JDoe', emails: [{ value: 'doe@scim.example' }] });
    // An address as the name decides, whatever emails say.
    const named = await scim.put(`/Users/${user.id}`, {
      userName: 'jane.doe@scim.example',
      emails: [{ value: 'mail@scim.example', primary: true }],
    });
    expect(named.body).toMatchObject({
      userName: 'jane.doe@scim.example',
      emails: [{ value: 'jane.doe@scim.example' }],
    });
    expect((await scim.find('Users', 'userName eq "jdoe"')).body.totalResults).toBe(0);
  });

  it('[SI5] changes the address by the rules of administrators, and keeps ids of providers apart', async () => {
    const [one, two] = [await create({ externalId: 'one' }), await create({ externalId: 'two' })];
    const { events } = await verifyEvents([cast.ada, cast.finn], () =>
      scim.patch(`/Users/${one.id}`, { op: 'replace', path: 'userName', value: 'renamed@scim.example' }),
    );
    for (const received of events) expect(received.length).toBeGreaterThan(0);
    expect((await userOf(one.id)).delivery_email).toBe('renamed@scim.example');
    const rename = (value: string) => scim.patch(`/Users/${one.id}`, { op: 'replace', path: 'userName', value });
    expect(errorOf(await rename(two.userName))).toEqual([409, 'uniqueness']);
    expect(errorOf(await rename('no address@scim.example'))).toEqual([400, 'invalidValue']);
    expect(errorOf(await scim.put(`/Users/${one.id}`, { externalId: 'two' }))).toEqual([409, 'uniqueness']);
    expect(errorOf(await scim.post('/Users', newUser({ externalId: 'two' })))).toEqual([409, 'uniqueness']);
    // Told apart by case.
    expect((await scim.put(`/Users/${one.id}`, { externalId: 'Two' })).body.externalId).toBe('Two');
    expect((await scim.find('Users', 'externalId eq "two"')).body.Resources[0].id).toBe(two.id);
    const other = await scimClient(server, await server.organization('third.example'));
    expect((await other.post('/Users', newUser({ externalId: 'two' }))).status).toBe(201);
    expect((await other.find('Users', 'externalId eq "one"')).body.totalResults).toBe(0);
  });
});

describe('activation', () => {
  const deactivate = (id: number | string) =>
    scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });

  it('[SI8] ends keys, sessions, queues and bots at once, and an administrator could not do more', async () => {
    const person = await signedIn('leaver');
    const session = await server.client().createSession({
      username: person.email,
      password: 'leaver and nobody else',
      device_name: 'Phone',
    });
    const device = server.client(session.email, session.session_key);
    const bot = await person.createBot({ full_name: 'Their bot', short_name: 'theirs' });
    const queue = await device.registerQueue({});
    expect((await device.getOwnUser()).user_id).toBe(person.user_id);
    const { events } = await verifyEvents([cast.ada, cast.dara], () => deactivate(person.user_id));
    for (const received of events)
      expect(received.map((event) => (event as unknown as { person: unknown }).person)).toContainEqual({
        user_id: person.user_id,
        is_active: false,
      });
    for (const client of [person, device]) expect((await refusal(client.getOwnUser())).status).toBe(401);
    expect((await refusal(device.getEvents({ queue_id: queue.queue_id!, last_event_id: -1 }))).status).toBe(401);
    expect((await userOf(String(bot.user_id))).is_active).toBe(false);
    const left = await server.app.store.db.all(
      sql`select 1 as found from event_queues where user_id = ${person.user_id}
       union all select 1 from sessions where user_id = ${person.user_id} and ended_at is null`,
    );
    expect(left).toEqual([]);
    expect((await deactivate(person.user_id)).body.active).toBe(false);
    const back = await scim.patch(`/Users/${person.user_id}`, { op: 'Replace', value: { active: 'True' } });
    expect(back.body.active).toBe(true);
    // As after any reactivation, the old key works and the old sessions do not.
    expect((await person.getOwnUser()).user_id).toBe(person.user_id);
    expect((await refusal(device.getOwnUser())).status).toBe(401);
  });

  it('[SI8] nothing else in a request prevents a deactivation', async () => {
    const user = await create({ externalId: 'stays' });
    const wrong = { userName: cast.dara.email, displayName: 'Other', externalId: 'goes', active: false };
    expect((await scim.put(`/Users/${user.id}`, wrong)).body).toMatchObject({
      userName: user.userName,
      displayName: user.displayName,
      externalId: 'stays',
      active: false,
    });
    // Of a deactivated account, everything can be changed.
    expect((await scim.put(`/Users/${user.id}`, { ...wrong, userName: user.userName })).body).toMatchObject({
      displayName: 'Other',
      externalId: 'goes',
      active: false,
    });
    expect((await create({ active: false })).active).toBe(false);
  });

  it('[SI8] [SI14] leaves the only owner', async () => {
    const path = `/Users/${cast.ada.user_id}`;
    for (const answer of [
      await deactivate(cast.ada.user_id),
      await scim.delete(path),
      await scim.patch(path, { op: 'replace', path: 'roles', value: [{ value: 'member' }] }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toContain('only');
    }
    expect((await cast.ada.getOwnUser()).is_owner).toBe(true);
  });

  it('[SI8] of two owners who are deactivated at once, one stays', async () => {
    const other = await server.organization('owners.example');
    const client = await scimClient(server, other);
    const second = await client.post('/Users', newUser({ roles: ['owner'] }));
    const paths = [other.owner.user_id, second.body.id].map((id) => `/Users/${id}`);
    const answers = await Promise.all(paths.map((path) => client.delete(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('[SI9] a deleted user is a deactivated one', async () => {
    const user = await create({ externalId: 'returns' });
    expect((await scim.delete(`/Users/${user.id}`)).status).toBe(204);
    expect((await scim.delete(`/Users/${user.id}`)).status).toBe(204);
    const { body } = await scim.find('Users', 'externalId eq "returns"');
    expect(body.Resources).toEqual([{ ...user, active: false }]);
  });

  it('[SI14] sets roles by their names', async () => {
    const user = await create({ roles: [{ value: 'Moderator', primary: true }] });
    expect((await userOf(user.id)).role).toBe(ROLE.moderator);
    const patched = await scim.patch(`/Users/${user.id}`, {
      op: 'add',
      path: 'roles[primary eq "True"].value',
      value: 'guest',
    });
    expect(patched.body.roles).toEqual([{ value: 'guest' }]);
    expect((await scim.put(`/Users/${user.id}`, { role: 'member' })).body.roles[0].value).toBe('member');
    expect((await scim.put(`/Users/${user.id}`, { roles: [] })).body.roles[0].value).toBe('member');
    expect(errorOf(await scim.put(`/Users/${user.id}`, { roles: ['king'] }))).toEqual([400, 'invalidValue']);
    expect((await userOf(user.id)).role).toBe(ROLE.member);
  });
});

it('[SI17] of many requests for one address, one makes the account, on whatever node', async () => {
  const user = newUser();
  const node = server.app.store.engine === 'postgres' ? await server.startNode() : null;
  const there = new ScimClient(node?.app.url ?? server.url, await makeScimToken(server, server));
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => [scim, there][at % 2]!.post('/Users', user)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
  expect((await scim.find('Users', `userName eq "${user.userName}"`)).body.totalResults).toBe(1);
  // The other node knows at once who was deactivated.
  const person = await signedIn('wanderer');
  const client = node ? node.as(person) : person;
  expect((await client.getOwnUser()).user_id).toBe(person.user_id);
  expect((await scim.delete(`/Users/${person.user_id}`)).status).toBe(204);
  expect((await refusal(client.getOwnUser())).status).toBe(401);
  await node?.stop();
});
