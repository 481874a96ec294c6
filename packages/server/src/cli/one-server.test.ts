// A data directory that is in use, or whose database or secret is missing. Embedded database only: PostgreSQL serves several nodes.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stoaInProcess } from './stoa-in-process.ts';
import { type Ended, serving, stoa } from './stoa-process.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-one-server-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const data = () => join(directory, 'data');
const WHO = ['--org', 'Acme', '--email', 'ada@stoa.example', '--name', 'Ada'];
const run = (...args: string[]) => (args[0] === 'serve' ? stoa : stoaInProcess)([...args, '--data', data()]);

interface SchemaVersion {
  readonly version: number;
  readonly name: string;
  readonly applied_at: number;
  readonly checksum: string;
}

function expectRefusal({ code, stdout, stderr }: Ended, words: string): void {
  expect(stderr).toContain(words);
  expect(stderr).toMatch(/^stoa: [^\n]+\n$/);
  expect([code, stdout]).toEqual([1, '']);
}

it('[CL17] refuses a second server on the same data, but not commands; a killed server leaves no lock', async () => {
  expect((await run('init', ...WHO)).code).toBe(0);
  const server = await serving(['--data', data()]);
  expectRefusal(await run('serve', '--port', '0'), 'another server already runs on the data in');
  expect((await run('user', 'list')).stdout).toContain('ada@stoa.example');
  expect((await run('user', 'create', '--email', 'b@stoa.example', '--name', 'B')).code).toBe(0);
  server.kill('SIGKILL');
  await server.ended;
  const next = await serving(['--data', data()]);
  next.kill('SIGTERM');
  expect((await next.ended).code).toBe(0);
}, 60_000);

it('[CL18] neither a server nor a command replaces a missing database', async () => {
  const moved = join(directory, 'moved.db');
  renameSync(join(data(), 'stoa.db'), moved);
  const before = readdirSync(data()).sort();
  const everything = [
    ['serve', '--port', '0'],
    ['init', ...WHO],
    ['user', 'list'],
    ['backup', join(directory, 'backups')],
    ['migrate'],
  ];
  const diagnosed = async () => (await run('doctor')).stdout;
  expect(await diagnosed()).toContain('stoa.db is missing, though the directory has been used (secret');
  for (const args of everything)
    expectRefusal(await run(...args), 'stoa.db is missing, though the directory has been used (secret');
  writeFileSync(join(data(), 'stoa.db'), '');
  expect(await diagnosed()).toContain('stoa.db is empty, though the directory has been used (secret');
  for (const args of everything)
    expectRefusal(await run(...args), 'stoa.db is empty, though the directory has been used (secret');
  rmSync(join(data(), 'stoa.db'));
  expect(readdirSync(data()).filter((name) => name !== 'serving.lock')).toEqual(
    before.filter((name) => name !== 'serving.lock'),
  );
  renameSync(moved, join(data(), 'stoa.db'));
  expect((await run('user', 'list')).code).toBe(0);
}, 60_000);

it('[CL23] a command neither migrates older data nor creates any', async () => {
  const database = new Database(join(data(), 'stoa.db'));
  const newest = database.query('select * from schema_version order by version desc limit 1').get() as SchemaVersion;
  const { version, name, applied_at, checksum } = newest;
  const count = () => (database.query('select count(*) as rows from schema_version').get() as { rows: number }).rows;
  database.run('delete from schema_version where version = ?', [version]);
  const rows = count();
  for (const args of [
    ['user', 'list'],
    ['user', 'create', '--email', 'd@stoa.example', '--name', 'D'],
    ['jobs', 'list'],
    ['queues'],
    ['export', '--format', 'stoa', join(directory, 'archive.tar.gz')],
    ['init', ...WHO, '--url', 'http://other.example'],
  ])
    expectRefusal(await run(...args), `the data has schema version ${version - 1}, and this program needs ${version}`);
  expect(count()).toBe(rows);
  database.run('insert into schema_version (version, name, applied_at, checksum) values (?, ?, ?, ?)', [
    version,
    name,
    applied_at,
    checksum,
  ]);
  database.close();
  expect((await run('user', 'list')).code).toBe(0);
}, 60_000);

it('[DB59] a database of another program is refused, and stays as it is', async () => {
  const foreign = join(directory, 'foreign');
  mkdirSync(foreign);
  const database = new Database(join(foreign, 'stoa.db'));
  database.run('create table songs (title text)');
  for (const args of [
    ['serve', '--port', '0'],
    ['init', ...WHO],
  ])
    expectRefusal(await stoa([...args, '--data', foreign]), 'the database has a table songs and no schema version');
  expect(database.query('select name from sqlite_master').all()).toEqual([{ name: 'songs' }]);
  database.close();
}, 60_000);

it('[BU17] a backup refuses a secret that the data was not written with', async () => {
  const kept = join(directory, 'kept');
  renameSync(join(data(), 'secret'), kept);
  writeFileSync(join(data(), 'secret'), 'f'.repeat(64));
  expectRefusal(await run('backup', join(directory, 'backups')), 'the secret is not the one');
  for (const inside of [data(), join(data(), 'backups')])
    expectRefusal(await run('backup', inside), 'name a directory for backups outside');
  expect((await run('backup', join(directory, 'backups'), '--without-secret')).code).toBe(0);
  renameSync(kept, join(data(), 'secret'));
  expect((await run('backup', join(directory, 'backups'))).code).toBe(0);
}, 60_000);

describe('[AU23] a missing secret', () => {
  it('is not replaced: commands that need it say so, others work', async () => {
    const kept = join(directory, 'kept');
    renameSync(join(data(), 'secret'), kept);
    const needing = [
      ['user', 'create', '--email', 'c@stoa.example', '--name', 'C'],
      ['user', 'reset-key', 'ada@stoa.example'],
      ['init', ...WHO, '--url', 'http://other.example'],
      ['serve', '--port', '0'],
    ];
    for (const args of needing)
      expectRefusal(await run(...args), 'the secret that the data was written with is missing');
    expect((await run('user', 'list')).stdout).not.toContain('c@stoa.example');
    expect(readdirSync(data())).not.toContain('secret');
    // Nor is another one accepted.
    writeFileSync(join(data(), 'secret'), 'f'.repeat(64));
    for (const args of needing) expectRefusal(await run(...args), 'the secret is not the one');
    renameSync(kept, join(data(), 'secret'));
    expect((await run('user', 'reset-key', 'ada@stoa.example')).code).toBe(0);
  }, 60_000);

  it('is replaced by --new-secret', async () => {
    rmSync(join(data(), 'secret'));
    const server = await serving(['--data', data(), '--new-secret']);
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect((await run('user', 'reset-key', 'ada@stoa.example')).code).toBe(0);
  }, 60_000);
});
