// Input that no proper client sends: refused in the usual form, without side effects, and the server keeps running.
import { afterAll, afterEach, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Endpoint, endpoints } from '@stoa/contract';
import {
  basic,
  type Cast,
  type Credentials,
  callerOf,
  callRaw,
  endpointUrl,
  type Person,
  rawRequest,
  SeededRandom,
  type Stage,
  samples,
  setStage,
  startServer,
  type TestServer,
  texts,
} from '@stoa/testkit';

setDefaultTimeout(60_000);

const LIMIT = 1024 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const FUZZ_CALLS = 40;
const SEED = Number(process.env.STOA_FUZZ_SEED ?? 7);

let server: TestServer;
let cast: Cast;
let stage: Stage;
beforeAll(async () => {
  // Short heartbeats, so that a fuzzed poll that blocks does not block for long.
  server = await startServer({ dev: true, heartbeat_ms: 50 });
  cast = await server.cast();
  stage = await setStage(cast, server);
});
afterAll(() => server.stop());

const newest = async () => (await cast.ada.getOwnUser()).max_message_id;
let before = 0;
/** No refused request has left a message. */
const nothingWritten = async () => expect(await newest()).toBe(before);
beforeAll(async () => {
  before = await newest();
});
afterEach(async () => {
  before = await newest();
});

const api = (path: string) => `${server.url}/api/v1${path}`;
const send = (body: BodyInit, type: string = FORM, method = 'POST', path = '/messages') =>
  rawRequest(api(path), { method, body, headers: { ...basic(cast.ada), 'content-type': type } });
const message = (fields: Record<string, string>) =>
  new URLSearchParams({ type: 'stream', to: stage.channel, topic: 'bad', content: 'bad', ...fields });
const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('[HT5] text that no store accepts', () => {
  const raw = (content: Uint8Array) =>
    bytes(`type=stream&to=${encodeURIComponent(stage.channel)}&topic=t&content=`, [...content]);

  it('is refused in a form: null bytes, invalid UTF-8, lone surrogates', async () => {
    for (const content of ['%00', 'a%00b', '%ff', '%c3%28', '%ED%A0%80', '%zz%ff', '%F0%9F%98'])
      expect(await send(`${message({ content: 'x' })}`.replace('content=x', `content=${content}`))).toMatchObject(
        refused,
      );
    for (const content of [[0], [0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f]])
      expect(await send(raw(new Uint8Array(content)))).toMatchObject(refused);
    expect(await send(`${message({})}&na%00me=1`)).toMatchObject(refused);
    await nothingWritten();
  });

  it('is refused in JSON inside a form', async () => {
    for (const to of ['["a\\u0000"]', '["\\ud800"]', '"\\udfff"'])
      expect(await send(message({ to }))).toMatchObject({ ...refused, body: { msg: expect.stringContaining('to') } });
    const names = [{ name: 'a\u0000' }, { name: '\ud800' }].map((channel) => JSON.stringify([channel]));
    for (const subscriptions of [...names, '[{"name":"\\u0000"}]', '[{"name":"\\ud83d"}]'])
      expect((await send(new URLSearchParams({ subscriptions }), FORM, 'POST', '/users/me/subscriptions')).status).toBe(
        400,
      );
    await nothingWritten();
  });

  it('is refused in a query and in a path', async () => {
    for (const bad of ['%00', '%ff', '%ED%A0%80'])
      for (const path of [`/get_stream_id?stream=${bad}`, `/users?${bad}=1`])
        expect([path, await rawRequest(api(path), { headers: basic(cast.ada) })]).toMatchObject([path, refused]);
    for (const bad of ['%00', 'a%00', '%ff', '%ED%A0%80', '%', '%C3%28', '..%2f..%2f', '%2e%2e'])
      for (const path of [`/users/${bad}`, `/streams/${bad}`, `/messages/${bad}`, `/${bad}`])
        expect((await rawRequest(api(path), { headers: basic(cast.ada) })).status).toBeWithin(400, 500);
  });

  it('is refused in multipart', async () => {
    const part = (content: number[]) =>
      bytes('--b\r\ncontent-disposition: form-data; name="content"\r\n\r\n', content, '\r\n--b--\r\n');
    for (const content of [[0], [0xff], [0xed, 0xa0, 0x80]])
      expect(await send(part(content), 'multipart/form-data; boundary=b')).toMatchObject(refused);
    await nothingWritten();
  });

  it('is refused in credentials', async () => {
    for (const text of ['ada@stoa.example\0:key', '\0', ':', 'ÿ:ÿ', `${'a'.repeat(5000)}:key`])
      expect(
        (
          await rawRequest(api('/users/me'), {
            headers: { authorization: `Basic ${Buffer.from(text, 'latin1').toString('base64')}` },
          })
        ).status,
      ).toBe(401);
  });

  it('is stored unchanged if it is valid', async () => {
    const content = '😀 \u202e‮ \ufeff ￿ Ω‰ 👩‍👩‍👧 e\u0301';
    const { body } = await send(message({ content }));
    const { raw_content } = await cast.dara.getMessage({ message_id: body.id as number });
    expect(raw_content).toBe(content);
  });
});

describe('[HT6] a body that is too large', () => {
  const big = 'x'.repeat(LIMIT + 1);

  it('is refused by its announced length', async () => {
    expect((await send(`content=${big}`)).status).toBe(413);
    const form = new FormData();
    form.set('content', big);
    const multipart = await rawRequest(api('/messages'), { method: 'POST', body: form, headers: basic(cast.ada) });
    expect(multipart.status).toBe(413);
    await nothingWritten();
  });

  it('is refused when it arrives without a length', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        if (sent > 20 * LIMIT) controller.close();
        else controller.enqueue(new Uint8Array(65_536).fill(0x61));
      },
    });
    const answer = await rawRequest(api('/messages'), {
      method: 'POST',
      body: endless,
      headers: { ...basic(cast.ada), 'content-type': FORM },
    }).catch((error: Error & { code?: string }) => error);
    // The server need not read to the end: the client gets the response, or a closed connection while it is still
    // sending.
    if (answer instanceof Error) expect(answer.message).not.toContain('without JSON');
    else expect(answer.status).toBe(413);
    await nothingWritten();
  });

  it('is accepted up to the limit', async () => {
    const params = `${message({ content: 'just right' })}&filler=`;
    const { status } = await send(params + 'x'.repeat(LIMIT - params.length));
    expect(status).toBe(200);
  });
});

describe('[HT2] parameters', () => {
  it('are refused above a thousand', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => `p${n}=1`).join('&');
    expect(await send(`${message({})}&${many}`)).toMatchObject(refused);
    expect((await rawRequest(api(`/users?${many}`), { headers: basic(cast.ada) })).status).toBeWithin(400, 500);
    const form = new FormData();
    for (let n = 0; n < 5000; n++) form.append(`p${n}`, '1');
    expect((await rawRequest(api('/messages'), { method: 'POST', body: form, headers: basic(cast.ada) })).status).toBe(
      400,
    );
    const same = `${message({})}${'&content=again'.repeat(5000)}`;
    expect((await send(same)).status).toBe(200);
  });

  it('[HT46] with too many values or keys in JSON are refused before a schema reads them', async () => {
    const wide = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, key) => [key, 1])));
    for (const [data, text] of [
      [`[${'[],'.repeat(100_001)}[]]`, 'data has more than 100000 values'],
      [wide(60_000), 'data has more than 100000 values'],
      [wide(20_001), 'data has more than 20000 elements'],
    ] as const) {
      const body = new FormData();
      body.set('data', data);
      const answer = await rawRequest(api('/users/me/profile_data'), {
        method: 'PATCH',
        body,
        headers: basic(cast.ada),
      });
      expect(answer).toMatchObject({ status: 400, body: { msg: text } });
    }
  });

  it('[HT44] are cut where an error repeats them', async () => {
    const long = 'x'.repeat(400_000);
    const { id } = await cast.ada.sendMessage({ type: 'direct', to: [cast.ada.user_id], content: 'to myself' });
    const calls: [string, string, Record<string, string>][] = [
      ['POST', `/messages/${id}/reactions`, { emoji_name: long }],
      ['POST', '/messages', { type: 'stream', to: long, topic: 'x', content: 'x' }],
      ['POST', '/messages', { type: 'direct', to: JSON.stringify([`${long}@a.example`]), content: 'x' }],
      ['POST', '/register', { event_types: long }],
      ['PATCH', '/settings', { default_language: long }],
      ['POST', '/user_groups/create', { name: 'x', description: '', members: long }],
    ];
    for (const [method, path, params] of calls) {
      const { status, body } = await send(new URLSearchParams(params), FORM, method, path);
      expect([path, status, JSON.stringify(body).length < 5000]).toEqual([path, 400, true]);
    }
  });

  it('are refused in broken multipart', async () => {
    const type = 'multipart/form-data; boundary=b';
    const broken: [string, string][] = [
      ['', 'multipart/form-data'],
      ['--b\r\n', type],
      ['no boundary at all', type],
      ['--b\r\ncontent-disposition: form-data; name="content"\r\n\r\ncut off', type],
      ['--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n', type],
      ['--b\r\n\r\nx\r\n--b--\r\n', type],
      [`--b\r\n${'x'.repeat(100_000)}\r\n--b--\r\n`, type],
      ['--b\r\ncontent-disposition: form-data; name="content"\r\n\r\nx\r\n--b--\r\n', 'multipart/form-data; boundary='],
      [
        '--b\r\ncontent-disposition: form-data; name="content"\r\n\r\nx\r\n--b--\r\n',
        `multipart/form-data; boundary="${'b'.repeat(500)}"`,
      ],
    ];
    for (const [body, content_type] of broken)
      expect([body.slice(0, 40), (await send(body, content_type)).status]).toEqual([body.slice(0, 40), 400]);
    await nothingWritten();
  });

  it('are refused in a body of another type', async () => {
    for (const type of ['application/json', 'text/plain', 'application/xml', 'multipart/mixed; boundary=b', 'x'])
      expect((await send('{"type":"stream"}', type)).status).toBe(400);
    await nothingWritten();
  });

  it('may be in the query for PATCH and DELETE, and in multipart for POST', async () => {
    await cast.dara.subscribe({ subscriptions: [{ name: 'short visit' }] });
    const query = new URLSearchParams({ subscriptions: '["short visit"]' });
    const left = await rawRequest(api(`/users/me/subscriptions?${query}`), {
      method: 'DELETE',
      headers: basic(cast.dara),
    });
    expect(left.body.removed).toEqual(['short visit']);
    const form = new FormData();
    for (const [name, value] of message({ content: 'by multipart' })) form.append(name, value);
    const sent = await rawRequest(api('/messages'), { method: 'POST', body: form, headers: basic(cast.dara) });
    expect((await cast.dara.getMessage({ message_id: sent.body.id as number })).raw_content).toBe('by multipart');
  });
});

describe('[HT3] JSON in a parameter', () => {
  const DEEP = 100_000;
  const odd = [
    'NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    "{'a':1}",
    '[1,]',
    '{"a":1,}',
    '// comment',
    '0x10',
    '1e999',
    '-1e999',
    '1'.repeat(10_000),
    '[',
    ']',
    '"',
    '\u2028',
    '['.repeat(DEEP) + ']'.repeat(DEEP),
    `${'{"a":'.repeat(DEEP / 2)}1${'}'.repeat(DEEP / 2)}`,
    '['.repeat(DEEP),
    '{"__proto__":{"polluted":true}}',
    '[{"name":"x","__proto__":{"description":"y"}}]',
    '{"constructor":{"prototype":{"polluted":true}}}',
  ];

  it('is refused or ignored by every endpoint if it has odd structure', async () => {
    for (const text of odd) {
      const label = text.slice(0, 30);
      const subscribing = await send(
        new URLSearchParams({ subscriptions: text }),
        FORM,
        'POST',
        '/users/me/subscriptions',
      );
      if (!text.includes('"name"')) expect([label, subscribing.status]).toEqual([label, 400]);
      expect([label, (await send(new URLSearchParams({ narrow: text }), FORM, 'POST', '/register')).status]).toEqual([
        label,
        400,
      ]);
      const queue = await send(new URLSearchParams({ client_capabilities: text }), FORM, 'POST', '/register');
      expect([200, 400]).toContain(queue.status);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('is refused or finds nothing if it has huge numbers', async () => {
    for (const number of [
      '9007199254740991',
      '-9007199254740991',
      '9007199254740993',
      '1e308',
      '-1e308',
      '1e400',
      '0.5',
      '-0',
      '1e15',
    ]) {
      const calls = [
        `/messages?anchor=${number}&num_before=1&num_after=1`,
        `/messages?anchor=newest&num_before=${number}&num_after=0`,
        `/messages?message_ids=[${number}]`,
        `/messages/${number}`,
        `/streams/${number}`,
        `/users/${number}`,
        `/users?user_ids=[${number}]`,
        `/events?queue_id=x&last_event_id=${number}&dont_block=true`,
        `/messages?anchor=newest&num_before=1&num_after=0&narrow=[["id","${number}"]]`,
        `/messages?anchor=newest&num_before=1&num_after=0&narrow=[{"operator":"channel","operand":${number}}]`,
      ];
      for (const call of calls)
        expect([call, (await rawRequest(api(call), { headers: basic(cast.ada) })).status]).toEqual([
          call,
          expect.any(Number),
        ]);
      for (const to of [number, `[${number}]`])
        await send(message({ type: to.startsWith('[') ? 'direct' : 'stream', to }));
      await send(new URLSearchParams({ idle_queue_timeout: number }), FORM, 'POST', '/register');
    }
  });
});

describe('[HT14] a connection', () => {
  /** Sends raw bytes and waits for the end, or for the response. */
  async function exchange(text: string | Uint8Array, { hang_up = false } = {}): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.on('error', () => {});
    socket.write(text);
    if (hang_up) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.destroy();
      return response;
    }
    await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 150))]);
    socket.destroy();
    return response;
  }
  const alive = async () => expect((await cast.ada.getOwnUser()).user_id).toBe(cast.ada.user_id);

  it('without HTTP, or with broken HTTP, harms nobody', async () => {
    const host = 'Host: 127.0.0.1\r\n';
    const broken = [
      '\r\n\r\n',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /api/v1/users HTTP/1.1\r\n\r\n',
      `GET /api/v1/users\0 HTTP/1.1\r\n${host}\r\n`,
      `GET ${'/a'.repeat(50_000)} HTTP/1.1\r\n${host}\r\n`,
      `GET / HTTP/1.1\r\n${host}${'X-Y: z\r\n'.repeat(5000)}\r\n`,
      `POST /api/v1/messages HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
      `POST /api/v1/messages HTTP/1.1\r\n${host}Content-Length: 99999999999999999999\r\n\r\n`,
      `POST /api/v1/messages HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
      `POST /api/v1/messages HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST /api/v1/messages HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 31) % 256)),
    ];
    for (const text of broken) expect(await exchange(text)).not.toMatch(/HTTP\/1.1 (2\d\d|50[0-4])/);
    await alive();
  });

  it('that ends within a body leaves nothing behind', async () => {
    const { authorization } = basic(cast.ada);
    const head = `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${FORM}\r\n`;
    const body = `${message({ content: 'never whole' })}`;
    for (const rest of [
      `Content-Length: ${body.length + 50}\r\n\r\n${body}`,
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
    ])
      for (let n = 0; n < 10; n++) await exchange(head + rest, { hang_up: true });
    await alive();
    await nothingWritten();
  });

  it('that closes while waiting for events is dropped', async () => {
    const { queue_id } = await cast.ada.registerQueue({ event_types: ['message'] });
    const { authorization } = basic(cast.ada);
    const request = `GET /api/v1/events?queue_id=${queue_id} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
    for (let n = 0; n < 20; n++) await exchange(request, { hang_up: true });
    const patience = performance.now() + 3000;
    while (server.app.feed.waiting_polls > 0 && performance.now() < patience)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.app.feed.waiting_polls).toBe(0);
  });
});

describe(`[HT15] any input (seed ${SEED})`, () => {
  const NASTY: readonly string[] = [
    '',
    ' ',
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1',
    '2',
    '7',
    '1e308',
    '9007199254740991',
    '-9007199254740991',
    '4294967296',
    '0.1',
    '[]',
    '{}',
    '[[]]',
    '[{}]',
    '[null]',
    '[1,2,3]',
    '["a","b"]',
    '[""]',
    '["\\u0000"]',
    '"\\ud800"',
    '[["is","dm"]]',
    '[["is","unread"],["-channel","1"]]',
    '[{"operator":"id","operand":"x"}]',
    '[{"operator":"dm","operand":[1,99]}]',
    '[{"operator":"topic","operand":"","negated":true}]',
    '[{"operator":"near","operand":1e308}]',
    '[{"name":""}]',
    '[{"name":"x","description":null}]',
    '{"direct_members":[1],"direct_subgroups":[1]}',
    '{"direct_members":[-1],"direct_subgroups":[99999]}',
    '["ada@stoa.example","ADA@STOA.EXAMPLE"]',
    'newest',
    'oldest',
    'first_unread',
    'date',
    '2026-13-45T99:99:99Z',
    '2026-01-01',
    'channel',
    'direct',
    'private',
    'the stage',
    "'; drop table users; --",
    '%_\\',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '```\n'.repeat(200),
    '> '.repeat(2000),
    '[x]('.repeat(2000),
    '*_'.repeat(3000),
    '😀'.repeat(1500),
    '\u202e\u0301',
    'a'.repeat(20_000),
    `[${'1,'.repeat(5000)}1]`,
    `["${'a'.repeat(20_000)}"]`,
  ];

  for (const [name, endpoint] of Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]) {
    // This call would succeed, and every later one would be refused.
    if (name === 'deactivateRealm') continue;
    it(`is handled by ${endpoint.id}`, async () => {
      const random = new SeededRandom(SEED + name.length * 7919);
      const people = [cast.ada, cast.dara, cast.finn, cast.bot, null];
      const names = [...Object.keys(endpoint.params.shape), 'unknown'];
      // A sample stays good, and so does a key, until a call succeeds.
      let sample: Record<string, string> | null = null;
      const callers = new Map<Person, Credentials>();
      for (let call = 0; call < FUZZ_CALLS; call++) {
        sample ??= texts(await samples[name](stage));
        const params = { ...sample };
        for (let change = random.below(3); change >= 0; change--) {
          const changed = random.pick(names);
          if (random.chance(0.15)) delete params[changed];
          else params[changed] = random.pick(NASTY);
        }
        const person = random.chance(0.5) ? cast.ada : random.pick(people);
        const who = person && (callers.get(person) ?? (await callerOf(name, person, stage)));
        if (person && who) callers.set(person, who);
        const placement = random.pick(['usual', 'query', 'form', 'multipart'] as const);
        const { status } = await callRaw(server.url, endpoint, params, who, { placement }).catch((error) => {
          throw new Error(`${endpoint.id} ${JSON.stringify(params).slice(0, 200)}: ${error.message}`);
        });
        if (status < 400) {
          sample = null;
          callers.clear();
        }
        if (status >= 500)
          throw new Error(`${endpoint.id} answered ${status} to ${JSON.stringify(params).slice(0, 2000)}`);
      }
    });
  }

  it('is handled as bytes of a body, whatever its declared type', async () => {
    const random = new SeededRandom(SEED);
    const types = [
      FORM,
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      '',
      'text/html',
      ';;;',
      'application/json',
    ];
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      if (endpoint.method === 'GET' || endpoint.id === endpoints.deactivateRealm.id) continue;
      for (let call = 0; call < 10; call++) {
        const body = Uint8Array.from({ length: random.below(300) }, () => random.below(256));
        const type = random.pick(types);
        const url = endpointUrl(server.url, endpoint, {}).href;
        const headers = { ...basic(cast.ada), ...(type === '' ? {} : { 'content-type': type }) };
        expect((await rawRequest(url, { method: endpoint.method, body, headers })).status).toBeLessThan(500);
      }
    }
  });
});
