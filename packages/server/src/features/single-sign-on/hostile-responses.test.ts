// What identity providers say that they should not: claims of any kind and size, and responses that nobody can read.
import { afterAll, afterEach, beforeAll, expect, it } from 'bun:test';
import { createHash, createHmac, createPublicKey, randomBytes } from 'node:crypto';
import type { RealmId } from '@stoa/contract';
import {
  codeOf,
  FakeIdentityProvider,
  IDENTITY_CLIENT,
  signOnReturn,
  startServer,
  type TestServer,
} from '@stoa/testkit';
import type { LogFields, Logger } from '../../kit/logging/logger.ts';
import { Outbound } from '../../kit/outbound/outbound.ts';
import { OpenIdProvider } from './openid-provider.ts';

const provider = new FakeIdentityProvider();
const realm = { realm_id: 1 as RealmId, url: 'https://stoa.example' };
const sign_on = {
  kind: 'openid' as const,
  issuer: provider.issuer,
  ...IDENTITY_CLIENT,
  name: 'Example ID',
  only: false,
  creates_accounts: true,
  trusts_addresses: false,
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sign_on });
});
afterEach(() => {
  provider.person = null;
  provider.alter = (claims) => claims;
  provider.misbehave = null;
  provider.says_little = false;
});
afterAll(async () => {
  await server.stop();
  provider.stop();
});

type Claims = Record<string, unknown>;

/** Signs in somebody of whom a token says this; the code, or what they are told. */
async function signIn({ sub = 'sub', ...claims }: Claims) {
  provider.person = { sub: 'sub' };
  const { alter } = provider;
  provider.alter = (told) => alter({ email_verified: true, ...told, sub, ...claims });
  const verifier = randomBytes(32).toString('hex');
  const challenge = createHash('sha256').update(verifier).digest('hex');
  const get = (address: string, cookie = '') => fetch(address, { redirect: 'manual', headers: { cookie } });
  const begun = await get(`${server.url}/login/openid?challenge=${challenge}`);
  const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
  const answer = await get(begun.headers.get('location')!);
  const end = await get(answer.headers.get('location')!, cookie);
  provider.alter = alter;
  return { verifier, ...(await signOnReturn(server.url, end.headers.get('location'), verifier)) };
}

async function session(claims: Claims) {
  const { code, verifier, told } = await signIn(claims);
  if (code === '') throw new Error(told);
  return server.client().createExternalSession({ code, verifier });
}

/** The name of the account that such a person gets. */
async function nameOf(claims: Claims): Promise<string> {
  const { email, session_key } = await session(claims);
  return (await server.client(email, session_key).getOwnUser()).full_name;
}

const logOut = (claims: Claims) =>
  fetch(`${server.url}/login/openid/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: provider.logoutToken(claims) }),
  });

it('[SO40] ids that a database would refuse, or take for others, are nobody', async () => {
  const long = randomBytes(5000).toString('hex');
  const email = 'odd@stoa.example';
  for (const id of ['a\0b', 'x\ud800', 'x\udfff', long]) {
    for (const claims of [{ sub: id }, { sid: id }]) {
      const { told } = await signIn({ email, ...claims });
      expect(told).toContain('Signing in with Example ID failed.');
      expect((await logOut({ sub: 'sub', ...claims })).status).toBe(400);
    }
  }
  for (const sub of [['sub'], 7, '', null]) expect((await signIn({ email, sub })).code).toBe('');
  expect((await session({ email, sub: 'é'.repeat(255), sid: 's'.repeat(255) })).email).toBe(email);
});

it('[SO40] times with fractions count, and others do no harm', async () => {
  const now = Date.now() / 1000;
  const times = [{ auth_time: now - 5.5 }, { iat: now - 0.25, auth_time: 1.5 }, { auth_time: 1e300 }];
  for (const [n, claims] of times.entries())
    expect((await session({ sub: `time ${n}`, email: `time${n}@stoa.example`, ...claims })).user_id).toBeGreaterThan(0);
});

it('[SO41] an address is verified by what is said beside it, and by nothing like it', async () => {
  const address = { email: 'beside@stoa.example' };
  for (const email_verified of [['true'], { toString: 'true' }, 'TRUE', 1])
    expect((await signIn({ ...address, email_verified })).told).toContain('does not say that');
  // A token without an address says that one is verified; the endpoint says that its own is not.
  const little = async (email_verified: boolean, more: Claims = {}) => {
    provider.misbehave = (path) =>
      path === '/userinfo' ? Response.json({ sub: 'sub', ...address, email_verified, ...more }) : null;
    return signIn({ email_verified: true });
  };
  expect((await little(false)).told).toContain('does not say that');
  const { code, verifier } = await little(true, { sid: 'x\0', auth_time: 'today', iss: 'https://elsewhere.example' });
  expect((await server.client().createExternalSession({ code, verifier })).email).toBe(address.email);
});

it('[SO42] namesakes with alike addresses get in where names must differ, with names that accounts may have', async () => {
  await server.owner.updateRealm({ require_unique_names: true });
  const names: string[] = [];
  for (const n of [1, 2, 3, 4]) names.push(await nameOf({ sub: `ann ${n}`, email: `ann@of${n}.example`, name: 'Ann' }));
  expect(names.slice(0, 2)).toEqual(['Ann', 'Ann (ann)']);
  expect(names.slice(2).every((name) => /^Ann \(\d{6}\)$/.test(name))).toBe(true);
  const long = { email: `${'q'.repeat(60)}@of.example`, name: 'B'.repeat(95) };
  expect(await nameOf({ ...long, sub: 'long 1' })).toBe(long.name);
  const second = await nameOf({ ...long, sub: 'long 2', email: `${'q'.repeat(60)}@another.example` });
  expect([second.length, second.endsWith('q)')]).toEqual([100, true]);
  const longest = { name: 'x'.repeat(300_000), email: `${'l'.repeat(200)}@of.example` };
  expect(await nameOf({ ...longest, sub: 'longest' })).toBe('New member');
  await server.owner.updateRealm({ require_unique_names: false });
});

it('[SO43] a provider that fails is asked once to describe itself by everybody who waits', async () => {
  const fresh = await startServer({ sign_on });
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  provider.misbehave = (path) => {
    if (!path.startsWith('/.well-known')) return null;
    asked += 1;
    return promise.then(() => new Response(null, { status: 503 }));
  };
  const begin = () => fetch(`${fresh.url}/login/openid?challenge=${'a'.repeat(64)}`, { redirect: 'manual' });
  const pages = Array.from({ length: 60 }, begin);
  await Bun.sleep(300);
  resolve();
  const statuses = (await Promise.all(pages)).map(({ status }) => status);
  expect([new Set(statuses), asked]).toEqual([new Set([302]), 1]);
  provider.misbehave = null;
  expect((await begin()).status).toBe(302);
  await fresh.stop();
});

it('[SO44] nothing of an unreadable response is in the log, but what the provider calls the error is', async () => {
  const lines: LogFields[] = [];
  const log = { warn: (fields: LogFields) => void lines.push(fields) } as Partial<Logger> as Logger;
  const asked = new OpenIdProvider(sign_on, new Outbound(), log);
  const json = { headers: { 'content-type': 'application/json' } };
  const answers = [
    () => new Response('SECRET_token', json),
    () => new Response('{"access_token":SECRET_token}', json),
    () => Response.json({ access_token: 'SECRET_token', token_type: 'SECRET', id_token: 'SECRET.SECRET.SECRET' }),
    () => Response.json({ error: 'invalid_client', error_description: 'SECRET' }, { status: 401 }),
    () => Response.json({ error: 'SECRET key' }, { status: 400 }),
    () => new Response('SECRET', { status: 302, headers: { location: 'https://elsewhere.example/?SECRET' } }),
  ];
  provider.person = { sub: 'sub' };
  for (const answer of answers) {
    provider.misbehave = (path) => (path === '/token' ? answer() : null);
    const { secrets } = await asked.begin(realm, 'if_needed');
    const back = `?code=SECRET_code&state=${secrets.state}`;
    expect(await codeOf(asked.identify(realm, back, secrets))).toBe('BAD_REQUEST');
  }
  await asked.ended('SECRET.SECRET.SECRET');
  expect(lines).toHaveLength(answers.length + 1);
  expect(JSON.stringify(lines)).not.toContain('SECRET');
  expect(lines[3]!.answer).toBe('invalid_client');
});

it('[SO801] a response that would keep others waiting is not read', async () => {
  const lines: LogFields[] = [];
  const log = { warn: (fields: LogFields) => void lines.push(fields) } as Partial<Logger> as Logger;
  const costly = (part: string) => `"x":${part.repeat(30_000)}`;
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const token = (parts: string) => JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: parts });
  const head = encode('{"alg":"RS256"}');
  const texts = [
    `{${costly('[')}`,
    `{"x":[${'{},'.repeat(30_000)}{}]}`,
    token(`${encode(`{"alg":"RS256",${costly('[')}`)}.e30.AAAA`),
    token(`${head}.${encode(`{${costly('{"a":')}`)}.AAAA`),
    token(`${head}.${encode(`{"groups":[${'"a",'.repeat(30_000)}"a"]}`)}.AAAA`),
    // Signed as a whole, and with a name that is written another way.
    `${head}.${encode(`{${costly('[')}`)}.AAAA`,
    token(`${head}.${encode(`{${costly('[')}`)}.AAAA`).replace('id_token', 'id\\u005ftoken'),
  ];
  provider.person = { sub: 'sub' };
  for (const path of ['/.well-known/openid-configuration', '/token', '/keys'])
    for (const text of texts) {
      const asked = new OpenIdProvider(sign_on, new Outbound(), log);
      provider.misbehave = (at) =>
        at === path ? new Response(text, { headers: { 'content-type': 'application/json' } }) : null;
      const identified = async () => {
        const { secrets } = await asked.begin(realm, 'if_needed');
        // Whoever answers with a token of another person is asked for the keys first.
        if (path === '/keys') return asked.ended(provider.logoutToken({ sub: 'sub' }));
        return asked.identify(realm, `?code=c&state=${secrets.state}`, secrets);
      };
      lines.length = 0;
      await identified().catch(() => {});
      expect([path, lines.map(({ error }) => String(error))]).toEqual([
        path,
        ['Error: the answer of the provider has too many values or levels'],
      ]);
    }
  expect(await new OpenIdProvider(sign_on, new Outbound(), log).ended(`${encode(`{${costly('[')}`)}.e30.A`)).toBeNull();
});

it('[SO801] no header of a response is searched', async () => {
  const words: unknown[] = [];
  const log = { warn: ({ answer }: LogFields) => void words.push(answer) } as Partial<Logger> as Logger;
  const asked = new OpenIdProvider(sign_on, new Outbound(), log);
  provider.misbehave = (path) =>
    path === '/token'
      ? Response.json({ error: 'invalid_client' }, { status: 401, headers: { 'www-authenticate': 'a '.repeat(7000) } })
      : null;
  const { secrets } = await asked.begin(realm, 'if_needed');
  const back = `?code=c&state=${secrets.state}`;
  expect(await codeOf(asked.identify(realm, back, secrets))).toBe('BAD_REQUEST');
  expect(words).toEqual(['invalid_client']);
});

it('[SO10] refuses tokens without a signature, and ones signed with the public key or the secret', async () => {
  const { keys } = (await (await fetch(`${provider.issuer}/keys`)).json()) as { keys: JsonWebKey[] };
  const pem = createPublicKey({ key: keys[0] as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const kid = 'of the provider';
  const forgeries = [
    [{ alg: 'none' }, null],
    [{ alg: 'HS256' }, pem],
    [{ alg: 'HS256', kid }, pem],
    [{ alg: 'HS256', kid }, IDENTITY_CLIENT.client_secret],
    [{ alg: 'RS256', kid }, pem],
  ] as const;
  for (const [head, key] of forgeries) {
    provider.misbehave = (path) => {
      if (path !== '/token') return null;
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const iat = Math.floor(Date.now() / 1000);
      const nonce = provider.visits.at(-1)!.get('nonce');
      const claims = {
        iss: provider.issuer,
        aud: 'stoa',
        iat,
        exp: iat + 60,
        nonce,
        sub: 'forged',
        email_verified: true,
      };
      const text = `${encode(head)}.${encode({ ...claims, email: 'forged@stoa.example' })}`;
      const signature = key === null ? '' : createHmac('sha256', key).update(text).digest('base64url');
      return Response.json({ access_token: 'a', token_type: 'Bearer', id_token: `${text}.${signature}` });
    };
    expect((await signIn({})).told).toContain('Signing in with Example ID failed.');
  }
});
