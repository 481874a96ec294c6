// `stoa scim-token` beside a running server.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { type Serving, serving, stoa } from './stoa-process.ts';

let directory: string;
let database: TestDatabase;
let server: Serving;
const store = () => ['--data', join(directory, 'data'), ...(database.url === null ? [] : ['--database', database.url])];
const run = (command: string, org: string, ...args: string[]) =>
  stoaInProcess(['scim-token', command, ...store(), '--org', org, ...args]);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-scim-'));
  database = await createTestDatabase();
  for (const host of ['one.example', 'two.example']) {
    const owner = ['--org', `At ${host}`, '--email', `ada@${host}`, '--name', 'Ada Owner'];
    expect((await stoa(['init', ...store(), '--url', `http://${host}`, ...owner])).code).toBe(0);
  }
  server = await serving(store());
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

it('[SI1] tokens are created, listed and revoked, each in its organization', async () => {
  const created = await run('create', 'one.example', 'Okta');
  const token = created.stdout.trim();
  expect(token).toMatch(/^stoa_scim_[0-9a-f]{64}$/);
  const status = async (host: string) =>
    (await fetch(`${server.url}/scim/v2/Users`, { headers: { host, authorization: `Bearer ${token}` } })).status;
  expect([await status('one.example'), await status('two.example')]).toEqual([200, 401]);
  const [id, name, at, used] = (await run('list', 'one.example')).stdout.trim().split('\t');
  expect([name, new Date(at!).toISOString()]).toEqual(['Okta', at!]);
  expect(used).toMatch(/^(never|\d{4}-.*Z)$/);
  const listed = JSON.parse((await run('list', 'one.example', '--json')).stdout);
  expect(Object.keys(listed)).toEqual(['token_id', 'name', 'created_at', 'last_used_at']);
  expect((await run('list', 'two.example')).stdout).toBe('');
  expect(await run('revoke', 'two.example', id!)).toMatchObject({ code: 1 });
  expect(await status('one.example')).toBe(200);
  expect(await run('revoke', 'one.example', id!)).toMatchObject({ code: 0, stdout: `Token ${id} is revoked.\n` });
  expect(await status('one.example')).toBe(401);
  expect((await run('revoke', 'one.example', id!)).stderr).toContain('there is no token');
  for (const wrong of ['', ' ', 'x'.repeat(61), 'a\nb', 'a\u001b[31m'])
    expect((await run('create', 'one.example', wrong)).code).toBe(2);
  expect((await run('revoke', 'one.example', 'Okta')).code).toBe(2);
});
