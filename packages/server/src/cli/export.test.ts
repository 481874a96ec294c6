// `stoa export` on the command line; what it writes is tested beside its code.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zulipArchive } from '@stoa/testkit';
import { stoaInProcess } from './stoa-in-process.ts';

setDefaultTimeout(60_000);
const directory = mkdtempSync(join(tmpdir(), 'stoa-export-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));
const data = join(directory, 'data');
const exported = (...args: string[]) => stoaInProcess(['export', '--data', data, ...args]);

beforeAll(async () => {
  const file = join(directory, 'old.tar.gz');
  writeFileSync(file, await zulipArchive());
  expect((await stoaInProcess(['import', 'zulip', file, '--data', data])).code).toBe(0);
});

describe('stoa export --format zulip', () => {
  it('[EX10] writes what its reader counts the same', async () => {
    expect((await stoaInProcess(['organization', 'full-access', 'on', '--data', data])).code).toBe(0);
    const file = join(directory, 'export.tar.gz');
    const made = await exported('--format', 'zulip', '--type', 'full_without_consent', file);
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toBe(`Exported Old Club to ${file}: 11 messages.\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const plan = await stoaInProcess(['import', 'zulip', file, '--data', join(directory, 'other'), '--dry-run']);
    expect(plan.stdout).toMatch(/messages +11 +11 +0\n/);
    expect(plan.stdout).toMatch(/files +1 +1 +0\n/);
    expect(plan.stdout).toMatch(/edits +2 +2 +0\n/);
  });

  it('[EX12] refuses in a sentence and leaves nothing', async () => {
    const before = readdirSync(directory);
    const file = join(directory, 'never.tar.gz');
    const { code, stderr } = await exported('--format', 'zulip', join(directory, 'old.tar.gz'));
    expect([code, stderr]).toEqual([1, `stoa: ${join(directory, 'old.tar.gz')} exists already\n`]);
    expect((await exported('--format', 'tar', file)).code).toBe(2);
    expect((await exported('--format', 'zulip', '--type', 'all', file)).code).toBe(2);
    expect((await stoaInProcess(['organization', 'full-access', 'off', '--data', data])).code).toBe(0);
    const refused = await exported('--format', 'zulip', '--type', 'full_without_consent', file);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'stoa: owners no longer have full access to the content: "stoa organization full-access on" allows it\n',
    ]);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(directory)).toEqual(before);
  });
});

describe('stoa export --format stoa', () => {
  it('[EX20] [IM21] goes to another data directory and is complete there', async () => {
    const file = join(directory, 'whole.tar.gz');
    const other = join(directory, 'moved');
    const made = await exported('--format', 'stoa', file);
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toMatch(/^Exported Old Club to .*: \d+ rows, \d+ files\.\n$/);
    const plan = await stoaInProcess(['import', 'stoa', file, '--data', other, '--dry-run']);
    expect([plan.code, plan.stderr, existsSync(join(other, 'stoa.db'))]).toEqual([0, '', false]);
    expect(plan.stdout).toMatch(/^messages\t11$/m);
    const moved = await stoaInProcess(['import', 'stoa', file, '--data', other, '--url', 'https://moved.example']);
    expect([moved.code, moved.stderr]).toEqual([0, '']);
    expect(moved.stdout).toContain('Imported Old Club at https://moved.example.');
    expect(moved.stdout).toContain('This server has another secret');
    const checked = await stoaInProcess(['check', '--data', other]);
    expect([checked.code, checked.stderr]).toEqual([0, '']);
    const [was, is] = [
      await stoaInProcess(['user', 'list', '--data', data]),
      await stoaInProcess(['user', 'list', '--data', other]),
    ];
    expect(is.stdout).toBe(was.stdout);
    const again = await stoaInProcess(['import', 'stoa', file, '--data', other, '--url', 'https://moved.example']);
    expect([again.code, again.stderr]).toEqual([
      1,
      'stoa: there is already an organization at moved.example: give another --url\n',
    ]);
  });

  it('[IM705] keeps API keys if the secret was put into the new directory before', async () => {
    const file = join(directory, 'with-secret.tar.gz');
    expect(await exported('--format', 'stoa', file)).toMatchObject({ code: 0 });
    const [own, foreign] = [join(directory, 'own-secret'), join(directory, 'foreign-secret')];
    for (const to of [own, foreign]) mkdirSync(to, { mode: 0o700 });
    cpSync(join(data, 'secret'), join(own, 'secret'));
    writeFileSync(join(foreign, 'secret'), 'f'.repeat(64), { mode: 0o600 });
    const { code, stderr, stdout } = await stoaInProcess(['import', 'stoa', file, '--data', own]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('new API key');
    expect(await stoaInProcess(['check', '--data', own])).toMatchObject({ code: 0 });
    const refused = await stoaInProcess(['import', 'stoa', file, '--data', foreign]);
    expect(refused.stderr).toMatch(/^stoa: \S+stoa\.db is missing, though the directory has been used \(secret\): /);
    expect(refused.code).toBe(1);
  });

  it('[EX700] refuses an organization whose deletion has begun', async () => {
    const begun = join(directory, 'begun');
    cpSync(data, begun, { recursive: true });
    const database = new Database(join(begun, 'stoa.db'));
    database.exec('update realms set deletion_due_at = 0');
    database.close();
    const file = join(directory, 'begun.tar.gz');
    for (const options of [['stoa'], ['stoa', '--all'], ['zulip']]) {
      const { code, stderr } = await stoaInProcess(['export', file, '--data', begun, '--format', ...options]);
      expect(stderr).toMatch(/^stoa: the deletion of Old Club has begun: only a backup has all of it; [^\n]+\n$/);
      expect([code, existsSync(file)]).toEqual([1, false]);
    }
  });
});
