// Resumable uploads over HTTP, by rule.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { basic, type Person, serveTests } from '@stoa/testkit';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();

const VERSION = { 'tus-resumable': '1.0.0' };
const PART = { ...VERSION, 'content-type': 'application/offset+octet-stream' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

function tus(who: Person | null, method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const url = path.startsWith('/') ? `${server.url}${path}` : `${server.url}/api/v1/tus`;
  return fetch(url, { method, headers: { ...VERSION, ...(who ? basic(who) : {}), ...headers }, body: body ?? null });
}

async function create(who: Person, length: number, metadata: Record<string, string>): Promise<string> {
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${base64(value)}`);
  const answer = await tus(who, 'POST', '', { 'upload-length': String(length), 'upload-metadata': pairs.join(',') });
  expect(answer.status).toBe(201);
  const location = answer.headers.get('location')!;
  expect(location).toMatch(/^\/api\/v1\/tus\/[0-9a-f]{32}$/);
  return location;
}

const unfinished = () => readdirSync(join(server.data, 'unfinished-uploads'));

it('[UP17] an upload resumes wherever it was interrupted, and becomes a file like any other', async () => {
  const { dara } = cast;
  const location = await create(dara, 11, { filename: 'größe.txt', filetype: 'text/plain', name: 'ignored' });
  const first = await tus(dara, 'PATCH', location, { ...PART, 'upload-offset': '0' }, 'hello');
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '5']);
  await server.restart();
  const response = await tus(dara, 'HEAD', location);
  expect([response.status, response.headers.get('upload-offset'), response.headers.get('upload-length')]).toEqual([
    200,
    '5',
    '11',
  ]);
  expect((await tus(dara, 'PATCH', location, { ...PART, 'upload-offset': '3' }, 'lo world')).status).toBe(409);
  const last = await tus(dara, 'PATCH', location, { ...PART, 'upload-offset': '5' }, ' world');
  expect([last.status, last.headers.get('content-type')]).toEqual([200, 'application/json']);
  const { url, filename } = (await last.json()) as { url: string; filename: string };
  expect(filename).toBe('größe.txt');
  const file = await fetch(`${server.url}${encodeURI(url)}`, { headers: basic(dara) });
  expect([await file.text(), file.headers.get('content-type')]).toEqual(['hello world', 'text/plain']);
  const { attachments } = await dara.getAttachments();
  expect(attachments.at(-1)).toMatchObject({ name: 'größe.txt', size: 11 });
  expect(unfinished()).toEqual([]);
  expect((await tus(dara, 'HEAD', location)).status).toBe(404);
});

it('[UP17] an upload is accessible to its owner only', async () => {
  const { dara, eli } = cast;
  const location = await create(dara, 5, { filename: 'mine.txt', owner: `1:${eli.user_id}` });
  for (const method of ['HEAD', 'PATCH', 'DELETE'])
    expect([
      method,
      (await tus(eli, method, location, { ...PART, 'upload-offset': '0' }, method === 'PATCH' ? 'hello' : undefined))
        .status,
    ]).toEqual([method, 404]);
  expect((await tus(null, 'HEAD', location)).status).toBe(401);
  expect((await tus(null, 'POST', '', { 'upload-length': '1' })).status).toBe(401);
  expect(
    (await tus(dara, 'POST', location, { ...PART, 'x-http-method-override': 'PATCH', 'upload-offset': '0' }, 'hello'))
      .status,
  ).toBe(400);
  expect((await tus(dara, 'GET', location)).status).toBe(405);
  for (const bad of ['x', '../stoa.db', '..%2f..%2fstoa.db', 'a'.repeat(32), `${location.split('/').at(-1)}.json`])
    expect([bad, (await tus(dara, 'HEAD', `/api/v1/tus/${bad}`)).status]).toEqual([bad, 404]);
  expect((await tus(dara, 'DELETE', location)).status).toBe(204);
  expect((await tus(dara, 'HEAD', location)).status).toBe(404);
  expect(unfinished()).toEqual([]);
});

it('[UP17] an upload follows the protocol and enforces the limits', async () => {
  const { dara } = cast;
  const options = await tus(null, 'OPTIONS', '');
  expect(options.status).toBe(401);
  const known = await tus(dara, 'OPTIONS', '');
  expect(known.headers.get('tus-version')).toContain('1.0.0');
  expect(known.headers.get('tus-extension')).toContain('creation');
  expect(known.headers.get('tus-max-size')).toBe(String(25 * 1024 * 1024));
  const too_long = await tus(dara, 'POST', '', { 'upload-length': String(25 * 1024 * 1024 + 1) });
  expect(too_long.status).toBe(413);
  expect((await tus(dara, 'POST', '', {})).status).toBeWithin(400, 500);
  expect((await tus(dara, 'POST', '', { 'upload-length': '-1' })).status).toBeWithin(400, 500);
  expect((await tus(dara, 'POST', '', { 'upload-length': '1', 'upload-metadata': '!!! ???' })).status).toBeWithin(
    400,
    500,
  );
  const location = await create(dara, 3, { filename: '../../evil\u202e.txt' });
  expect((await tus(dara, 'PATCH', location, { ...PART, 'upload-offset': '0' }, 'more than three')).status).toBeWithin(
    400,
    500,
  );
  const whole = await tus(dara, 'PATCH', location, { ...PART, 'upload-offset': '0' }, 'abc');
  if (whole.status === 200) expect(((await whole.json()) as { filename: string }).filename).toBe('evil.txt');
  const empty = await tus(dara, 'POST', '', {
    'upload-length': '0',
    'upload-metadata': `filename ${base64('empty.txt')}`,
  });
  expect([empty.status, empty.headers.get('location')]).toEqual([201, expect.stringContaining('/api/v1/tus/')]);
  expect(((await empty.json()) as { url: string }).url).toEndWith('/empty.txt');
  expect(unfinished()).toEqual([]);
});

it('[UP17] an upload is removed when abandoned', async () => {
  const { dara } = cast;
  const location = await create(dara, 5, { filename: 'left.txt' });
  await server.app.runNow('files');
  expect((await tus(dara, 'HEAD', location)).status).toBe(200);
  await tus(dara, 'DELETE', location);
});

it('[UP832] parts are removed when abandoned, also if their description is lost or broken', async () => {
  const { dara } = cast;
  const id = async () => (await create(dara, 5, { filename: 'left.txt' })).split('/').at(-1)!;
  const age = (name: string) => {
    const day_before = new Date(Date.now() - 25 * 60 * 60_000);
    utimesSync(join(server.data, 'unfinished-uploads', name), day_before, day_before);
  };
  const write = (name: string, text: string) => writeFileSync(join(server.data, 'unfinished-uploads', name), text);
  const [emptied, cut, young] = [await id(), await id(), await id()];
  const [without, alone] = ['a'.repeat(32), 'b'.repeat(32)];
  write(`${emptied}.json`, '');
  write(`${cut}.json`, '{"id":');
  write(`${young}.json`, '');
  write(without, 'bytes');
  write(`${alone}.json`, '{}');
  for (const each of [emptied, cut]) for (const name of [each, `${each}.json`]) age(name);
  // Bytes still arrived.
  age(`${young}.json`);
  for (const name of [without, `${alone}.json`]) age(name);
  await server.app.runNow('files');
  expect(unfinished().toSorted()).toEqual([young, `${young}.json`]);
  for (const name of unfinished()) age(name);
  await server.app.runNow('files');
  expect(unfinished()).toEqual([]);
});
