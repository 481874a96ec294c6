// A data directory that is in use, or whose database or secret is missing. Embedded database only: PostgreSQL serves several nodes.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  for (const args of [
    ['serve', '--port', '0'],
    ['init', ...WHO],
    ['user', 'list'],
    ['backup', join(directory, 'backups')],
    ['migrate'],
  ])
    expectRefusal(await run(...args), 'stoa.db is missing, though the directory has been used (secret');
  expect(readdirSync(data()).filter((name) => name !== 'serving.lock')).toEqual(
    before.filter((name) => name !== 'serving.lock'),
  );
  renameSync(moved, join(data(), 'stoa.db'));
  expect((await run('user', 'list')).code).toBe(0);
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
