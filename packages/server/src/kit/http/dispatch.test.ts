// The kit over a real socket, with endpoints of its own: access, responses and failures.

import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  apiError,
  type Endpoint,
  endpoint,
  InvalidApiKey,
  NonexistentSubdomain,
  ROLE,
  type Role,
  UserDeactivated,
  type UserId,
} from '@stoa/contract';
import { openTestStore, rawRequest, type TestStore } from '@stoa/testkit/kit';
import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import type { Connection } from '../database/connection.ts';
import { sql } from '../database/sql.ts';
import { Incoming } from '../files/incoming.ts';
import { Vault } from '../secrets/vault.ts';
import { Idempotency } from '../write/idempotency.ts';
import { ConcurrentReads } from './callers/concurrent-reads.ts';
import { arrivingBodies, unreadResponses } from './callers/held-bytes.ts';
import type { DispatchServices, Observation } from './handling.ts';
import { RequestGuard } from './observers/request-guard.ts';
import { action, never, preparedWrite, RawResult, type Route, read, write } from './route.ts';
import { routeTable } from './router.ts';
import { type HttpServer, ListenError, listen } from './server.ts';

setDefaultTimeout(30_000);

const declare = ({
  params = z.object({}),
  result = z.object({}),
  ...declaration
}: Partial<Endpoint> & { path: string }) =>
  endpoint({
    id: declaration.path,
    method: 'GET',
    access: 'public',
    summary: 'For this test',
    ...declaration,
    params: () => params,
    result: () => result,
  });
const level = (access: Endpoint['access']) =>
  read(
    declare({ path: `/level/${access}`, access, result: z.object({ role: z.int().nullable() }) }),
    async ({ actor }) => ({
      role: actor?.role ?? null,
    }),
  );
const TooTired = apiError({ code: 'TOO_TIRED', status: 403, summary: 'x', fields: { until: z.int() } });

const accounts = new Map<string, { role: Role; is_active: boolean }>();
const reported: unknown[] = [];
const observed: Observation[] = [];
let held: { promise: Promise<void>; release(): void };
const hold = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = { promise, release: resolve };
};

const descriptionIn = async (db: Connection) =>
  (await db.get<{ description: string }>(sql`select description from realms`))!.description;
/** Pauses a read between its two looks at the store. */
let looking: { looked: PromiseWithResolvers<void>; again: PromiseWithResolvers<void> };

const loseStore = async () => {
  throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED', syscall: 'connect' });
};

/** The host of the request that does not arrive, and that it has begun. */
const SLOW = 'slow.x';
const slow_began = Promise.withResolvers<void>();
/** More than all buffers of a connection hold. */
const MANY_CHARACTERS = 20 * 1024 * 1024;
let lists_made = 0;
const makeList = async () => {
  lists_made++;
  return new RawResult('"n":"list"');
};
const large = () => new RawResult(`"n":"${'x'.repeat(MANY_CHARACTERS)}"`);

/** Reads that are under way, and how they end. */
let reads: { begun: number; end(): void; ended: Promise<void> };
const holdReads = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  reads = { begun: 0, end: resolve, ended: promise };
};
const waitForEnd = async () => {
  reads.begun++;
  await reads.ended;
  return {};
};

const routes: Route[] = [
  read(declare({ path: '/waits-in-read', access: 'spectator' }), waitForEnd),
  action(declare({ path: '/waits-in-action', access: 'spectator' }), waitForEnd, { reads: true }),
  read(declare({ path: '/looks-twice', result: z.object({ seen: z.array(z.string()) }) }), async ({ db }) => {
    const first = await descriptionIn(db);
    looking.looked.resolve();
    await looking.again.promise;
    return { seen: [first, await descriptionIn(db)] };
  }),
  ...(['public', 'spectator', 'user', 'member', 'moderator', 'administrator', 'owner'] as const).map(level),
  action(declare({ path: '/throws' }), async () => {
    throw new Error('a secret detail');
  }),
  read(declare({ path: '/loses-store' }), loseStore),
  write(declare({ path: '/loses-store-in-write', method: 'POST' }), loseStore),
  action(declare({ path: '/refuses' }), async () => {
    throw TooTired('Not now', { until: 7 });
  }),
  read(declare({ path: '/large', access: 'spectator', result: z.object({ n: z.string() }) }), async () => large()),
  read(declare({ path: '/large-too', compressed: true, result: z.object({ n: z.string() }) }), async () => large()),
  read(declare({ path: '/large-list', access: 'spectator', result: z.object({ n: z.string() }) }), makeList, never, {
    bytes: async () => MANY_CHARACTERS,
  }),
  write(declare({ path: '/large', method: 'POST', result: z.object({ n: z.string() }) }), async () => large()),
  read(declare({ path: '/undeclared' }), async () => ({ surprise: 1 })),
  read(declare({ path: '/raw', result: z.object({ n: z.int() }) }), async () => new RawResult('"n":5')),
  preparedWrite(
    declare({ path: '/demoted', method: 'POST', access: 'administrator' }),
    async () => held.promise,
    async ({ tx, realm }) => {
      await tx.run(sql`update realms set description = 'written' where realm_id = ${realm.realm_id}`);
      return {};
    },
  ),
  read(
    declare({ path: '/things/{thing_id}', params: z.object({ thing_id: z.int() }), result: z.object({ id: z.int() }) }),
    async (_, { thing_id }) => ({ id: thing_id }),
  ),
  read(
    declare({ path: '/things/{name}', params: z.object({ name: z.string() }), result: z.object({ name: z.string() }) }),
    async (_, { name }) => ({ name }),
  ),
  write(
    declare({ path: '/things/{thing_id}', method: 'DELETE', params: z.object({ thing_id: z.int() }) }),
    async () => ({}),
  ),
  action(
    declare({ path: '/files', method: 'POST', files_limit_mib: 1, result: z.object({ size: z.int() }) }),
    async ({ files }) => ({
      size: files[0]!.size,
    }),
  ),
  write(declare({ path: '/numbers/{n}', method: 'PATCH', params: z.object({ n: z.int() }) }), async () => ({})),
];

let test: TestStore;
let data: string;
let services: DispatchServices;
let server: HttpServer;

const guard = new RequestGuard({ loopback_only: false, trusted_proxies: [], isServedByHttps: async () => false });
beforeAll(async () => {
  test = await openTestStore();
  data = mkdtempSync(join(tmpdir(), 'stoa-incoming-'));
  services = {
    store: test.store,
    writer: test.writer,
    clock: test.clock,
    checking: 'every',
    limits: null,
    idempotency: new Idempotency(new Vault('a secret'), 'another'),
    trusted_proxies: [],
    incoming: new Incoming(data),
    running_uploads: { begin: async () => () => {}, receive: (_actor, _request, work) => work() },
    unread: unreadResponses(MANY_CHARACTERS * 1.5),
    arriving: arrivingBodies(1_500_000),
    reading: new ConcurrentReads(2, 5),
    report: (error) => void reported.push(error),
    observe: (observation) => void observed.push(observation),
    gate: {
      async findRealm(_, host) {
        if (host.startsWith('nobody.')) throw NonexistentSubdomain('none');
        if (host === SLOW) slow_began.resolve();
        return test.realm;
      },
      async authenticate(_, realm, authorization) {
        const account = accounts.get(authorization);
        if (!account) throw InvalidApiKey('no');
        return {
          realm,
          user_id: 1 as UserId,
          email: authorization,
          full_name: '',
          is_bot: false,
          role: account.role,
          api_key_generation: 1,
          avatar_source: 'J',
          avatar_version: 1,
          avatar_key: null,
          settings: {},
        };
      },
      recall: () => null,
      async refresh(_, actor): Promise<Actor> {
        const { role, is_active } = accounts.get(actor.email)!;
        if (!is_active) throw UserDeactivated('gone');
        return { ...actor, role };
      },
    },
  };
  const pages = new Map([['/broken', () => Promise.reject(new Error('no such figure'))]]);
  server = listen({ host: '127.0.0.1', port: 0, api: routeTable(services, routes), pages, services, guard });
  for (const [name, role] of Object.entries(ROLE)) accounts.set(name, { role, is_active: true });
});
afterAll(async () => {
  await server.stop(100);
  await test.close();
});

const ask = (path: string, init: RequestInit = {}) => rawRequest(`${server.url}/api/v1${path}`, init);
const as = (authorization: string, init: RequestInit = {}) => ({ ...init, headers: { authorization } });

describe('[HT1] a path', () => {
  it('that is unknown answers 404 in the usual form', async () => {
    for (const path of ['/nowhere', '/things', '/things/1/2', '/'])
      expect(await ask(path)).toMatchObject({ status: 404, body: { code: 'BAD_REQUEST' } });
    expect(await rawRequest(`${server.url}/elsewhere`)).toMatchObject({ status: 404 });
  });

  it('with a number is an id where one is possible, anything else a name', async () => {
    expect((await ask('/things/17')).body).toMatchObject({ id: 17 });
    expect((await ask('/things/-17')).body).toMatchObject({ id: -17 });
    expect((await ask('/things/17a')).body).toMatchObject({ name: '17a' });
    expect((await ask('/things/%CE%A9%2F%20')).body).toMatchObject({ name: 'Ω/ ' });
    expect((await ask('/things/99999999999999999999')).body).toMatchObject({ name: '99999999999999999999' });
    expect((await ask('/numbers/x', { method: 'PATCH' })).status).toBe(404);
    expect((await ask('/numbers/9999999999999999', { method: 'PATCH' })).status).toBe(400);
  });

  it('without the method answers 405 and names the allowed ones', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'OPTIONS']) {
      const { status, headers, body } = await ask('/things/1', { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, DELETE']);
      expect(body.allowed_methods).toEqual(['GET', 'HEAD', 'DELETE']);
    }
    expect((await ask('/things/abc', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('[HT8] an access level', () => {
  const levels = ['public', 'spectator', 'user', 'member', 'moderator', 'administrator', 'owner'] as const;
  const roles = ['guest', 'member', 'moderator', 'administrator', 'owner'] as const;
  const weakest = {
    user: 'guest',
    member: 'member',
    moderator: 'moderator',
    administrator: 'administrator',
    owner: 'owner',
  };

  it('admits accounts that have it and refuses others with the declared error', async () => {
    for (const access of levels) {
      for (const role of roles) {
        const open = access === 'public' || access === 'spectator';
        const enough = open || roles.indexOf(role) >= roles.indexOf(weakest[access] as (typeof roles)[number]);
        const { status, body } = await ask(`/level/${access}`, as(role));
        const code = access === 'member' ? 'BAD_REQUEST' : 'UNAUTHORIZED_PRINCIPAL';
        if (enough)
          expect([access, role, status, body.role]).toEqual([
            access,
            role,
            200,
            access === 'public' ? null : ROLE[role],
          ]);
        else expect([access, role, status, body.code]).toEqual([access, role, 400, code]);
      }
    }
  });

  it('requires credentials where declared', async () => {
    for (const access of levels) {
      const { status, body, headers } = await ask(`/level/${access}`);
      if (access === 'public' || access === 'spectator') expect(body.role).toBeNull();
      else {
        expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
        expect(headers.get('www-authenticate')).toStartWith('Basic');
      }
    }
  });

  it('never treats bad credentials as none', async () => {
    expect(await ask('/level/spectator', as('stranger'))).toMatchObject({
      status: 401,
      body: { code: 'INVALID_API_KEY' },
    });
    expect(await ask('/level/public', as('stranger'))).toMatchObject({ status: 200 });
  });
});

describe('[HT9] a write that had to wait', () => {
  const changeMeanwhile = async (change: Partial<{ role: Role; is_active: boolean }>) => {
    hold();
    accounts.set('waiting', { role: ROLE.administrator, is_active: true });
    const asking = ask('/demoted', as('waiting', { method: 'POST' }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    accounts.set('waiting', { role: ROLE.administrator, is_active: true, ...change });
    held.release();
    return asking;
  };
  const description = () => descriptionIn(test.store.db);

  it('is refused when its caller was demoted or deactivated meanwhile', async () => {
    expect((await changeMeanwhile({ role: ROLE.member })).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await changeMeanwhile({ is_active: false })).toMatchObject({
      status: 401,
      body: { code: 'USER_DEACTIVATED' },
    });
    expect(await description()).toBe('');
  });

  it('runs if its caller is unchanged', async () => {
    expect((await changeMeanwhile({})).status).toBe(200);
    expect(await description()).toBe('written');
  });
});

it('[HT18] a read sees one state, whatever is committed before it ends', async () => {
  looking = { looked: Promise.withResolvers(), again: Promise.withResolvers() };
  const asking = ask('/looks-twice');
  await looking.looked.promise;
  await test.writer.write(test.realm.realm_id, ({ tx }) => tx.run(sql`update realms set description = 'later'`));
  expect(await descriptionIn(test.store.db)).toBe('later');
  looking.again.resolve();
  const { seen } = (await asking).body as { seen: string[] };
  expect(seen).not.toContain('later');
  expect(seen[1]).toBe(seen[0]!);
});

describe('[HT7] a thrown error', () => {
  it('that is declared is returned with its fields', async () => {
    expect(await ask('/refuses')).toMatchObject({
      status: 403,
      body: { result: 'error', code: 'TOO_TIRED', msg: 'Not now', until: 7 },
    });
    expect(reported).toEqual([]);
  });

  it('of any other kind is a server error: reported to the operator, without details for the caller', async () => {
    const { status, body } = await ask('/throws');
    expect([status, body]).toEqual([
      500,
      {
        result: 'error',
        msg: 'Internal server error',
        code: 'INTERNAL_SERVER_ERROR',
        request_id: expect.any(String),
      },
    ]);
    expect(reported.splice(0).map(String)).toEqual(['Error: a secret detail']);
  });

  it('[HT40] that is a store failure is 503 with a time to wait, reported, without details for the caller', async () => {
    for (const path of ['/loses-store', '/loses-store-in-write']) {
      const method = path.endsWith('write') ? 'POST' : 'GET';
      const { status, headers, body } = await ask(path, { method });
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(body).toEqual({
        result: 'error',
        msg: "The server can't reach its data right now: try again in a moment",
        code: 'STORE_UNAVAILABLE',
        'retry-after': 5,
        request_id: headers.get('x-request-id'),
      });
      expect(reported.splice(0).map(String)).toEqual(['Error: connect ECONNREFUSED 10.0.0.7:5432']);
    }
  });
});

describe('[HT10] a result', () => {
  it('that is not declared is a failure in tests', async () => {
    expect((await ask('/undeclared')).status).toBe(500);
    expect(String(reported.splice(0)[0])).toContain('/undeclared answered undeclared fields');
  });

  it('that is not declared is returned and reported in production', async () => {
    const production = listen({
      host: '127.0.0.1',
      port: 0,
      api: routeTable({ ...services, checking: 'some' }, routes),
      pages: new Map(),
      guard,
      services,
    });
    expect((await rawRequest(`${production.url}/api/v1/undeclared`)).body).toMatchObject({
      result: 'success',
      surprise: 1,
    });
    expect(reported.splice(0)).toHaveLength(1);
    await production.stop(100);
  });

  it('has result and msg before its fields, and headers against caching', async () => {
    const response = await fetch(`${server.url}/api/v1/raw`);
    expect(await response.text()).toBe('{"result":"success","msg":"","n":5}');
    expect(response.headers.get('content-type')).toStartWith('application/json');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

it('[HT11] a host name without an organization answers NONEXISTENT_SUBDOMAIN, credentials or not', async () => {
  for (const authorization of ['owner', 'stranger'])
    expect(await ask('/level/user', { headers: { host: 'nobody.example', authorization } })).toMatchObject({
      status: 404,
      body: { code: 'NONEXISTENT_SUBDOMAIN' },
    });
});

it('[HT12] a port in use is reported in one sentence, without a stack trace', () => {
  const again = () =>
    listen({ host: '127.0.0.1', port: server.port, api: new Map(), pages: new Map(), services, guard });
  expect(again).toThrow(new ListenError(`can't listen on 127.0.0.1:${server.port}: the port is in use`));
});

it('[HT7] a page that fails is a failure of the server', async () => {
  const { status, body } = await rawRequest(`${server.url}/broken`);
  expect([status, body]).toMatchObject([500, { result: 'error', code: 'INTERNAL_SERVER_ERROR' }]);
  expect(reported.splice(0)).toHaveLength(1);
});

it('[HT13] every response of an endpoint is observed with its status', async () => {
  observed.length = 0;
  await ask('/things/5');
  await ask('/throws');
  expect(observed.map(({ endpoint, status }) => [endpoint, status])).toEqual([
    ['/things/{thing_id}', 200],
    ['/throws', 500],
  ]);
  reported.length = 0;
});

it('[HT825] a file may take longer than an idle connection stays open', async () => {
  const swift = listen({
    host: '127.0.0.1',
    port: 0,
    api: routeTable(services, routes),
    pages: new Map(),
    guard,
    services,
    idle_secs: 1,
  });
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const length = part.length + 30 + '\r\n--b--\r\n'.length;
  const socket = connect(swift.port, '127.0.0.1');
  const FORM = 'Content-Type: multipart/form-data; boundary=b';
  socket.write(`POST /api/v1/files HTTP/1.1\r\nHost: x\r\n${FORM}\r\nContent-Length: ${length}\r\n\r\n${part}`);
  const answered = once(socket, 'data');
  for (let n = 0; n < 30; n++) {
    // Longer in all than the runtime's timers, which count in steps of four seconds.
    socket.write('a');
    await Bun.sleep(300);
  }
  socket.write('\r\n--b--\r\n');
  expect(String((await answered)[0])).toContain('"size":30');
  socket.destroy();
  await swift.stop(0);
});

it('[HT21] an idle connection is closed, whatever it has sent', async () => {
  const swift = listen({
    host: '127.0.0.1',
    port: 0,
    api: routeTable(services, routes),
    pages: new Map(),
    guard,
    services,
    idle_secs: 1,
  });
  const head = 'POST /api/v1/throws HTTP/1.1\r\nHost: x\r\n';
  const sent = ['', head, `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=`];
  const closed = sent.map(
    (text) =>
      new Promise<void>((resolve) => {
        const socket = connect(swift.port, '127.0.0.1', () => socket.write(text));
        socket.on('error', () => {}).on('close', () => resolve());
        socket.resume();
      }),
  );
  try {
    await Promise.all(closed);
  } finally {
    await swift.stop(0);
  }
});

describe('[HT800] large responses that their caller does not read', () => {
  /** Asks, and reads only the beginning of the response. */
  async function leaveUnread(path: string) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    return socket;
  }
  const statusOf = async (path: string, init: RequestInit = {}) => (await ask(path, init)).status;

  it.each(['/large', '/large-too'])(
    'are refused above a bound, until the earlier ones are read or given up: %s',
    async (path) => {
      for (let n = 0; n < 3; n++) expect(await statusOf(path)).toBe(200);
      const socket = await leaveUnread(path);
      expect(await ask(path)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT' } });
      // Others, small responses and writes are not concerned.
      expect(await statusOf('/large', as('owner'))).toBe(200);
      expect(await statusOf('/raw')).toBe(200);
      expect(await statusOf('/large', { method: 'POST' })).toBe(200);
      socket.destroy();
      for (let patience = 500; patience > 0 && (await statusOf(path)) !== 200; patience--) await Bun.sleep(10);
      expect(await statusOf(path)).toBe(200);
    },
  );

  it('[HT859] a list that is as large is not made', async () => {
    const socket = await leaveUnread('/large');
    expect([await statusOf('/large-list'), lists_made]).toEqual([429, 0]);
    socket.destroy();
    for (let patience = 500; patience > 0 && (await statusOf('/large-list')) !== 200; patience--) await Bun.sleep(10);
    expect(lists_made).toBe(1);
  });
});

describe('[HT801] large bodies that do not arrive', () => {
  const FORM = 'content-type: application/x-www-form-urlencoded';
  const form = (bytes: number) => ({ method: 'PATCH', body: new URLSearchParams({ x: 'x'.repeat(bytes) }) });
  const statusOf = async (bytes: number) => (await ask('/numbers/5', form(bytes))).status;

  it('are refused above a bound, until the earlier ones are there or given up', async () => {
    expect(await Promise.all([1, 2, 3].map(() => statusOf(1000)))).toEqual([200, 200, 200]);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const head = ['PATCH /api/v1/numbers/5 HTTP/1.1', `host: ${SLOW}`, FORM, 'content-length: 1000000'].join('\r\n');
    socket.write(`${head}\r\n\r\nx=${'x'.repeat(1000)}`);
    // Otherwise the first of the others could be the earlier one.
    await slow_began.promise;
    const is = async (status: number) => {
      for (let patience = 500; patience > 0 && (await statusOf(900_000)) !== status; patience--) await Bun.sleep(10);
      return statusOf(900_000);
    };
    expect(await is(429)).toBe(429);
    expect(await statusOf(1000)).toBe(200);
    socket.destroy();
    expect(await is(200)).toBe(200);
    // One may have any size.
    expect(await ask('/numbers/5', form(1_040_000))).toMatchObject({ status: 200 });
  });
});

describe('[HT820] reads of one caller at once', () => {
  const until = async (is: () => boolean) => {
    for (let patience = 500; patience > 0 && !is(); patience--) await Bun.sleep(10);
    expect(is()).toBe(true);
  };

  it.each(['/waits-in-read', '/waits-in-action'])(
    'are two; others wait, and delay no other caller: %s',
    async (path) => {
      holdReads();
      const asked = [1, 2, 3, 4, 5].map(() => ask(path));
      await until(() => reads.begun === 2);
      const other = ask(path, as('owner'));
      await until(() => reads.begun === 3);
      // Also by another way: both ways share the limit of two.
      const last = [1, 2].map(() => ask('/waits-in-read'));
      await Bun.sleep(50);
      expect(reads.begun).toBe(3);
      expect(await ask(path)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT' } });
      reads.end();
      for (const { status } of await Promise.all([...asked, other, ...last])) expect(status).toBe(200);
      expect(reads.begun).toBe(8);
    },
  );

  it('that were given up while they waited are not carried out', async () => {
    holdReads();
    const asked = [1, 2].map(() => ask('/waits-in-read'));
    await until(() => reads.begun === 2);
    const leaving = new AbortController();
    const left = fetch(`${server.url}/api/v1/waits-in-read`, { signal: leaving.signal }).catch(() => null);
    await Bun.sleep(50);
    leaving.abort();
    await left;
    await Bun.sleep(50);
    reads.end();
    await Promise.all(asked);
    await ask('/waits-in-read');
    expect(reads.begun).toBe(3);
  });
});
