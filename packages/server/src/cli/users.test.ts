// `stoa user ...` beside a running server.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { openStore } from '../kit/database/open.ts';
import { sql } from '../kit/database/sql.ts';
import { migrations } from '../migrations/index.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { type Serving, serving, stoa, stoaKilled } from './stoa-process.ts';

let directory: string;
let database: TestDatabase;
let server: Serving;
const store = () => ['--data', join(directory, 'data'), ...(database.url === null ? [] : ['--database', database.url])];
const ORG = ['--org', 'one.example'];
const user = (command: string, ...args: string[]) => stoaInProcess(['user', command, ...store(), ...ORG, ...args]);
const lines = (input: string, ...args: string[]) =>
  stoaInProcess(['user', 'create', ...store(), ...ORG, '--stdin', ...args], { input });
const rows = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-users-'));
  database = await createTestDatabase();
  for (const host of ['one.example', 'two.example']) {
    const owner = ['--org', `At ${host}`, '--email', `ada@${host}`, '--name', 'Ada Owner'];
    expect((await stoa(['init', ...store(), '--url', `http://${host}`, ...owner])).code).toBe(0);
  }
  server = await serving(store());
});
afterAll(async () => {
  server.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

/** Calls the running server with an account's key. */
async function ask(path: string, email: string, key: string, form?: Record<string, string>) {
  const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}`, host: 'one.example' };
  const body = form && { method: 'POST', body: new URLSearchParams(form) };
  return (await fetch(`${server.url}/api/v1${path}`, { headers, ...body })).json() as Promise<Record<string, unknown>>;
}

describe('[CL8] accounts from the command line', () => {
  it('are created, listed, changed and deactivated, and a running server applies it at once', async () => {
    const made = await user('create', '--email', 'bela@one.example', '--name', 'Bela', '--role', 'moderator');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [id, email, key] = rows(made.stdout)[0]!;
    expect([email, key]).toEqual(['bela@one.example', expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(await ask('/users/me', email!, key!)).toMatchObject({ user_id: Number(id), role: 300 });

    expect((await user('set-role', email!, 'guest')).stdout).toBe('bela@one.example is guest now.\n');
    expect(await ask('/users/me', email!, key!)).toMatchObject({ role: 600 });

    const reset = await user('reset-key', id!);
    const fresh = rows(reset.stdout)[0]![2]!;
    expect(await ask('/users/me', email!, key!)).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await ask('/users/me', email!, fresh)).toMatchObject({ result: 'success' });

    const listed = rows((await user('list')).stdout).find(([listed_id]) => listed_id === id);
    expect(listed).toEqual([id!, email!, 'guest', 'active', 'person', 'Bela']);
    expect((await user('deactivate', email!)).code).toBe(0);
    expect(await ask('/users/me', email!, fresh)).toMatchObject({ result: 'error' });
    expect(rows((await user('list')).stdout).find(([listed_id]) => listed_id === id)![3]).toBe('deactivated');
  });

  it('get a key file and a password on request', async () => {
    const [zuliprc, password] = [join(directory, 'dara'), join(directory, 'password')];
    writeFileSync(password, 'dara hums a song\n');
    const named = ['--email', 'dara@one.example', '--name', 'Dara', '--password-file', password, '--zuliprc', zuliprc];
    expect((await user('create', ...named)).code).toBe(0);
    expect(statSync(zuliprc).mode & 0o777).toBe(0o600);
    const key = readFileSync(zuliprc, 'utf8').match(/^key=(.*)$/m)![1]!;
    const form = { username: 'dara@one.example', password: 'dara hums a song' };
    expect(await ask('/fetch_api_key', '', '', form)).toMatchObject({ api_key: key });

    const next = join(directory, 'dara-next');
    expect((await user('reset-key', 'dara@one.example', '--zuliprc', next)).stdout).not.toMatch(/[0-9a-f]{32}/);
    expect(readFileSync(next, 'utf8')).not.toContain(key);
  });

  it('an existing key file is refused before the key changes', async () => {
    const kept = join(directory, 'kept');
    writeFileSync(kept, 'mine');
    const key = async () =>
      ask('/fetch_api_key', '', '', { username: 'dara@one.example', password: 'dara hums a song' });
    const before = await key();
    expect(before.result).toBe('success');
    expect((await user('reset-key', 'dara@one.example', '--zuliprc', kept)).code).toBe(1);
    expect(readFileSync(kept, 'utf8')).toBe('mine');
    expect(await key()).toEqual(before);
  });

  it('[CL22] get a password reset link, which a running server accepts once', async () => {
    const named = ['--email', 'gus@one.example', '--name', 'Gus'];
    expect((await user('create', ...named)).code).toBe(0);
    const made = await user('reset-password', 'gus@one.example');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^http:\/\/one\.example\/reset-password\/[0-9a-f]{40}\/\n$/);
    const { pathname } = new URL(made.stdout.trim());
    const use = async () => {
      const headers = { host: 'one.example', accept: 'application/json' };
      const body = new URLSearchParams({ password: 'eleven quiet lanterns' });
      return (await fetch(server.url + pathname, { method: 'POST', body, headers })).status;
    };
    expect([await use(), await use()]).toEqual([200, 400]);
    const form = { username: 'gus@one.example', password: 'eleven quiet lanterns' };
    expect(await ask('/fetch_api_key', '', '', form)).toMatchObject({ result: 'success' });
    expect((await user('reset-password', 'ada@one.example')).code).toBe(0);
    expect((await user('deactivate', 'gus@one.example')).code).toBe(0);
    expect(await user('reset-password', 'gus@one.example')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'stoa: The account is deactivated.\n',
    });
  });

  it('keeps the only owner, names an unknown account, and refuses an address in use', async () => {
    const role_change = await user('set-role', 'ada@one.example', 'member');
    expect([role_change.code, role_change.stderr]).toEqual([1, expect.stringContaining('only organization owner')]);
    expect((await user('deactivate', 'ada@one.example')).code).toBe(1);
    expect((await user('deactivate', '99999')).stderr).toContain('no account "99999"');
    const other = await user('deactivate', 'ada@two.example');
    expect(other.stderr).toBe('stoa: there is no account "ada@two.example" in "At one.example"\n');
    const taken = await user('create', '--email', 'ADA@one.example', '--name', 'Other');
    expect(taken).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('already in use') });
  });

  it('need --org with a host, address or name if there are several organizations', async () => {
    const unnamed = await stoaInProcess(['user', 'list', ...store()]);
    expect(unnamed.code).toBe(1);
    expect(unnamed.stderr).toContain('one.example, two.example');
    for (const org of ['two.example', 'TWO.example:8100', 'http://two.example/', 'At two.example'])
      expect((await stoaInProcess(['user', 'list', ...store(), '--org', org])).stdout).toContain('ada@two.example');
    expect((await stoaInProcess(['user', 'list', ...store(), '--org', 'three.example'])).code).toBe(1);
  });
});

describe('[CL7] stoa user create --stdin', () => {
  it('creates an account per line, in order, a thousand within the time limit of a test', async () => {
    const input = Array.from({ length: 1000 }, (_, n) => `many${n}@one.example,Person ${n}`).join('\n');
    const { code, stdout, stderr } = await lines(input);
    expect([code, stderr]).toEqual([0, '']);
    const made = rows(stdout);
    expect(made.map(([, email]) => email)).toEqual(Array.from({ length: 1000 }, (_, n) => `many${n}@one.example`));
    expect(new Set(made.map(([, , key]) => key)).size).toBe(1000);
    const [id, email, key] = made.at(-1)!;
    expect(await ask('/users/me', email!, key!)).toMatchObject({ user_id: Number(id), full_name: 'Person 999' });
  });

  it('accepts roles, JSON and empty lines', async () => {
    const described = JSON.stringify({ email: 'comma@one.example', full_name: 'Last, First', role: 'administrator' });
    const { code, stdout } = await lines(`role@one.example,With Role, guest\r\n\n${described}\n`);
    expect([code, rows(stdout).length]).toEqual([0, 2]);
    const listed = rows((await user('list')).stdout);
    expect(listed.find(([, email]) => email === 'role@one.example')!.slice(2)).toEqual([
      'guest',
      'active',
      'person',
      'With Role',
    ]);
    expect(listed.find(([, email]) => email === 'comma@one.example')![5]).toBe('Last, First');
  });

  it.each([
    ['good@one.example,Good\nno comma', 'line 2: expected'],
    ['a@one.example,A,member,more', 'line 1: expected'],
    ['a@one.example,A,king', 'line 1: a role is one of'],
    ['good@one.example,Good\n\n{"email":"x@one.example"}', 'line 3: full_name'],
    ['{"email":"x@one.example","full_name":"X","admin":true}', 'line 1'],
    ['{not json', 'line 1: this is not a JSON object'],
    ['nobody,Name', 'line 1: Enter a valid email address.'],
  ])('makes nobody when a line can not be understood: %j', async (input, words) => {
    const { code, stdout, stderr } = await lines(input);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect((await user('list')).stdout).not.toContain('good@one.example');
  });

  it('reports the line of an address in use and creates the others', async () => {
    const { code, stdout, stderr } = await lines(
      'new1@one.example,A\nada@one.example,B\nnew2@one.example,C\nnew1@one.example,D',
    );
    expect(code).toBe(1);
    expect(rows(stdout).map(([, email]) => email)).toEqual(['new1@one.example', 'new2@one.example']);
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      expect.stringContaining('line 2: '),
      expect.stringContaining('line 4: '),
    ]);
  });

  it('[CL21] can be repeated after a kill; accounts that were used meanwhile are reported', async () => {
    const input = Array.from({ length: 1500 }, (_, n) => `again${n}@one.example,Person ${n}`).join('\n');
    const before = await stoaKilled(['user', 'create', ...store(), ...ORG, '--stdin'], input);
    const printed = before.split('\n').slice(0, -1);
    expect(printed.length).toBeGreaterThan(0);
    expect(printed.length).toBeLessThan(1500);
    const again = await lines(input);
    expect([again.code, again.stderr]).toEqual([0, '']);
    const made = again.stdout.split('\n').slice(0, -1);
    expect(made.slice(0, printed.length)).toEqual(printed);
    expect(made.map((row) => row.split('\t')[1])).toEqual(
      Array.from({ length: 1500 }, (_, n) => `again${n}@one.example`),
    );
    expect(new Set(made.map((row) => row.split('\t')[0])).size).toBe(1500);
    const [, email, key] = made[0]!.split('\t');
    expect(await ask('/users/me', email!, key!)).toMatchObject({ email });
    expect((await user('reset-key', 'again1@one.example')).code).toBe(0);
    const used = await lines('again1@one.example,Person 1\nagain2@one.example,Another');
    expect([used.code, used.stdout, used.stderr.split('\n').length - 1]).toEqual([1, '', 2]);
  });

  it('refuses the options of a single account, and bytes that are not UTF-8', async () => {
    expect((await lines('', '--email', 'x@one.example')).code).toBe(2);
    const bytes = await stoa(['user', 'create', ...store(), ...ORG, '--stdin'], {
      input: new Uint8Array([0xc3, 0x28]),
    });
    expect(bytes.stderr).toBe('stoa: standard input is not valid UTF-8\n');
  });
});

describe('[CL4] data never controls a terminal', () => {
  it('escapes control characters and direction marks', async () => {
    const email = '\u001bred\u009b\u202e@one.example';
    await lines(JSON.stringify({ email: 'red@one.example', full_name: 'Red' }));
    // Such an address is refused today; an earlier version may have taken one.
    const opened = await openStore({ data: join(directory, 'data'), database: database.url }, migrations);
    await opened.transaction((tx) => tx.run(sql`update users set email = ${email} where email = 'red@one.example'`));
    await opened.close();
    const { stdout } = await user('list');
    const { stderr } = await user('deactivate', email);
    for (const text of [stdout, stderr]) {
      expect(text).toContain('\\u{1b}red\\u{9b}\\u{202e}@one.example');
      expect(text).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
    }
    const unknown = await user('deactivate', '\u001b]0;title\u0007\nsecond line');
    expect(unknown.stderr).toMatch(/^stoa: \P{Cc}*\\u\{1b\}\P{Cc}*\n$/u);
  });
});

describe('[CL13] permissions that only the operator grants', () => {
  it('grants and revokes creating accounts and changing addresses', async () => {
    const made = await user('create', '--email', 'omar@one.example', '--name', 'Omar', '--role', 'owner');
    const [id, email, key] = rows(made.stdout)[0]!;
    const create = (name: string) =>
      ask('/users', email!, key!, { email: `${name}@one.example`, full_name: name, password: 'a long password' });
    expect(await create('first')).toMatchObject({ result: 'success' });
    const revoked = await user('revoke', email!, 'can_create_users');
    expect(revoked).toMatchObject({ code: 0, stdout: 'omar@one.example no longer has can_create_users.\n' });
    expect(await create('second')).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await user('grant', id!, 'can_create_users')).stdout).toBe('omar@one.example has can_create_users now.\n');
    expect(await create('second')).toMatchObject({ result: 'success' });

    const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}`, host: 'one.example' };
    const move = async () => {
      const body = new URLSearchParams({ new_email: 'moved@one.example' });
      const path = `${server.url}/api/v1/users/first@one.example`;
      return (await fetch(path, { method: 'PATCH', headers, body })).json() as Promise<Record<string, unknown>>;
    };
    expect(await move()).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await user('grant', email!, 'can_change_user_emails')).code).toBe(0);
    expect(await move()).toMatchObject({ result: 'success' });
    const unknown = await user('grant', email!, 'can_fly');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('can_create_users')]);
  });

  it('reactivates an account with the key it had', async () => {
    const [id, email, key] = rows((await user('create', '--email', 'rosa@one.example', '--name', 'Rosa')).stdout)[0]!;
    expect((await user('deactivate', email!)).code).toBe(0);
    expect(await ask('/users/me', email!, key!)).toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await user('reactivate', email!)).stdout).toContain('rosa@one.example is active again');
    expect(await ask('/users/me', email!, key!)).toMatchObject({ is_active: true });
    const fresh = rows((await user('reset-key', id!)).stdout)[0]![2]!;
    expect(await ask('/users/me', email!, key!)).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await ask('/users/me', email!, fresh)).toMatchObject({ is_active: true });
    expect(await user('reactivate', email!)).toMatchObject({
      code: 1,
      stderr: 'stoa: The account is already active\n',
    });
  });
});

describe('[CL12] commands that need data do not create it', () => {
  it.each([
    ['check'],
    ['user list'],
    ['user create --email a@b.example --name A'],
    ['user deactivate 1'],
    ['user reset-key 1'],
  ])('stoa %s', async (command) => {
    const data = join(directory, 'none');
    const { code, stderr } = await stoaInProcess([...command.split(' '), '--data', data]);
    expect(code).toBe(1);
    expect(stderr).toBe(`stoa: there is no data in ${data}: "stoa init" creates an organization\n`);
    expect(existsSync(data)).toBe(false);
  });
});
