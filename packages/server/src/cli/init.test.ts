// `stoa init` as a process, and what it leaves behind.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { serving, stoa } from './stoa-process.ts';

let directory: string;
let database: TestDatabase;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-init-'));
  database = await createTestDatabase({ empty: true });
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});
const store = () => ['--data', join(directory, 'data'), ...(database.url === null ? [] : ['--database', database.url])];
const file = (name: string) => join(directory, name);
const at = (host: string, ...more: string[]) => [
  'init',
  ...store(),
  ...['--url', `http://${host}`, '--org', 'Acme', '--email', 'ada@stoa.example', '--name', 'Ada Owner'],
  ...more,
];

/** The values of a zuliprc. */
function settings(text: string) {
  return Object.fromEntries(Array.from(text.matchAll(/^(\w+)=(.*)$/gm), (match) => [match[1], match[2]]));
}
const basic = ({ email, key }: Record<string, string>) => `Basic ${btoa(`${email}:${key}`)}`;

describe('[CL5] stoa init', () => {
  it('creates an organization whose owner signs in with the zuliprc or the password', async () => {
    writeFileSync(file('password'), 'ada counts to eleven\n');
    const zuliprc = file('zuliprc');
    const made = await stoa(at('one.example', '--password-file', file('password'), '--zuliprc', zuliprc));
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(zuliprc).mode & 0o777).toBe(0o600);
    const written = settings(readFileSync(zuliprc, 'utf8'));
    expect(written).toEqual({
      email: 'ada@stoa.example',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      site: 'http://one.example',
    });
    expect(made.stdout).not.toContain(written.key);

    const server = await serving(store());
    const me = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: basic(written) } });
    expect(await me.json()).toMatchObject({ full_name: 'Ada Owner', is_owner: true });
    const body = new URLSearchParams({ username: 'ada@stoa.example', password: 'ada counts to eleven' });
    const key = await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', body });
    expect(await key.json()).toMatchObject({ api_key: written.key });
    server.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it('prints the key if no file is named, and reads the password from standard input', async () => {
    const made = await stoaInProcess(at('two.example', '--password-file', '-'), { input: 'correct horse battery' });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(settings(made.stdout)).toMatchObject({ site: 'http://two.example', email: 'ada@stoa.example' });
  });

  it('never overwrites a file, and creates no organization then', async () => {
    writeFileSync(file('kept'), 'mine');
    const refused = await stoaInProcess(at('three.example', '--zuliprc', file('kept')));
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `stoa: ${file('kept')} exists already and is left as it is\n`,
    });
    expect(readFileSync(file('kept'), 'utf8')).toBe('mine');
    expect((await stoaInProcess(at('three.example', '--zuliprc', file('nowhere/zuliprc')))).code).toBe(1);
    expect((await stoaInProcess(at('three.example'))).code).toBe(0);
  });

  it.each([
    [['--email', 'nobody'], 'Enter a valid email address.'],
    [['--name', ' '], 'Name must not be empty!'],
    [['--org', 'x'.repeat(41)], '1 to 40 characters'],
    [['--url', 'ftp://four.example'], 'http:// or https://'],
    [['--password-file', '/dev/null'], 'at least 8 characters'],
    [['--password-file', '/dev/null/missing'], "can't read /dev/null/missing"],
  ])('refuses %j and leaves neither an organization nor a zuliprc', async (changed, words) => {
    const refused = await stoaInProcess(at('four.example', '--zuliprc', file('four'), ...changed));
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(words);
    expect(existsSync(file('four'))).toBe(false);
  });

  it('refuses a second organization at the same host; failed attempts leave nothing', async () => {
    expect((await stoaInProcess(at('four.example'))).code).toBe(0);
    const again = await stoaInProcess(at('FOUR.example:8200', '--zuliprc', file('again')));
    expect(again).toEqual({ code: 1, stdout: '', stderr: 'stoa: There is already an organization at four.example\n' });
    expect(existsSync(file('again'))).toBe(false);
  });

  it('refuses a password that is not UTF-8 or has several lines', async () => {
    const bytes = await stoaInProcess(at('five.example', '--password-file', '-'), {
      input: new Uint8Array(12).fill(0xff),
    });
    expect(bytes.stderr).toBe('stoa: standard input is not valid UTF-8\n');
    const lines = await stoaInProcess(at('five.example', '--password-file', '-'), { input: 'one line\nand another\n' });
    expect(lines.stderr).toContain('control character');
    expect([bytes.code, lines.code]).toEqual([1, 1]);
  });
});
