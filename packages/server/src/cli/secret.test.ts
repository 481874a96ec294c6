// Starting a server with another secret than its data was written with.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { serving, stoa } from './stoa-process.ts';

let directory: string;
let database: TestDatabase;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-secret-'));
  database = await createTestDatabase({ empty: true });
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});
const data = () => join(directory, 'data');
const store = () => ['--data', data(), ...(database.url === null ? [] : ['--database', database.url])];
const init = (host: string, ...more: string[]) =>
  stoaInProcess([
    'init',
    ...store(),
    '--url',
    `http://${host}`,
    '--org',
    host,
    '--email',
    'a@a.example',
    '--name',
    'A',
    ...more,
  ]);
const endsWell = async (...args: string[]) => {
  const server = await serving([...store(), ...args]);
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
};

it('[AU22] is refused and changes nothing, until the secret is restored or --new-secret is given', async () => {
  const secret = join(data(), 'secret');
  expect((await init('one.example')).code).toBe(0);
  const own = readFileSync(secret, 'utf8');
  writeFileSync(secret, `${'f'.repeat(64)}\n`);
  for (const refused of [await stoa(['serve', '--port', '0', ...store()]), await init('two.example')]) {
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^stoa: the secret is not the one that the data was written with[^\n]+\n$/);
  }
  rmSync(secret);
  expect((await stoa(['serve', '--port', '0', ...store()])).code).toBe(1);
  writeFileSync(secret, own);
  await endsWell();
  writeFileSync(secret, `${'e'.repeat(64)}\n`);
  await endsWell('--new-secret');
  await endsWell();
  expect((await init('two.example')).code).toBe(0);
  writeFileSync(secret, own);
  expect((await stoa(['serve', '--port', '0', ...store()])).code).toBe(1);
}, 60_000);
