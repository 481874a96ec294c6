// The endpoint itself: credentials, versions, and hostile bodies.
import { afterAll, describe, expect, it, spyOn } from 'bun:test';
import { join } from 'node:path';
import { BOT_TYPE, StoreUnavailable } from '@stoa/contract';
import { basic, connectAgent, type Person, serveTests, startServer, toolsOf } from '@stoa/testkit';
import { runTool } from './run-tool.ts';
import { findTool } from './tools.ts';

const { server, cast } = await serveTests({ failures_expected: true });
const stopping: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(stopping.map((stop) => stop())));

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each message has a form of its own
  readonly body: any;
}

async function post(
  body: unknown,
  headers: Record<string, string> = {},
  who: Person | null = cast.dara,
): Promise<Answer> {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...(who ? basic(who) : {}), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const message = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });
const initialize = (protocolVersion: string) =>
  message('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });
const tool = (name: string, input: unknown = {}, id: unknown = 1) =>
  message('tools/call', { name, arguments: input }, id);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('versions', () => {
  it('[MP1] are negotiated, without a session', async () => {
    for (const [asked, agreed] of [
      ['2025-03-26', '2025-03-26'],
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['2024-11-05', '2025-11-25'],
      ['2099-01-01', '2025-11-25'],
    ] as const) {
      const { status, headers, body } = await post(initialize(asked));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('mcp-session-id')).toBeNull();
      expect(body).toMatchObject({ id: 1, result: { protocolVersion: agreed, capabilities: { tools: {} } } });
    }
    expect((await post(message('ping'))).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const unknown = await post(message('tools/list'), { 'mcp-protocol-version': '1999-01-01' });
    expect([unknown.status, unknown.body.error.code]).toEqual([400, -32000]);
  });

  it('[MP1] answer notifications without a body, and have no streams', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/unknown'])
      expect(await post({ jsonrpc: '2.0', method, params: { requestId: 1 } })).toMatchObject({
        status: 202,
        body: null,
      });
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(`${server.url}/mcp`, { method, headers: basic(cast.dara) });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const modern = (method: string) =>
      post(message(method, { _meta, notifications: {} }), {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
      });
    expect((await modern('tools/list')).body.result.tools).toHaveLength(10);
    for (const method of ['subscriptions/listen', 'resources/list'])
      expect(await modern(method)).toMatchObject({ status: 404, body: { id: 1, error: { code: -32601 } } });
  });
});

describe('credentials', () => {
  it('[MP2] are HTTP Basic, or a bearer token of address and key', async () => {
    const { email, api_key } = cast.dara;
    const pair = `${email}:${api_key}`;
    for (const authorization of [
      `Bearer ${pair}`,
      `bearer   ${pair}`,
      `Bearer ${Buffer.from(pair).toString('base64')}`,
      `Basic ${Buffer.from(pair).toString('base64')}`,
    ]) {
      const { body } = await post(tool('whoami'), { authorization }, null);
      expect(body.result.structuredContent.id).toBe(cast.dara.user_id);
    }
  });

  it('[MP2] that are missing, wrong or malformed are 401', async () => {
    const { email, api_key } = cast.dara;
    for (const authorization of [
      null,
      `Bearer ${email}:${'0'.repeat(32)}`,
      `Bearer ${cast.eli.email}:${api_key}`,
      `Bearer ${api_key}`,
      'Bearer :',
      'Bearer',
      'Bearer %00:%00',
      `Bearer ${'a'.repeat(20_000)}`,
      'Basic !',
    ]) {
      const headers: Record<string, string> = authorization === null ? {} : { authorization };
      const answer = await post(tool('whoami'), headers, null);
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="stoa"');
    }
    // Only here.
    const elsewhere = await fetch(`${server.url}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${email}:${api_key}` },
    });
    expect(elsewhere.status).toBe(401);
  });

  it('[MP2] of deactivated accounts and replaced keys count no longer, also for clients that are connected', async () => {
    const { user_id } = await cast.ada.createUser({
      email: 'gil@stoa.example',
      full_name: 'Gil',
      password: 'gil is here',
    });
    const api_key = server.app.keys.keyOf(user_id, 1);
    const gil = { ...cast.dara, email: 'gil@stoa.example', user_id, api_key };
    const client = await connectAgent(server.url, gil);
    await client.callTool({ name: 'whoami', arguments: {} });
    await cast.ada.deactivateUser({ user_id });
    expect(await post(tool('whoami'), {}, gil)).toMatchObject({ status: 401, body: { msg: 'Account is deactivated' } });
    const failed = await client.callTool({ name: 'whoami', arguments: {} }).catch((error) => error);
    expect(failed).toBeInstanceOf(Error);
    await client.close();
  });

  it('[MP2] [BO14] of incoming webhook bots are refused', async () => {
    const made = await cast.dara.createBot({
      full_name: 'Hook',
      short_name: 'hook',
      bot_type: BOT_TYPE.incoming_webhook,
    });
    const hook = { ...cast.bot, email: 'hook-bot@stoa.invalid', user_id: made.user_id, api_key: made.api_key };
    expect(await post(tool('whoami'), {}, hook)).toMatchObject({ status: 400, body: { result: 'error' } });
  });

  it('[MP2] [MP7] count in their organization, whose names others do not learn', async () => {
    const other = await startServer();
    stopping.push(() => other.stop());
    const [a, b] = [await other.organization('a.example'), await other.organization('b.example')];
    const [in_a, in_b] = [await a.cast(), await b.cast()];
    await in_a.ada.subscribe({ subscriptions: [{ name: 'only in a' }] });
    const call = async (host: string, who: Person, name: string, input = {}) => {
      const headers = { ...JSON_TYPE, ...basic(who), host };
      const init = { method: 'POST', headers, body: JSON.stringify(tool(name, input)) };
      return (await fetch(`${other.url}/mcp`, init)).json();
    };
    expect((await call('a.example', in_a.dara, 'list_channels')).result.structuredContent.total).toBe(1);
    expect((await call('b.example', in_b.dara, 'list_channels')).result.structuredContent.total).toBe(0);
    const { error } = (await call('b.example', in_b.dara, 'read_messages', { channel: 'only in' })).result
      .structuredContent;
    expect(error.message).toBe("There is no channel 'only in'");
    // The key belongs to an account of the other organization.
    const foreign = { ...in_a.dara, api_key: in_a.dara.api_key };
    expect(await call('b.example', foreign, 'whoami')).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

it('[MP3] refuses pages of other sites', async () => {
  for (const origin of [
    'http://evil.example',
    'null',
    server.url.replace('http:', 'https:'),
    `${server.url}.evil.example`,
  ])
    expect(await post(tool('whoami'), { origin })).toMatchObject({ status: 403, body: { error: { code: -32600 } } });
  expect((await post(tool('whoami'), { origin: server.url })).status).toBe(200);
});

describe('bodies', () => {
  it('[MP4] are bounded in size, values and depth, and have no odd characters or keys', async () => {
    const refused = async (body: string) => {
      const { status, body: answer } = await post(body);
      return [status, answer.error?.code ?? answer.code];
    };
    for (const body of ['', '{', 'nonsense', '\u0000', '{"jsonrpc":"2.0",}'])
      expect(await refused(body)).toEqual([400, -32700]);
    for (const body of [
      '1',
      'null',
      '"text"',
      '[]',
      '[1]',
      '[[]]',
      nested(120_000),
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${nested(200)}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[${'1,'.repeat(10_000)}1]}}`,
      '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"a":1}}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":{"\\u005f_proto__":1}}}',
      JSON.stringify(tool('list_channels', { query: 'a\0' })),
      '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_channels","arguments":{"query":"\\udfff"}}}',
    ]) {
      const [status, code] = await refused(body);
      expect([status, code === -32600 || code === -32700]).toEqual([400, true]);
    }
    expect((await post(JSON.stringify(tool('whoami')) + ' '.repeat(300_000))).status).toBe(413);
    expect(await post(tool('whoami'), { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    expect((await post(tool('whoami'), { accept: 'text/html' })).status).toBe(406);
  });

  it('[MP4] that are no messages are errors of JSON-RPC', async () => {
    for (const body of [
      {},
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 7 },
      { jsonrpc: '2.0', id: { a: 1 }, method: 'ping' },
      '{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
      { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] },
    ]) {
      const { status, body: answer } = await post(body);
      expect([status, typeof answer.error.code]).toEqual([400, 'number']);
    }
    for (const method of [
      'unknown',
      'constructor',
      '__proto__',
      'tools/__proto__',
      'resources/list',
      'x'.repeat(100_000),
    ])
      expect((await post(message(method))).body).toMatchObject({ id: 1, error: { code: -32601 } });
    for (const name of ['unknown', '__proto__', 'constructor', 'x'.repeat(100_000)]) {
      const { body } = await post(tool(name));
      expect(body.error.code).toBe(-32602);
      expect(body.error.message.length).toBeLessThan(200);
    }
    expect((await post(message('tools/call', { arguments: {} }))).body.error.code).toBe(-32602);
    expect((await post(message('ping', undefined, 'x'.repeat(1000)))).body.id).toBe('x'.repeat(1000));
  });

  it('[MP6] with bad arguments are refused so that a model can correct itself', async () => {
    const deep: unknown = JSON.parse(nested(80));
    for (const [name, input] of [
      ['read_messages', { count: 0 }],
      ['read_messages', { count: 101 }],
      ['read_messages', { count: 1.5 }],
      ['read_messages', { count: '5' }],
      ['read_messages', { before_id: 2 ** 53 }],
      ['read_messages', { channel: '' }],
      ['read_messages', { channel: ['a'] }],
      ['read_messages', { people: Array.from({ length: 21 }, (_, id) => id + 1) }],
      ['read_messages', { extra: deep }],
      ['search_messages', { count: 51, words: 'x' }],
      ['search_messages', { words: 'x'.repeat(1001) }],
      ['search_messages', { words: ' ' }],
      ['send_message', { channel: 'x', content: '' }],
      ['send_message', { people: [1], content: 'x', idempotency_key: 'with space' }],
      ['send_message', { people: [1], content: '💡'.repeat(10_001) }],
      ['send_message', { people: [1], content: 'x'.repeat(10_001) }],
      ['send_message', { channel: 1, topic: 'x'.repeat(61), content: 'x' }],
      ['send_message', { people: [987_654], content: 'x' }],
      ['send_message', { people: [{ constructor: 1 }], content: 'x' }],
      ['mark_as_read', { message_ids: [] }],
      ['edit_message', { message_id: 987_654, content: 'x' }],
      ['whoami', { anything: true }],
    ] as const) {
      const { status, body } = await post(tool(name, input));
      expect([name, input, status, body.result.isError]).toEqual([name, input, 200, true]);
      const { error } = body.result.structuredContent;
      expect(error.message.length).toBeLessThan(2100);
      expect(error.code).not.toBe('INTERNAL_SERVER_ERROR');
    }
  });

  it('[MP4] are batches in the version that has them', async () => {
    const batch = [tool('whoami', {}, 'a'), { jsonrpc: '2.0', method: 'notifications/initialized' }, message('ping')];
    for (const headers of [{}, { 'mcp-protocol-version': '2025-03-26' }]) {
      const { status, body } = await post(batch, headers as Record<string, string>);
      expect(status).toBe(200);
      expect(body).toMatchObject([
        { id: 'a', result: { structuredContent: {} } },
        { id: 1, result: {} },
      ]);
    }
    for (const version of ['2025-06-18', '2025-11-25', '2026-07-28'])
      expect((await post(batch, { 'mcp-protocol-version': version })).body.error.code).toBe(-32600);
    const notices = [batch[1], batch[1]];
    expect(await post(notices)).toMatchObject({ status: 202, body: null });
    const twenty = Array.from({ length: 20 }, (_, id) => message('ping', undefined, id));
    expect((await post(twenty)).body).toHaveLength(20);
    for (const bad of [[...twenty, message('ping')], Array(400).fill(tool('whoami')), [initialize('2025-03-26')]])
      expect((await post(bad)).body.error.code).toBe(-32600);
    const calls = JSON.stringify(Array.from({ length: 10_000 }, () => tool('whoami')));
    expect((await post(calls)).status).toBe(413);
  });

  it('[MP4] are answered message by message, so that none cancels another or takes its id', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const { body } = await post([tool('whoami'), cancel, tool('list_channels'), cancel, {}]);
    expect(body).toMatchObject([
      { id: 1, result: { structuredContent: { name: 'Dara Member' } } },
      { id: 1, result: { structuredContent: { channels: [] } } },
      { error: {} },
    ]);
  });
});

describe('the API decides', () => {
  it('[MP6] counts requests and calls for the account, also at once', async () => {
    const limited = await startServer({
      rate_limits: { user: { requests: 9, period_ms: 60_000 }, ip: null, login: null, mail: null },
    });
    stopping.push(() => limited.stop());
    const call = async (id: number) => {
      const init = { method: 'POST', headers: { ...JSON_TYPE, ...basic(limited.owner) } };
      const response = await fetch(`${limited.url}/mcp`, { ...init, body: JSON.stringify(tool('whoami', {}, id)) });
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    // Two each: the request, and the endpoint.
    const answers = await Promise.all(Array.from({ length: 20 }, (_, id) => call(id)));
    const served = answers.filter(({ body }) => body.result?.structuredContent?.id !== undefined);
    expect(served.length).toBeLessThanOrEqual(4);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(11);
    for (const { body, headers } of refused) {
      expect(body.code).toBe('RATE_LIMIT_HIT');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const { body } of answers.filter(({ body }) => body.result?.isError))
      expect(body.result.structuredContent.error).toMatchObject({
        code: 'RATE_LIMIT_HIT',
        retry_after_secs: expect.any(Number),
      });
  });

  it('[MP6] [HT40] tells that the store takes no writes, while reading works', async () => {
    const refuse = () => Promise.reject(StoreUnavailable('The disk is full', { 'retry-after': 5 }));
    const write = spyOn(server.app.writer, 'write').mockImplementation(refuse as never);
    const call = await toolsOf(server.url, cast.dara);
    const { is_error, fields } = await call('send_message', { people: [cast.eli.user_id], content: 'x' });
    expect(is_error).toBe(true);
    expect(fields.error).toEqual({ code: 'STORE_UNAVAILABLE', message: 'The disk is full', retry_after_secs: 5 });
    expect((await call('read_messages')).is_error).toBe(false);
    write.mockRestore();
  });

  it('[MP6] says nothing of a failure but its number', async () => {
    const fail = () => Promise.reject(new Error('the password is xyzzy'));
    const call = await toolsOf(server.url, cast.dara);
    const snapshot = spyOn(server.app.store, 'snapshot').mockImplementation(fail as never);
    const { is_error, fields } = await call('whoami');
    snapshot.mockRestore();
    expect(is_error).toBe(true);
    expect(fields.error).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'Internal server error',
      request_id: expect.any(String),
    });
    const reported: unknown[] = [];
    const failing = { ...findTool('whoami')!, run: fail };
    const context = { report: (error: unknown) => reported.push(error) } as never;
    const result = await runTool(failing, {}, context);
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'INTERNAL_SERVER_ERROR' } } });
    expect(JSON.stringify(result)).not.toContain('xyzzy');
    expect(String(reported)).toContain('xyzzy');
  });

  it('[MP6] [HT22] searches by long reads, which stop nobody else', async () => {
    const { store } = server.app;
    const longRead = store.longRead.bind(store);
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = spyOn(store, 'longRead').mockImplementation((async (requester, read) => {
      await held;
      return longRead(requester, read);
    }) as typeof store.longRead);
    const call = await toolsOf(server.url, cast.dara);
    const search = call('search_messages', { words: 'anything' });
    expect((await call('whoami')).is_error).toBe(false);
    expect((await post(tool('read_messages'), {}, cast.eli)).status).toBe(200);
    finish();
    expect((await search).fields.messages).toEqual([]);
    slow.mockRestore();
  });
});

it('[MP16] reads long lists in turn, one of an account at a time', async () => {
  const { store } = server.app;
  const snapshot = store.snapshot.bind(store);
  const answers: Answer['body'][] = [];
  const ask = (person: Person) =>
    post(tool('list_people', { query: 'nobody' }), {}, person).then(({ body }) => answers.push(body.result));
  const others = Promise.withResolvers<void>();
  let reading = 0;
  let most = 0;
  const counted = spyOn(store, 'snapshot').mockImplementation((async (read) => {
    reading += 1;
    most = Math.max(most, reading);
    await others.promise;
    return snapshot(read).finally(() => {
      reading -= 1;
    });
  }) as typeof store.snapshot);
  try {
    const all = Array.from({ length: 30 }, () => ask(cast.dara));
    // While one reads and twenty wait, the others are refused.
    while (answers.length < 9) await Bun.sleep(5);
    expect(answers.map(({ structuredContent }) => structuredContent.error)).toEqual(
      Array(9).fill(expect.objectContaining({ code: 'RATE_LIMIT_HIT', retry_after_secs: 5 })),
    );
    all.push(ask(cast.eli), ask(cast.bela));
    while (reading < 2) await Bun.sleep(5);
    others.resolve();
    await Promise.all(all);
    expect([most, answers.length, answers.slice(9).filter(({ isError }) => isError)]).toEqual([2, 32, []]);
  } finally {
    counted.mockRestore();
  }
});

it('[MP13] can be turned off', async () => {
  const off = await startServer({ no_mcp: true });
  stopping.push(() => off.stop());
  const init = { method: 'POST', headers: { ...JSON_TYPE, ...basic(off.owner) }, body: JSON.stringify(tool('whoami')) };
  expect((await fetch(`${off.url}/mcp`, init)).status).toBe(404);
});

it('[MP14] loads the library with the first request', async () => {
  const looking = `
    await import(${JSON.stringify(join(import.meta.dir, '../../slices.ts'))});
    const loaded = () => Object.keys(require.cache).filter((path) => path.includes('modelcontextprotocol')).length;
    const before = loaded();
    await import(${JSON.stringify(join(import.meta.dir, 'protocol.ts'))});
    console.log(JSON.stringify([before, loaded() > 0]));`;
  const child = Bun.spawn([process.execPath, '--no-env-file', '-e', looking], { stdout: 'pipe', stderr: 'inherit' });
  expect(await new Response(child.stdout).json()).toEqual([0, true]);
});
