// The operator's commands, beside a store without a server.
import { afterAll, beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@stoa/testkit/kit';
import { unpackTar } from 'modern-tar';
import { stoaInProcess } from '../../cli/stoa-in-process.ts';

setDefaultTimeout(60_000);

let directory: string;
let database: TestDatabase;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-person-'));
  database = await createTestDatabase();
  const owner = ['--email', 'ada@stoa.example', '--name', 'Ada', '--url', 'https://acme.example'];
  expect((await stoaInProcess(['init', ...store(), '--org', 'Acme', ...owner])).code).toBe(0);
  expect(
    (await stoaInProcess(['user', 'create', ...store(), '--email', 'bela@stoa.example', '--name', 'Bela Gone'])).code,
  ).toBe(0);
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

const store = () => ['--data', directory, ...(database.url === null ? [] : ['--database', database.url])];
const user = (words: readonly string[], input = '') => stoaInProcess(['user', ...words, ...store()], { input });

it('[PD4] a person’s data is written to a new file, whole or not at all', async () => {
  const file = join(directory, 'bela.tar.gz');
  expect((await user(['export', 'nobody@stoa.example', file])).code).toBe(1);
  expect(existsSync(file)).toBe(false);
  expect(await user(['export', 'bela@stoa.example', file])).toMatchObject({ code: 0, stderr: '' });
  const entries = await unpackTar(Bun.gunzipSync(readFileSync(file)));
  const texts = new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data!).toString()]));
  expect(JSON.parse(texts.get('account.json')!)).toMatchObject({ full_name: 'Bela Gone', email: 'bela@stoa.example' });
  expect([...texts.keys()]).toContain('private.json');
  expect((await user(['export', 'bela@stoa.example', file])).stderr).toBe(`stoa: ${file} exists already\n`);
  expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('[PD11] an account is erased after its address was typed', async () => {
  expect((await user(['erase', 'bela@stoa.example', '--messages', 'all'])).code).toBe(2);
  for (const input of ['', 'yes\n']) {
    const refused = await user(['erase', 'bela@stoa.example', '--messages', 'keep'], input);
    expect([refused.code, refused.stderr]).toEqual([1, 'stoa: nothing was erased: that is not its address\n']);
  }
  const last = await user(['erase', 'ada@stoa.example', '--messages', 'keep'], 'ada@stoa.example\n');
  expect(last.code).toBe(1);
  const done = await user(['erase', 'bela@stoa.example', '--messages', 'remove'], 'bela@stoa.example\n');
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toContain('Erased the account with the id');
  const listed = (await user(['list'])).stdout;
  expect([listed.includes('Deleted user'), listed.includes('bela')]).toEqual([true, false]);
  expect((await user(['erase', 'bela@stoa.example', '--messages', 'keep'], 'bela@stoa.example\n')).code).toBe(1);
});
