// `stoa audit`, and what other commands leave in the audit log.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zulipArchive } from '@stoa/testkit';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { parseSince } from './audit-since.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { stoaKilled } from './stoa-process.ts';

let directory: string;
let database: TestDatabase;
const store = () => ['--data', join(directory, 'data'), ...(database.url === null ? [] : ['--database', database.url])];
const run = async (words: readonly string[], ...args: string[]) => {
  const ended = await stoaInProcess([...words, ...store(), ...args]);
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  return ended.stdout;
};
const entries = async (...args: string[]) =>
  (await run(['audit'], '--org', 'one.example', ...args))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const kinds = async (...args: string[]) => (await entries(...args)).map(({ kind }) => kind);
const ONE = ['--org', 'one.example'];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-audit-'));
  database = await createTestDatabase();
  for (const host of ['one.example', 'two.example']) {
    const owner = ['--org', `At ${host}`, '--email', `ada@${host}`, '--name', 'Ada Owner'];
    await run(['init'], '--url', `http://${host}`, ...owner);
  }
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

it('[AL10] the creation of an organization makes no entry', async () => {
  expect(await entries()).toEqual([]);
});

it('[AL3] [AL11] changes by commands are printed, of the organization that is named', async () => {
  await run(['user', 'create'], ...ONE, '--email', 'ben@one.example', '--name', 'Ben');
  await run(['user', 'set-role', 'ben@one.example', 'moderator'], ...ONE);
  await run(['user', 'grant', 'ben@one.example', 'can_change_user_emails'], ...ONE);
  await run(['user', 'grant', 'ben@one.example', 'can_change_user_emails'], ...ONE);
  await run(['user', 'deactivate', 'ben@one.example'], ...ONE);
  await run(['scim-token', 'create', 'Okta'], ...ONE);
  const all = await entries();
  expect(all.map(({ kind }) => kind)).toEqual([
    'account_created',
    'account_role_changed',
    'account_permission_changed',
    'account_deactivated',
    'scim_token_created',
  ]);
  const from = { organization: 'one.example', acting_user_id: null, via: 'command_line' };
  for (const entry of all) expect(entry).toMatchObject(from);
  expect(all[1].changes).toEqual([{ field: 'role', old: 400, new: 300 }]);
  expect(all[4].name).toBe('Okta');
  expect(await run(['audit'], '--org', 'two.example')).toBe('');
});

it('[AL11] begin where --since says', async () => {
  expect(await kinds('--since', '1h')).toHaveLength(5);
  expect(await kinds('--since', '2999-01-01')).toEqual([]);
  const now = Math.floor(Date.now() / 1000);
  expect(parseSince('2026-11-22T19:30:00+01:00')).toBe(Date.UTC(2026, 10, 22, 18, 30) / 1000);
  expect(parseSince('2d')).toBeWithin(now - 2 * 86_400 - 5, now - 2 * 86_400 + 5);
  for (const word of ['', 'yesterday', '2026', '5y', '-1d', '2026-13-01'])
    expect((await stoaInProcess(['audit', ...store(), ...ONE, '--since', word])).code).toBe(2);
});

it('[AL11] are followed', async () => {
  const printed = stoaKilled(['audit', ...store(), ...ONE, '--follow', '--since', '2026-01-01'], '');
  expect(JSON.parse((await printed).split('\n')[0]!)).toMatchObject({ kind: 'account_created' });
  const later = stoaKilled(['audit', ...store(), '--org', 'two.example', '--follow'], '');
  await run(['user', 'create'], '--org', 'two.example', '--email', 'cleo@two.example', '--name', 'Cleo');
  expect(JSON.parse(await later)).toMatchObject({ kind: 'account_created', organization: 'two.example' });
});

it('[AL10] imports and their undoing make one entry each', async () => {
  const before = (await kinds()).length;
  const file = join(directory, 'old.tar.gz');
  writeFileSync(file, await zulipArchive());
  expect((await stoaInProcess(['import', 'zulip', file, ...store(), '--into', 'one.example'])).code).toBe(0);
  expect((await kinds()).slice(before)).toEqual(['import_started']);
  expect((await stoaInProcess(['organization', 'undo-import', 'one.example', ...store()])).code).toBe(0);
  expect((await kinds()).slice(before)).toEqual(['import_started', 'import_undone']);
});
