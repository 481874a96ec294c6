// Rate limits through a whole server. Every test uses addresses of its own, in a trusted proxy's header.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { basic, OWNER, type RawAnswer, rawRequest, startServer, type TestServer } from '@stoa/testkit';
import { parseRanges } from './kit/outbound/outbound-addresses.ts';

const MINUTE = 60_000;
const LIMITS = { user: 12, ip: 6, login: 5, mail: 4, own: 15 };
setDefaultTimeout(30_000);

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    dev: true,
    rate_limits: {
      user: { requests: LIMITS.user, period_ms: MINUTE },
      ip: { requests: LIMITS.ip, period_ms: MINUTE },
      login: { requests: LIMITS.login, period_ms: 30 * MINUTE },
      mail: { requests: LIMITS.mail, period_ms: 60 * MINUTE },
      accounts: new Map([['busy-bot@stoa.invalid', { requests: LIMITS.own, period_ms: MINUTE }]]),
    },
    trusted_proxies: parseRanges('127.0.0.1'),
  });
});
afterAll(() => server.stop());

/** Long enough that no earlier request counts. */
const later = () => server.clock.advance(3 * 60 * MINUTE);
const ask = (path: string, from: string, init: RequestInit = {}): Promise<RawAnswer> =>
  rawRequest(`${server.url}${path}`, { ...init, headers: { ...init.headers, 'x-forwarded-for': from } });
const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });
async function repeat(n: number, act: () => Promise<RawAnswer>): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  for (let k = 0; k < n; k++) answers.push(await act());
  return answers;
}
const statuses = (answers: RawAnswer[]) => answers.map(({ status }) => status);

function expectRefused({ status, headers, body }: RawAnswer): void {
  expect([status, body.code]).toEqual([429, 'RATE_LIMIT_HIT']);
  const wait = body['retry-after'] as number;
  expect(wait).toBeGreaterThan(0);
  expect(headers.get('retry-after')).toBe(String(Math.ceil(wait)));
  expect(headers.get('x-ratelimit-remaining')).toBe('0');
}
const rateLimitOf = ({ headers }: RawAnswer) =>
  ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`);
    return value === null ? null : Number(value);
  });

describe('an account’s rate limit', () => {
  const me = (from: string, init: RequestInit = {}) =>
    ask('/api/v1/users/me', from, { ...init, headers: basic(server.owner) });

  const makeBot = async (short_name: string, bot_type: number) => {
    const { api_key } = await server.owner.createBot({ full_name: short_name, short_name, bot_type });
    return { email: `${short_name}-bot@stoa.invalid`, api_key };
  };

  it('[RL1] [RL2] is its own, for all requests from anywhere', async () => {
    later();
    const [first, ...others] = await repeat(LIMITS.user, () => me('192.0.2.1'));
    expect(statuses([first!, ...others])).toEqual(Array(LIMITS.user).fill(200));
    const now = server.clock.now() / 1000;
    const [limit, remaining, reset] = rateLimitOf(first!);
    expect([limit, remaining]).toEqual([LIMITS.user, LIMITS.user - 1]);
    expect(reset! - now).toBeGreaterThan(-1);
    expect(reset! - now).toBeLessThanOrEqual(61);
    expect(rateLimitOf(others.at(-1)!)[1]).toBe(0);
    for (const from of ['192.0.2.1', '192.0.2.2']) expectRefused(await me(from));
    const write = { ...form({ content: 'x', to: 'y' }), headers: basic(server.owner) };
    expectRefused(await ask('/api/v1/messages', '192.0.2.1', write));
    expect((await ask('/api/v1/server_settings', '192.0.2.1')).status).toBe(200);
    server.clock.advance(2 * MINUTE);
    expect((await me('192.0.2.1')).status).toBe(200);
  });

  it('[RL1] covers webhooks and resumable uploads, but not reading files', async () => {
    later();
    const { api_key } = await server.owner.createBot({ full_name: 'Hook', short_name: 'hook', bot_type: 2 });
    later();
    const hook = () =>
      ask(`/api/v1/external/json?api_key=${api_key}&stream=x`, '192.0.2.7', { method: 'POST', body: '{}' });
    const hooked = await repeat(LIMITS.user, hook);
    expect(statuses(hooked)).not.toContain(429);
    expectRefused(await hook());
    later();
    const headers = { ...basic(server.owner), 'tus-resumable': '1.0.0', 'upload-length': '-1' };
    const begin = async () => (await fetch(`${server.url}/api/v1/tus`, { method: 'POST', headers })).status;
    for (let n = 0; n < LIMITS.user; n++) expect(await begin()).toBe(400);
    expect(await begin()).toBe(429);
    expectRefused(await me('192.0.2.7'));
    const file = await fetch(`${server.url}/user_uploads/1/x/y.txt`, { headers: basic(server.owner) });
    expect(file.status).toBe(404);
  });

  it('[RL8] is shared with all of its bots, however they authenticate', async () => {
    later();
    const make = (n: number) => makeBot(`worker${n}`, n === 0 ? 2 : 1);
    const [hook, ...bots] = await Promise.all(Array.from({ length: 4 }, (_, n) => make(n)));
    later();
    const act = [
      () => ask(`/api/v1/external/json?api_key=${hook!.api_key}&stream=x`, '192.0.2.8', { method: 'POST', body: '{}' }),
      () => me('192.0.2.8'),
      ...bots.map((bot) => () => ask('/api/v1/users/me', '192.0.2.9', { headers: basic(bot) })),
    ];
    for (let n = 0; n < LIMITS.user; n++) expect((await act[n % act.length]!()).status).not.toBe(429);
    for (const again of act) expectRefused(await again());
  });

  it('[TK11] is shared with all of its access tokens, also for what they may not do', async () => {
    later();
    const keys: string[] = [];
    for (const scopes of [['read'], ['send']] as const) {
      const made = await server.owner.createAccessToken({ name: 'x', scopes: [...scopes], expires_in_days: 30 });
      keys.push(made.token);
    }
    later();
    const { email } = server.owner;
    const by = (api_key: string) => () => ask('/api/v1/users/me', '192.0.2.8', { headers: basic({ email, api_key }) });
    const act = [() => me('192.0.2.8'), ...keys.map(by)];
    const answers = [];
    for (let n = 0; n < LIMITS.user; n++) answers.push(await act[n % act.length]!());
    expect(statuses(answers)).toEqual(Array.from(answers, (_, n) => (n % 3 === 2 ? 403 : 200)));
    for (const again of act) expectRefused(await again());
  });

  it('[TK2] is not that of a wrong token, which counts for the address', async () => {
    later();
    const wrong = { email: server.owner.email, api_key: `stoa_token_${'0'.repeat(64)}` };
    const guess = () => ask('/api/v1/users/me', '192.0.2.77', { headers: basic(wrong) });
    expect(statuses(await repeat(LIMITS.ip, guess))).toEqual(Array(LIMITS.ip).fill(401));
    expectRefused(await guess());
    expect((await me('192.0.2.77')).status).toBe(200);
  });

  it('[RL9] is separate if the operator set one for its address, and takes nothing from its owner', async () => {
    later();
    const bot = await makeBot('busy', 1);
    later();
    const busy = () => ask('/api/v1/users/me', '192.0.2.9', { headers: basic(bot) });
    const answers = await repeat(LIMITS.own, busy);
    expect(statuses(answers)).toEqual(Array(LIMITS.own).fill(200));
    expect(rateLimitOf(answers[0]!).slice(0, 2)).toEqual([LIMITS.own, LIMITS.own - 1]);
    expectRefused(await busy());
    expect(statuses(await repeat(LIMITS.user, () => me('192.0.2.8')))).toEqual(Array(LIMITS.user).fill(200));
  });

  it('[RL2] is reported with errors too', async () => {
    later();
    const answer = await ask('/api/v1/users/none', '192.0.2.1', { headers: basic(server.owner) });
    expect([answer.status, ...rateLimitOf(answer).slice(0, 2)]).toEqual([400, LIMITS.user, LIMITS.user - 1]);
  });
});

describe('an address’s rate limit', () => {
  it('[RL1] [RL3] applies without an account, per address', async () => {
    later();
    const open = (from: string) => ask('/api/v1/server_settings', from);
    expect(statuses(await repeat(LIMITS.ip, () => open('192.0.2.3')))).toEqual(Array(LIMITS.ip).fill(200));
    expectRefused(await open('192.0.2.3'));
    expectRefused(await open('203.0.113.9, 192.0.2.3'));
    expectRefused(await ask('/api/v1/users/me', '192.0.2.3'));
    expect(rateLimitOf(await open('2001:db8::1')).slice(0, 2)).toEqual([LIMITS.ip, LIMITS.ip - 1]);
    expect(rateLimitOf(await open('2001:db8::2')).slice(0, 2)).toEqual([LIMITS.ip, LIMITS.ip - 2]);
    const owner = await ask('/api/v1/users/me', '192.0.2.3', { headers: basic(server.owner) });
    expect(owner.status).toBe(200);
  });

  it('[RL1] applies to refused credentials, also for files', async () => {
    later();
    const wrong = { headers: basic({ email: OWNER.email, api_key: 'x'.repeat(32) }) };
    const tried = await repeat(LIMITS.ip - 1, () => ask('/api/v1/users/me', '192.0.2.4', wrong));
    expect(statuses(tried)).toEqual(Array(LIMITS.ip - 1).fill(401));
    expect((await ask('/user_uploads/1/x/y.txt', '192.0.2.4', wrong)).status).toBe(401);
    expectRefused(await ask('/user_uploads/1/x/y.txt', '192.0.2.4', wrong));
    expectRefused(await ask('/api/v1/users/me', '192.0.2.4', wrong));
  });
});

describe('failed logins', () => {
  let at = 0;
  const login = (username: string, password: string) =>
    ask('/api/v1/fetch_api_key', `198.51.100.${++at}`, form({ username, password }));

  it('[RL4] are limited, for known and unknown accounts, and then the right password is refused too', async () => {
    later();
    for (const name of [OWNER.email, 'nobody@stoa.example']) {
      const failed = await repeat(LIMITS.login, () => login(name, 'wrong'));
      for (const { status, body } of failed) expect([status, body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
    }
    const [known, unknown] = [
      await login(OWNER.email.toUpperCase(), OWNER.password),
      await login('nobody@stoa.example', 'x'),
    ];
    for (const refused of [known, unknown]) expectRefused(refused);
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    server.clock.advance(30 * MINUTE);
    expect((await login(OWNER.email, OWNER.password)).status).toBe(200);
  });

  it('[RL4] count for the account under each of its addresses', async () => {
    later();
    const { user_id } = server.owner;
    const made_up = `user${user_id}@${new URL(server.realm.url).hostname}`;
    const aliases = [OWNER.email, made_up, OWNER.email.toUpperCase(), ` ${made_up.toUpperCase()} `];
    for (let n = 0; n < LIMITS.login; n++) expect((await login(aliases[n % 4]!, 'wrong')).status).toBe(401);
    for (const alias of aliases) expect((await login(alias, OWNER.password)).status).toBe(401);
    later();
    expect((await login(made_up, OWNER.password)).status).toBe(200);
    // A successful login with one address clears the account's count.
    await repeat(LIMITS.login - 1, () => login(made_up, 'wrong'));
    expect((await login(OWNER.email, OWNER.password)).status).toBe(200);
    expect((await login(OWNER.email, 'wrong')).status).toBe(401);
  });

  it('[RL4] don’t tell which hidden address a made-up one stands for', async () => {
    later();
    const made_up = `user${server.owner.user_id}@${new URL(server.realm.url).hostname}`;
    await repeat(LIMITS.login, () => login(made_up, 'wrong'));
    for (let n = 0; n < LIMITS.login; n++) {
      const [hidden, nobody] = [await login(OWNER.email, 'wrong'), await login('somebody@stoa.example', 'wrong')];
      expect([hidden.status, hidden.body]).toEqual([nobody.status, nobody.body]);
      expect(hidden.status).toBe(401);
    }
    for (const name of [OWNER.email, 'somebody@stoa.example']) expectRefused(await login(name, 'wrong'));
  });

  it('[RL4] are cleared by a success', async () => {
    later();
    await repeat(LIMITS.login - 1, () => login(OWNER.email, 'wrong'));
    expect((await login(OWNER.email, OWNER.password)).status).toBe(200);
    await repeat(LIMITS.login - 1, () => login(OWNER.email, 'wrong'));
    expect((await login(OWNER.email, OWNER.password)).status).toBe(200);
  });

  it('[RL4] are limited when concurrent too, and refused before the password is hashed', async () => {
    later();
    const timed = async (act: () => Promise<unknown>) => {
      const start = performance.now();
      await act();
      return performance.now() - start;
    };
    let answers: RawAnswer[] = [];
    const tried_ms = await timed(async () => {
      answers = await Promise.all(Array.from({ length: 40 }, () => login('crowd@stoa.example', 'wrong')));
    });
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(LIMITS.login);
    const refused_ms = await timed(() =>
      Promise.all(Array.from({ length: 40 }, () => login('crowd@stoa.example', 'x'))),
    );
    // Five password hashes take at least 50 ms.
    expect(refused_ms).toBeLessThan(tried_ms);
  });

  it('[RL4] [RL5] include the old password of a change; a new address counts as a mail', async () => {
    later();
    const change = (fields: Record<string, string>) =>
      ask('/api/v1/settings', '192.0.2.5', { ...form(fields), method: 'PATCH', headers: basic(server.owner) });
    const guess = () => change({ old_password: 'wrong', new_password: 'seven other words for it' });
    for (const { body } of await repeat(LIMITS.login, guess)) expect(body.msg).toBe('Wrong password!');
    expectRefused(await guess());
    later();
    const move = () => change({ email: 'not an address' });
    expect(statuses(await repeat(LIMITS.mail, move))).toEqual(Array(LIMITS.mail).fill(400));
    expectRefused(await move());
  });
});

describe('form pages', () => {
  const forgot = (from: string, email: string, accept = 'application/json') =>
    ask('/forgot-password', from, { ...form({ email }), headers: { accept } });

  it('[RL5] limit submissions per address and mails per mailbox', async () => {
    later();
    const sent = await repeat(LIMITS.mail, () => forgot('192.0.2.6', `${Math.random()}@stoa.example`));
    expect(statuses(sent)).toEqual(Array(LIMITS.mail).fill(200));
    const refused = await forgot('192.0.2.6', 'new@stoa.example');
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_HIT']);
    for (const email of [OWNER.email, 'nobody@stoa.example']) {
      later();
      for (let n = 0; n < LIMITS.login; n++) expect((await forgot(`192.0.2.${100 + n}`, email)).status).toBe(200);
      const full = await forgot('192.0.2.120', email.toUpperCase());
      expect([full.status, full.body.code]).toEqual([429, 'RATE_LIMIT_HIT']);
    }
  });

  it('[RL5] count views as requests of the address, and explain refusals on a page', async () => {
    later();
    const look = (from: string) =>
      fetch(`${server.url}/forgot-password?plain`, { headers: { 'x-forwarded-for': from, accept: 'text/html' } });
    for (let n = 0; n < LIMITS.ip; n++) expect((await look('192.0.2.7')).status).toBe(200);
    const refused = await look('192.0.2.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('Too many requests: try again in');
  });
});

it('[RL2] a poll counts as one request', async () => {
  later();
  const { queue_id, last_event_id } = await server.owner.registerQueue({ event_types: ['message'] });
  const before = rateLimitOf(await ask('/api/v1/users/me', '192.0.2.1', { headers: basic(server.owner) }))[1]!;
  const disconnect = new AbortController();
  const query = new URLSearchParams({ queue_id: queue_id!, last_event_id: String(last_event_id) });
  const poll = ask(`/api/v1/events?${query}`, '192.0.2.1', { headers: basic(server.owner), signal: disconnect.signal });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const after = rateLimitOf(await ask('/api/v1/users/me', '192.0.2.1', { headers: basic(server.owner) }))[1]!;
  disconnect.abort();
  await poll.catch(() => {});
  expect(before - after).toBe(2);
});
