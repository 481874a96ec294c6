// Resumable uploads over HTTP, with hostile and careless clients.
import { afterAll, beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { basic, type Cast, type Person, startServer, type TestServer } from '@stoa/testkit';

setDefaultTimeout(30_000);

const ELSEWHERE = 'elsewhere.stoa.example';
const HOME = 'home.stoa.example';
let server: TestServer;
let cast: Cast;
let elsewhere: Cast;
beforeAll(async () => {
  server = await startServer();
  cast = await (await server.organization(HOME)).cast();
  elsewhere = await (await server.organization(ELSEWHERE)).cast();
});
afterAll(() => server.stop());

const VERSION = { 'tus-resumable': '1.0.0' };
const PART = { ...VERSION, 'content-type': 'application/offset+octet-stream' };
const base64 = (text: string) => Buffer.from(text).toString('base64');
const idOf = (location: string) => location.split('/').at(-1)!;

interface Sent {
  host?: string;
  headers?: Record<string, string>;
  body?: string;
}
/** Sends the path verbatim: `fetch` would normalize it. */
function send(who: Person, method: string, path: string, { host = HOME, headers = {}, body }: Sent = {}) {
  const lines = { host, connection: 'close', ...basic(who), ...headers };
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const head = Object.entries({ ...lines, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise<{ status: number; text: string; body: string }>((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', reject);
    socket.on('close', () =>
      resolve({ status: Number(text.split(' ')[1]), text, body: text.slice(text.indexOf('\r\n\r\n') + 4) }),
    );
    socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`);
  });
}

async function create(who: Person, length: number, host = HOME): Promise<string> {
  const headers = { ...VERSION, 'upload-length': String(length), 'upload-metadata': `filename ${base64('a.txt')}` };
  const { status, text } = await send(who, 'POST', '/api/v1/tus', { host, headers });
  expect(status).toBe(201);
  return /location: (\S+)/i.exec(text)![1]!;
}
const part = (offset: number, body: string) => ({ headers: { ...PART, 'upload-offset': String(offset) }, body });
const unfinished = () => readdirSync(join(server.data, 'unfinished-uploads'));
/** No response reveals where the server stores files. */
const expectNoPaths = (text: string) => expect(text).not.toContain(server.data);

it('[UP21] no spelling of a URL reaches the upload of another account or organization', async () => {
  const { dara, eli } = cast;
  const location = await create(dara, 5);
  const own = await create(eli, 5);
  const foreign = await create(elsewhere.dara, 5, ELSEWHERE);
  for (const id of [idOf(location), idOf(foreign)]) {
    const spellings = [
      ...[`?/${id}`, `/?/${id}`, `?id=${id}`, `?${id}`, `#/${id}`, `//${id}`, `/${id}/`, `/./${id}`, `/x/../${id}`],
      ...[`/%2f${id}`, `/x%2f${id}`, `/x%2f..%2f${id}`, `/..%2ftus%2f${id}`, `/%2e%2e/tus/${id}`, `/${id}%00`],
      ...[`/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`, `/${idOf(own)}?/${id}`, `/${idOf(own)}/${id}`],
      ...[`/${idOf(own)}%2f${id}`, `/${idOf(own)}%5c${id}`, `/${id}.json`, `/${id.toUpperCase()}`, `/${id}?a`],
    ];
    for (const spelling of spellings)
      for (const method of ['HEAD', 'PATCH', 'DELETE', 'POST']) {
        const request = method === 'PATCH' ? part(0, 'stole') : { headers: VERSION };
        const { status, text } = await send(eli, method, `/api/v1/tus${spelling}`, request);
        // A spelling that names the caller's own upload concerns only that one, whatever else the URL contains.
        const of_own = spelling.startsWith(`/${idOf(own)}?`);
        const refused = status >= 400 && status < 500;
        expect([method, spelling, status, of_own ? status < 500 : refused]).toEqual([method, spelling, status, true]);
        expectNoPaths(text);
      }
  }
  for (const [who, host, address] of [
    [dara, HOME, location],
    [elsewhere.dara, ELSEWHERE, foreign],
  ] as const) {
    const { status, text } = await send(who, 'HEAD', address, { host, headers: VERSION });
    expect([status, /upload-offset: (\d+)/i.exec(text)?.[1]]).toEqual([200, '0']);
    expect((await send(who, 'DELETE', address, { host, headers: VERSION })).status).toBe(204);
  }
  // The same URL in the other organization belongs to nobody there.
  const again = await create(dara, 5);
  expect((await send(elsewhere.dara, 'HEAD', again, { host: ELSEWHERE, headers: VERSION })).status).toBe(404);
  expect((await send(dara, 'HEAD', again, { host: ELSEWHERE, headers: VERSION })).status).toBe(401);
  await send(dara, 'DELETE', again, { headers: VERSION });
  await send(eli, 'DELETE', own, { headers: VERSION });
  expect(unfinished()).toEqual([]);
});

it('[UP21] an upload belongs to its owner for every method, and OPTIONS reveals none', async () => {
  const { dara, eli } = cast;
  const location = await create(dara, 5);
  for (const method of ['HEAD', 'DELETE', 'PATCH']) {
    const theirs = await send(eli, method, location, part(0, ''));
    const none = await send(eli, method, `/api/v1/tus/${'0'.repeat(32)}`, part(0, ''));
    expect([method, theirs.status, theirs.body]).toEqual([method, 404, none.body]);
  }
  const theirs = await send(eli, 'OPTIONS', location);
  const none = await send(eli, 'OPTIONS', `/api/v1/tus/${'0'.repeat(32)}`);
  expect([theirs.status, theirs.body]).toEqual([none.status, none.body]);
  expect((await send(dara, 'POST', location, { headers: { ...VERSION, 'upload-length': '1' } })).status).toBe(405);
  await send(dara, 'DELETE', location, { headers: VERSION });
});

it('[UP23] refusals have the format of every error, and reveal no path of the server', async () => {
  const { dara } = cast;
  const location = await create(dara, 5);
  const refusals: [string, string, Sent, number][] = [
    ['POST', '/api/v1/tus', { headers: VERSION }, 400],
    ['POST', '/api/v1/tus', { headers: { ...VERSION, 'upload-length': '1e3' } }, 400],
    ['POST', '/api/v1/tus', { headers: { ...VERSION, 'upload-length': '-1' } }, 400],
    ['POST', '/api/v1/tus', { headers: { ...VERSION, 'upload-length': String(26 * 1024 * 1024) } }, 413],
    ['POST', '/api/v1/tus', { headers: { ...VERSION, 'upload-length': '99999999999999999999999' } }, 400],
    ['POST', '/api/v1/tus', { headers: { ...VERSION, 'upload-length': '5', 'upload-metadata': '!! ???' } }, 400],
    ['POST', '/api/v1/tus', { headers: { ...VERSION, 'upload-length': '5', 'upload-concat': 'partial' } }, 400],
    ['POST', '/api/v1/tus', { headers: { ...PART, 'upload-length': '3' }, body: 'too long' }, 413],
    ['POST', '/api/v1/tus', { headers: { 'upload-length': '5' } }, 412],
    ['POST', '/api/v1/tus', { headers: { 'tus-resumable': '0.2.2', 'upload-length': '5' } }, 400],
    ['PATCH', location, { headers: { ...PART, 'upload-offset': '1' }, body: 'x' }, 409],
    ['PATCH', location, { headers: { ...PART, 'upload-offset': '-1' }, body: 'x' }, 400],
    ['PATCH', location, { headers: { ...PART, 'upload-offset': '0' }, body: 'longer than five' }, 413],
    ['PATCH', location, { headers: PART, body: 'x' }, 403],
    ['PATCH', location, { headers: { ...VERSION, 'upload-offset': '0' }, body: 'x' }, 403],
    ['PATCH', location, { headers: { 'upload-offset': '0', 'content-type': PART['content-type'] }, body: 'x' }, 412],
    ['PATCH', location, { headers: { ...PART, 'upload-offset': '0', 'upload-length': '9' }, body: 'x' }, 400],
    ['DELETE', '/api/v1/tus', { headers: VERSION }, 404],
    ['PATCH', '/api/v1/tus/', part(0, 'x'), 404],
    ['PUT', location, { headers: VERSION }, 405],
  ];
  for (const [method, path, sent, status] of refusals) {
    const answer = await send(dara, method, path, sent);
    const context = [method, JSON.stringify(sent), answer.status];
    expect(context).toEqual([method, JSON.stringify(sent), status]);
    expect(JSON.parse(answer.body)).toMatchObject({ result: 'error', code: expect.any(String) });
    expectNoPaths(answer.text);
  }
  const { text } = await send(dara, 'HEAD', location, { headers: VERSION });
  expect(text).toMatch(/upload-offset: 0\r/i);
  await send(dara, 'DELETE', location, { headers: VERSION });
  expect(unfinished()).toEqual([]);
});

it('[UP22] a file can be sent with the request that creates its upload, whole or in part', async () => {
  const { dara } = cast;
  const metadata = `filename ${base64('whole.txt')},filetype ${base64('text/plain')}`;
  const creation = { ...PART, 'upload-length': '5', 'upload-metadata': metadata };
  const whole = await send(dara, 'POST', '/api/v1/tus', { headers: creation, body: 'hello' });
  expect(whole.status).toBe(201);
  expect(whole.text).toMatch(/location: \/api\/v1\/tus\/[0-9a-f]{32}\r/i);
  const { url } = JSON.parse(whole.body) as { url: string };
  expect((await send(dara, 'GET', url)).body).toBe('hello');
  const first = await send(dara, 'POST', '/api/v1/tus', { headers: creation, body: 'hel' });
  expect(first.status).toBe(201);
  expect(first.text).toMatch(/upload-offset: 3\r/i);
  const location = /location: (\S+)/i.exec(first.text)![1]!;
  const last = await send(dara, 'PATCH', location, part(3, 'lo'));
  expect(last.status).toBe(200);
  expect((await send(dara, 'GET', (JSON.parse(last.body) as { url: string }).url)).body).toBe('hello');
  // The length can be declared later, and is then enforced.
  const deferred = await send(dara, 'POST', '/api/v1/tus', {
    headers: { ...PART, 'upload-defer-length': '1' },
    body: 'hel',
  });
  expect(deferred.status).toBe(201);
  const later = /location: (\S+)/i.exec(deferred.text)![1]!;
  const headers = { ...PART, 'upload-offset': '3', 'upload-length': String(26 * 1024 * 1024) };
  expect((await send(dara, 'PATCH', later, { headers, body: 'lo' })).status).toBe(413);
  const fitting = { ...headers, 'upload-length': '5' };
  expect((await send(dara, 'PATCH', later, { headers: fitting, body: 'lo' })).status).toBe(200);
  expect(unfinished()).toEqual([]);
});

it('[UP17] a complete upload is unknown at once', async () => {
  const { dara } = cast;
  for (let round = 0; round < 20; round++) {
    const location = await create(dara, 5);
    expect((await send(dara, 'PATCH', location, part(0, 'hello'))).status).toBe(200);
    expect((await send(dara, 'HEAD', location, { headers: VERSION })).status).toBe(404);
  }
});

it('[UP22] concurrent requests for one upload make one file of the sent bytes', async () => {
  const { dara } = cast;
  const { attachments: before } = JSON.parse((await send(dara, 'GET', '/api/v1/attachments')).body);
  const urls = new Set<string>();
  for (let round = 0; round < 5; round++) {
    const location = await create(dara, 5);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => send(dara, 'PATCH', location, part(0, 'hello'))),
      ...Array.from({ length: 4 }, () => send(dara, 'PATCH', location, part(5, ''))),
      send(dara, 'HEAD', location, { headers: VERSION }),
    ]);
    for (const { status, body, text } of answers) {
      expect([200, 404, 409, 410]).toContain(status);
      expectNoPaths(text);
      if (body.startsWith('{"result":"success"')) urls.add((JSON.parse(body) as { url: string }).url);
    }
    expect(urls.size).toBe(round + 1);
  }
  for (const url of urls) expect((await send(dara, 'GET', url)).body).toBe('hello');
  const { attachments } = JSON.parse((await send(dara, 'GET', '/api/v1/attachments')).body);
  expect(attachments.length - before.length).toBe(5);
  expect(unfinished()).toEqual([]);
});
