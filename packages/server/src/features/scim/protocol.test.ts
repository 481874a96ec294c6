// The protocol around resources: discovery, errors, limits, and bodies that no provider sends.
import { describe, expect, it } from 'bun:test';
import { makeScimToken, ScimClient, SeededRandom, scimClient, serveTests, startServer } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { USUAL_RATE_LIMITS } from '../../kit/limits/rate-limits.ts';

const { server, cast } = await serveTests();
const scim = await scimClient(server);
const SEED = Number(process.env.STOA_FUZZ_SEED ?? 7);
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe('discovery', () => {
  it('[SI18] says what there is', async () => {
    const { body: config } = await scim.get('/ServiceProviderConfig');
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { maxResults: 200 },
    });
    expect(config.authenticationSchemes[0].type).toBe('oauthbearertoken');
    const { body: types } = await scim.get('/ResourceTypes');
    expect(types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups']);
    expect((await scim.get('/ResourceTypes/user')).body).toEqual(types.Resources[0]);
    const { body: schemas } = await scim.get('/Schemas');
    expect(schemas.totalResults).toBe(2);
    for (const { id, attributes } of schemas.Resources) {
      expect((await scim.get(`/Schemas/${id}`)).body).toMatchObject({ id });
      const [resource] = (await scim.get(`/${id.split(':').at(-1)}s`)).body.Resources ?? [];
      const known = new Set(['schemas', 'id', 'meta', ...attributes.map(({ name }: { name: string }) => name)]);
      expect(Object.keys(resource ?? {}).filter((name) => !known.has(name))).toEqual([]);
    }
    expect((await new ScimClient(server.url, null).get('/Schemas')).status).toBe(401);
  });

  it('[SI3] answers errors in its own form', async () => {
    const cases: [method: string, path: string, status: number][] = [
      ['GET', '/Nothing', 404],
      ['GET', '', 404],
      ['GET', '/Users/1/2', 404],
      ['GET', '/Schemas/urn:none', 404],
      ['POST', '/Schemas', 405],
      ['DELETE', '/ServiceProviderConfig', 405],
      ['PUT', '/ResourceTypes/User', 405],
      ['POST', '/Nothing', 404],
      ['PATCH', '/Users', 405],
      ['DELETE', '/Groups', 405],
      ['POST', `/Users/${cast.dara.user_id}`, 405],
      ['GET', '/Me', 501],
      ['POST', '/Bulk', 501],
    ];
    for (const [method, path, status] of cases) {
      const { body, headers, ...answer } = await scim.call(method, path);
      expect([method, path, answer.status, body]).toEqual([
        method,
        path,
        status,
        { schemas: [ERROR], status: String(status), detail: expect.any(String) },
      ]);
      expect(headers.get('content-type')).toBe('application/scim+json');
    }
    const head = await fetch(`${server.url}/scim/v2/Users`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${await makeScimToken(server, server)}` },
    });
    expect(head.status).toBe(200);
  });
});

describe('hostile bodies', () => {
  const post = (body: string, type?: string) => scim.call('POST', '/Users', body, type);

  it('[SI15] [SI19] are refused before anything is written', async () => {
    const { total } = (await server.app.store.db.get<{ total: number }>(sql`select count(*) as total from users`))!;
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const cases: [body: string, status: number][] = [
      ['', 400],
      ['null', 400],
      ['[]', 400],
      ['"x"', 400],
      ['{', 400],
      [`{"userName":${deep}}`, 400],
      [`{"userName":"x@hostile.example","emails":${deep}}`, 400],
      [JSON.stringify({ userName: 'x@hostile.example', x: Array(100_001).fill(1) }), 413],
      [`{"userName":"${'x'.repeat(1024 * 1024)}"}`, 413],
      ['{"userName":"a\\u0000@hostile.example"}', 400],
      ['{"userName":"\\ud800@hostile.example"}', 400],
      ['{"userName":"x@hostile.example","externalId":"\\ud800"}', 400],
      ['{"userName":"x@hostile.example","externalId":"a\\u0000"}', 400],
      ['{"userName":"x@hostile.example","name":{"givenName":"\\udc00"}}', 400],
      [JSON.stringify({ userName: 'x@hostile.example', externalId: 'x'.repeat(256) }), 400],
      [JSON.stringify({ userName: 'x@hostile.example', displayName: { a: 1 } }), 400],
      [JSON.stringify({ userName: ['x@hostile.example'] }), 400],
      [JSON.stringify({ userName: 'x@hostile.example', active: [] }), 400],
      [JSON.stringify({ userName: 'x@hostile.example', emails: [{ value: 5 }] }), 400],
    ];
    for (const [body, status] of cases) {
      const answer = await post(body);
      expect([body.slice(0, 60), answer.status]).toEqual([body.slice(0, 60), status]);
      expect(answer.body.schemas).toEqual([ERROR]);
    }
    expect((await post('{"userName":"x@hostile.example"}', 'text/plain')).status).toBe(415);
    const bytes = await fetch(`${server.url}/scim/v2/Users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await makeScimToken(server, server)}`,
        'content-type': 'application/scim+json',
      },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    });
    expect(bytes.status).toBe(400);
    const after = await server.app.store.db.get<{ total: number }>(sql`select count(*) as total from users`);
    expect(after!.total).toBe(total);
  });

  it('[SI19] change nothing but what they name', async () => {
    const body = `{"userName":"proto@hostile.example","displayName":"Proto","__proto__":{"active":false,"roles":["owner"]},
      "constructor":{"prototype":{"polluted":true}},"toString":1,"name":{"__proto__":{"formatted":"Evil"}},"is_active":false,"role_":"owner"}`;
    const { status, body: user } = await post(body);
    expect(status).toBe(201);
    expect(user).toMatchObject({ displayName: 'Proto', active: true, roles: [{ value: 'member' }] });
    const path = `/Users/${user.id}`;
    for (const name of ['__proto__.polluted', 'constructor.prototype', '__proto__', 'toString', 'name.__proto__'])
      for (const op of ['add', 'replace', 'remove'])
        expect((await scim.patch(path, { op, path: name, value: { polluted: true } })).body).toEqual(user);
    const raw =
      '{"Operations":[{"op":"add","value":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}}]}';
    expect((await scim.call('PATCH', path, raw)).body).toEqual(user);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((await scim.patch(path, { op: 'replace', path: 'user_id', value: 1 })).body).toEqual(user);
    expect((await scim.put(path, { id: '1', meta: {}, groups: [{ value: '1' }], password: 'x' })).body).toEqual(user);
  });

  it('[SI20] are refused if they nest deeply, or have objects where texts belong', async () => {
    const { id } = (await scim.post('/Groups', { displayName: 'Nested' })).body;
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const typed = (type: string) =>
      `{"Operations":[{"op":"add","path":"members","value":[{"type":${type},"value":"1"}]}]}`;
    for (const type of [deep(90), deep(400_000), '{"toString":1,"valueOf":2}', '{}', '["User"]', 'true', '0']) {
      const { status, body } = await scim.call('PATCH', `/Groups/${id}`, typed(type));
      expect([type.slice(0, 20), status, body.schemas]).toEqual([type.slice(0, 20), 400, [ERROR]]);
    }
    const began = performance.now();
    for (let sent = 0; sent < 5; sent++) expect((await post(`{"a":${'['.repeat(1_000_000)}`)).status).toBe(400);
    // Parsed, each took a quarter of a second.
    expect((performance.now() - began) / 5).toBeLessThan(150);
    expect((await post(`{"userName":"a@hostile.example","x":${deep(99)}}`)).status).toBe(201);
    expect((await post(`{"userName":"b@hostile.example","x":${deep(100)}}`)).body.scimType).toBe('invalidSyntax');
  });

  it('[SI15] have a limited number of operations', async () => {
    const operation = { op: 'replace', path: 'displayName', value: 'Many' };
    const { status, body } = await scim.patch(`/Users/${cast.eli.user_id}`, ...Array(10_000).fill(operation));
    expect([status, body.scimType]).toEqual([400, 'tooMany']);
    expect((await scim.patch(`/Users/${cast.eli.user_id}`, ...Array(1000).fill(operation))).status).toBe(200);
  });

  it('[SI801] have a limited number of names, and paths of limited length', async () => {
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1]));
    const patch = (...operations: unknown[]) => scim.patch(`/Users/${cast.eli.user_id}`, ...operations);
    const outcome = async (answer: ReturnType<ScimClient['get']>) => {
      const { status, body } = await answer;
      return status === 200 ? status : [status, body.scimType];
    };
    const path = `emails[${'type eq "work" or '.repeat(40)}type eq "x"].value`;
    for (const [most, more] of [
      [patch({ op: 'add', value: named(1000) }), patch({ op: 'add', value: named(1001) })],
      [
        scim.put(`/Users/${cast.eli.user_id}`, { userName: cast.eli.email, name: named(1000) }),
        scim.put(`/Users/${cast.eli.user_id}`, { userName: cast.eli.email, name: named(1001) }),
      ],
      [
        patch(...Array(10).fill({ op: 'add', value: named(1000) })),
        patch(...Array(10).fill({ op: 'add', value: named(1000) }), { op: 'add', path: 'x', value: 1 }),
      ],
      [
        patch(...Array(300).fill({ op: 'add', path, value: 'a@b.example' })),
        patch(...Array(400).fill({ op: 'add', path, value: 'a@b.example' })),
      ],
    ] as const)
      expect([await outcome(most), await outcome(more)]).toEqual([200, [413, 'tooMany']]);
  });
});

it(`[SI19] any input gets a response below 500 (seed ${SEED})`, async () => {
  const random = new SeededRandom(SEED);
  const stranger = (await scim.post('/Users', { userName: 'fuzzed@hostile.example', displayName: 'Fuzzed' })).body;
  const group = (await scim.post('/Groups', { displayName: 'Fuzzed' })).body;
  const names = [
    'userName',
    'active',
    'emails',
    'name',
    'displayName',
    'externalId',
    'roles',
    'members',
    'Operations',
    'toString',
    'valueOf',
  ];
  const parts = [
    'op',
    'path',
    'value',
    'type',
    'primary',
    'name.givenName',
    '__proto__',
    'emails[type eq "work"].value',
  ];
  const leaves = [
    null,
    true,
    false,
    0,
    -1,
    1e308,
    '',
    'x',
    'a@hostile.example',
    'True',
    'add',
    'replace',
    'remove',
    'guest',
  ];
  const texts = [
    'members[value eq "1"]',
    '\0',
    '\ud800',
    'é'.repeat(300),
    stranger.id,
    '@',
    '🙂',
    'name',
    'active',
    'urn:x:y',
  ];
  const make = (depth: number): unknown => {
    const kind = random.next();
    if (depth > 3 || kind < 0.45) return random.pick<unknown>([...leaves, ...texts]);
    if (kind < 0.65) return Array.from({ length: random.below(4) }, () => make(depth + 1));
    return Object.fromEntries(
      Array.from({ length: random.below(5) }, () => [random.pick([...names, ...parts]), make(depth + 1)]),
    );
  };
  const operation = () => ({
    op: random.pick(['add', 'Replace', 'remove']),
    path: random.pick<unknown>([...names, ...parts, ...texts, null]),
    value: make(1),
  });
  const paths = [
    '/Users',
    '/Groups',
    `/Users/${stranger.id}`,
    `/Groups/${group.id}`,
    '/Users/.search',
    '/Groups/.search',
  ];
  const statuses = new Set<number>();
  for (let round = 0; round < 1500; round++) {
    const method = random.pick(['POST', 'PUT', 'PATCH']);
    const body = random.chance(0.4) ? { Operations: [operation(), operation()] } : make(0);
    const answer = await scim.call(method, random.pick(paths), body);
    statuses.add(answer.status);
    if (answer.status >= 500) expect([method, body, answer.body]).toEqual([]);
    if (answer.status >= 400) expect(answer.body.schemas).toEqual([ERROR]);
  }
  expect([...statuses].sort()).toContain(200);
  expect((await cast.ada.getOwnUser()).is_owner).toBe(true);
});

describe('limits', () => {
  it('[SI2] counts wrong tokens for their address, and requests for their token', async () => {
    const limited = await startServer({
      rate_limits: { ...USUAL_RATE_LIMITS, ip: { requests: 5, period_ms: 60_000 } },
    });
    try {
      const right = await scimClient(limited);
      for (let sent = 0; sent < 20; sent++) expect((await right.get('/Users?count=1')).status).toBe(200);
      const wrong = new ScimClient(limited.url, 'stoa_scim_wrong');
      const statuses: number[] = [];
      for (let sent = 0; sent < 7; sent++) statuses.push((await wrong.get('/Users')).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      const refused = await wrong.get('/Users');
      expect(refused.body).toMatchObject({ schemas: [ERROR], status: '429' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      // A provider with its token is not shut out with others at its address.
      const many = await Promise.all(Array.from({ length: 1500 }, () => right.get('/ServiceProviderConfig')));
      const counts = new Map(many.map(({ status }) => [status, many.filter((each) => each.status === status).length]));
      expect(counts.get(200)).toBe(1480);
      expect(counts.get(429)).toBe(20);
      expect((await (await scimClient(limited)).get('/ServiceProviderConfig')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('[SI2] [SI3] a deactivated organization answers nothing', async () => {
    const other = await server.organization('closed.example');
    const client = await scimClient(server, other);
    expect((await client.get('/Users')).status).toBe(200);
    await server.app.writer.write(other.realm.realm_id, ({ tx }) =>
      tx.run(sql`update realms set deactivated_at = 1 where realm_id = ${other.realm.realm_id}`),
    );
    // Whether or not the organization is still in memory.
    expect((await client.get('/Users')).status).toBe(401);
    server.clock.advance(10_000);
    const { status, body } = await client.post('/Users', { userName: 'late@closed.example' });
    expect([status, body.schemas, body.detail]).toEqual([401, [ERROR], 'This organization has been deactivated']);
  });
});
