// The whole log of a server that has been used: each request is there, nothing secret is.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { serving, stoa } from './stoa-process.ts';

let directory: string;
let database: TestDatabase;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-log-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

const EMAIL = 'planted-address@stoa.example';
const PASSWORD = 'planted pass phrase 77';
const CONTENT = 'planted-content';
const NAME = 'Planted Name';
const PATH = 'planted-path';
const SECRET = 'planted-secret-of-this-server-0123456789';

interface Line {
  readonly subsystem: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

it('[LG1] [LG2] [LG3] [LG4] [LG6] has a line for each request, without content or personal data', async () => {
  const data = join(directory, 'data');
  const file = join(directory, 'stoa.log');
  const store = ['--data', data, ...(database.url === null ? [] : ['--database', database.url])];
  const env = { STOA_SECRET: SECRET };
  writeFileSync(join(directory, 'password'), PASSWORD);
  const words = ['--org', 'Acme', '--email', EMAIL, '--name', NAME, '--password-file', join(directory, 'password')];
  const made = await stoa(['init', ...store, ...words, '--zuliprc', join(directory, 'zuliprc')], { env });
  expect(made.code).toBe(0);
  const key = readFileSync(join(directory, 'zuliprc'), 'utf8').match(/^key=(.*)$/m)![1]!;

  const options = ['--log-format', 'json', '--log-level', 'debug', '--log-requests', '--log-file', file];
  const server = await serving([...store, ...options, '--trusted-proxies', '127.0.0.1'], { env });
  const headers = { authorization: `Basic ${btoa(`${EMAIL}:${key}`)}`, 'x-request-id': 'from-the-proxy' };
  const call = async (method: string, path: string, form?: Record<string, string>) => {
    const body = form ? { body: new URLSearchParams(form) } : {};
    const answer = await fetch(`${server.url}/api/v1${path}`, { method, headers, ...body });
    return { id: answer.headers.get('x-request-id'), status: answer.status, body: (await answer.json()) as object };
  };
  const sent = await call('POST', '/messages', { type: 'direct', to: JSON.stringify([EMAIL]), content: CONTENT });
  expect(sent).toMatchObject({ id: 'from-the-proxy', status: 200 });
  await call('POST', '/fetch_api_key', { username: EMAIL, password: PASSWORD });
  await call('POST', '/fetch_api_key', { username: EMAIL, password: 'planted wrong one' });
  await call('GET', `/users/${EMAIL}`);
  await call(
    'GET',
    `/messages?narrow=${encodeURIComponent(JSON.stringify([['search', CONTENT]]))}&num_before=5&num_after=0&anchor=newest`,
  );
  await call('GET', `/${PATH}/${key}`);
  await call('POST', `/external/slack?api_key=${key}&stream=${PATH}`, { text: CONTENT });
  await call('PATCH', '/settings', { full_name: `${NAME} 2` });
  await call('POST', '/bots', { full_name: `${NAME} Bot`, short_name: 'planted-bot' });
  await fetch(`${server.url}/user_uploads/1/${PATH}`, { headers });
  await fetch(`${server.url}/health`);

  renameSync(file, `${file}.1`);
  server.kill('SIGHUP');
  for (;;) {
    await call('GET', '/users/me');
    try {
      if (readFileSync(file, 'utf8') !== '') break;
    } catch {
      // Not reopened yet.
    }
  }
  server.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });

  const whole = readFileSync(`${file}.1`, 'utf8') + readFileSync(file, 'utf8');
  const lines = whole
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const requests = lines.filter(({ subsystem }) => subsystem === 'requests');
  const sending = requests.find(({ endpoint }) => endpoint === 'send-message')!;
  expect(sending).toMatchObject({
    level: 'info',
    msg: 'answered',
    request_id: 'from-the-proxy',
    method: 'POST',
    status: 200,
    duration_ms: expect.any(Number),
    realm_id: expect.any(Number),
    user_id: expect.any(Number),
  });
  const endpoints = new Set(requests.map(({ endpoint }) => endpoint));
  for (const endpoint of ['/health', 'other', '/user_uploads/*']) expect([...endpoints]).toContain(endpoint);
  for (const planted of [
    EMAIL,
    PASSWORD,
    'planted',
    CONTENT,
    NAME,
    PATH,
    SECRET,
    key,
    '127.0.0.1',
    btoa(`${EMAIL}:${key}`),
  ])
    expect(`${whole}${server.output().replace(/.*ready at.*/, '')}`.includes(planted) ? planted : null).toBeNull();
}, 60_000);

it('[LG3] an unknown level or format, or a file that cannot be written, stops the start', async () => {
  const run = (...args: string[]) => stoa(['serve', '--data', join(directory, 'other'), ...args]);
  expect(await run('--log-level', 'loud')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--log-level must'),
  });
  expect(await run('--log-format', 'xml')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--log-format must'),
  });
  const refused = await run('--log-file', join(directory, 'missing', 'stoa.log'));
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("can't write to the log file") });
}, 60_000);

it('[LG801] says that the process stood still, and for how long', async () => {
  const server = await serving(['--data', join(directory, 'stopped')]);
  // Its first tick comes within two seconds.
  await Bun.sleep(2500);
  server.kill('SIGSTOP');
  await Bun.sleep(8000);
  server.kill('SIGCONT');
  for (let n = 0; n < 100 && !server.output().includes('stood still'); n++) await Bun.sleep(50);
  expect(server.output()).toMatch(
    /warn +server +the process stood still, and runs again secs=[5-9] cpu_secs=\d\.?\d*$/m,
  );
  server.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
}, 60_000);
