// `stoa access-token` beside a running server.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@stoa/sdk';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { type Serving, serving, stoa } from './stoa-process.ts';

let directory: string;
let database: TestDatabase;
let server: Serving;
const keys: string[] = [];
const HOSTS = ['one.example', 'two.example'];
const store = () => ['--data', join(directory, 'data'), ...(database.url === null ? [] : ['--database', database.url])];
const run = (command: string, org: string, ...args: string[]) =>
  stoaInProcess(['access-token', command, ...store(), '--org', org, ...args]);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-tokens-'));
  database = await createTestDatabase();
  for (const host of HOSTS) {
    const owner = ['--org', `At ${host}`, '--email', `ada@${host}`, '--name', 'Ada Owner'];
    const made = await stoa(['init', ...store(), '--url', `http://${host}`, ...owner]);
    expect(made.code).toBe(0);
    keys.push(/[0-9a-f]{32}/.exec(made.stdout)![0]);
  }
  server = await serving(store());
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

it('[TK13] tokens are listed and revoked, each in its organization', async () => {
  const fetchAt = (host: string) => (url: string, init?: RequestInit) =>
    fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), host } });
  const email = 'ada@one.example';
  const clientOf = (api_key: string) =>
    createClient({ site: server.url, email, api_key, fetch: fetchAt('one.example') as typeof fetch });
  const ada = clientOf(keys[0]!);
  const wanted = { name: 'Nightly report', scopes: ['read' as const, 'send' as const], expires_in_days: 7 };
  const { token, token_id } = await ada.createAccessToken(wanted);
  const status = () =>
    clientOf(token)
      .getOwnUser()
      .then(
        () => 200,
        ({ status }) => status as number,
      );
  const row = (await run('list', 'one.example')).stdout.trim().split('\t');
  expect(row.slice(0, 4)).toEqual([String(token_id), email, 'Nightly report', 'read send']);
  expect(row[5]).toBe('never');
  expect(Date.parse(row[6]!) - Date.parse(row[4]!)).toBe(7 * 24 * 3600 * 1000);
  expect(await status()).toBe(200);
  const listed = JSON.parse((await run('list', 'one.example', '--json')).stdout);
  expect(listed).toMatchObject({ token_id, email, name: 'Nightly report', scopes: ['read', 'send'] });
  expect(JSON.stringify(listed)).not.toContain(token.slice(-64));
  expect((await run('list', 'two.example')).stdout).toBe('');
  expect(await run('revoke', 'two.example', String(token_id))).toMatchObject({ code: 1 });
  expect(await status()).toBe(200);
  const revoked = await run('revoke', 'one.example', String(token_id));
  expect(revoked).toMatchObject({ code: 0, stdout: `Token ${token_id} is revoked.\n` });
  expect(await status()).toBe(401);
  expect((await run('revoke', 'one.example', String(token_id))).stderr).toContain('there is no token');
  for (const wrong of ['Nightly', '-1', '1.5', ''])
    expect((await run('revoke', 'one.example', wrong)).code).not.toBe(0);
});
