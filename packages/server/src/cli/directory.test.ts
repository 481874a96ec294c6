// `stoa directory sync`, `stoa user disconnect` and `stoa doctor` with a directory, and settings that they refuse.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIRECTORY_BASE, type DirectoryEntry, FakeDirectory } from '../../../testkit/src/fake-directory.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { openStore } from '../kit/database/open.ts';
import { sql } from '../kit/database/sql.ts';
import { migrations } from '../migrations/index.ts';
import { stoaInProcess } from './stoa-in-process.ts';

let ldap: FakeDirectory;
let directory: string;
let database: TestDatabase;
const entries: DirectoryEntry[] = [];
const data = () => join(directory, 'data');
const store = () => ['--data', data(), ...(database.url === null ? [] : ['--database', database.url])];
const settings = (changes: Readonly<Record<string, string>> = {}) => {
  const { bind } = ldap.settings;
  const file = join(directory, 'password');
  writeFileSync(file, `${bind!.password}\n`);
  const toml = {
    ldap_url: `ldap://127.0.0.1:${ldap.port}`,
    ldap_bind_dn: bind!.dn,
    ldap_bind_password_file: file,
    ldap_base_dn: DIRECTORY_BASE,
    ...changes,
  };
  const config = join(directory, 'stoa.toml');
  writeFileSync(
    config,
    Object.entries(toml)
      .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
      .join(''),
  );
  return ['--config', config, ...store()];
};

beforeAll(async () => {
  ldap = await FakeDirectory.start();
  directory = mkdtempSync(join(tmpdir(), 'stoa-directory-'));
  database = await createTestDatabase();
  const owner = ['--org', 'One', '--email', 'ada@one.example', '--name', 'Ada Owner', '--url', 'http://one.example'];
  expect(await stoaInProcess(['init', ...store(), ...owner])).toMatchObject({ code: 0 });
  for (const name of ['ben', 'cleo', 'dana']) {
    entries.push(ldap.add(name, { mail: [`${name}@one.example`], cn: [name] }));
    await stoaInProcess(['user', 'create', ...store(), '--email', `${name}@one.example`, '--name', name]);
  }
  const opened = await openStore({ data: data(), database: database.url }, migrations);
  await opened.transaction(async (tx) => {
    for (const { attributes } of entries)
      await tx.run(
        sql`insert into external_identities (realm_id, user_id, issuer, subject, created_at)
         select realm_id, user_id, 'ldap', ${String(attributes.entryUUID![0])}, 1 from users where email = ${String(attributes.mail![0])}`,
      );
  });
  await opened.close();
});
afterAll(async () => {
  await ldap.stop();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

const doctor = async (changes: Readonly<Record<string, string>> = {}) => {
  const { stdout } = await stoaInProcess(['doctor', '--json', ...settings(changes)]);
  const found = stdout.trimEnd().split('\n');
  return found.map((line) => JSON.parse(line) as { check: string }).find(({ check }) => check === 'directory');
};

it('[LD13] stoa doctor says what would keep people from signing in', async () => {
  expect(await doctor()).toMatchObject({ status: 'ok', found: '127.0.0.1 shows people with their ids' });
  const problems: [Record<string, string>, string][] = [
    [{ ldap_url: 'ldap://127.0.0.1:1' }, 'ECONNREFUSED'],
    [{ ldap_bind_dn: 'cn=other,dc=example' }, 'refuses ldap_bind_dn'],
    [{ ldap_base_dn: 'dc=elsewhere' }, 'ldap_base_dn does not exist'],
    [{ ldap_user_filter: '(login={login})' }, 'no entry matches ldap_user_filter'],
    [{ ldap_id_attribute: 'objectGUID' }, 'entries have no objectGUID'],
  ];
  for (const [changes, found] of problems)
    expect(await doctor(changes)).toMatchObject({ status: 'fail', found: expect.stringContaining(found) });
});

it('[LD10] [LD11] stoa directory sync prints what it did, or would do', async () => {
  const sync = (words: readonly string[] = [], changes = {}) =>
    stoaInProcess(['directory', 'sync', ...settings(changes), ...words]);
  expect(await sync()).toMatchObject({ code: 0, stdout: '3 people, deactivated: 0, renamed: 0\n' });
  ldap.remove(entries[0]!);
  entries[1]!.attributes.cn = ['Cleo Cousin'];
  const trial = await sync(['--dry-run']);
  expect(trial.stdout).toMatch(
    /^deactivate\t\d+\tben@one.example\nrename\t\d+\tcleo@one.example\tCleo Cousin\nWithout --dry-run: 3 people, deactivated: 1, renamed: 1\n$/,
  );
  expect((await sync()).stdout).toBe(trial.stdout.replace('Without --dry-run: ', ''));
  expect((await sync()).stdout).toBe('2 people, deactivated: 0, renamed: 0\n');
  const failed = await sync([], { ldap_url: 'ldap://127.0.0.1:1' });
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was changed: ') });
  const nobody = await sync(['--force'], { ldap_user_filter: '(login={login})' });
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('the directory lists nobody') });
  expect(await stoaInProcess(['directory', 'sync', ...store()])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no directory is set'),
  });
});

it('[LD13] stoa user disconnect forgets who somebody is in the directory', async () => {
  const { stdout } = await stoaInProcess(['user', 'disconnect', ...store(), 'dana@one.example']);
  expect(stdout).toBe('dana@one.example is connected to nobody at an identity provider now.\n');
  const { stdout: synced } = await stoaInProcess(['directory', 'sync', ...settings()]);
  expect(synced).toBe('1 people, deactivated: 0, renamed: 0\n');
});

it('[LD1] a directory is of no use where no passwords count', async () => {
  const only = ['--oidc-issuer', 'https://id.example', '--oidc-client-id', 'stoa', '--oidc-only'];
  const { code, stderr } = await stoaInProcess(['doctor', ...settings(), ...only]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('leaves no use for ldap_url') });
});

it('[LD14] passwords go to another machine encrypted, unless the operator allows otherwise', async () => {
  const tried = async (changes: Record<string, unknown>) => {
    const { code, stderr } = await stoaInProcess(['directory', 'sync', ...settings(changes as Record<string, string>)]);
    return { code, stderr };
  };
  // Addresses for documents, where nobody answers.
  const url = 'ldap://192.0.2.1';
  const refused = await tried({ ldap_url: url });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('would send passwords in clear text') });
  for (const [changes, reason] of [
    [{ ldap_url: 'https://x.example' }, 'must be ldaps://HOST'],
    [{ ldap_url: 'ldaps://x.example/dc=example' }, 'must be ldaps://HOST'],
    [{ ldap_url: 'ldaps://user:secret@x.example' }, 'must be ldaps://HOST'],
    [{ ldap_user_filter: '(uid=ada)' }, 'must compare something with {login}'],
    [{ ldap_user_filter: '(!(uid={login}))' }, 'in comparisons such as'],
    [{ ldap_user_filter: '(uid=*{login}*)' }, 'in comparisons such as'],
    [{ ldap_user_filter: '(uid={login}' }, 'must be a filter'],
    [{ ldap_base_dn: 'example.com' }, 'must be a name such as'],
  ] as const)
    expect(await tried(changes)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  for (const changes of [{ ldap_starttls: true }, { ldap_insecure: true }] as const) {
    const { stderr } = await tried({ ldap_url: 'ldap://localhost:1', ...changes });
    expect(stderr).toContain('nothing was changed');
  }
});

it('[LD23] settings with which nobody could sign in are refused at the start, in one line', async () => {
  const empty = join(directory, 'empty.pem');
  writeFileSync(empty, 'no certificate\n');
  const wrong: [Record<string, string>, string][] = [
    [{ ldap_ca_file: join(directory, 'missing.pem') }, 'ldap_ca_file: ENOENT'],
    [{ ldap_ca_file: empty }, 'has no certificate (PEM)'],
    [{ ldap_id_attribute: ')(uid=*' }, 'must be the name of an attribute'],
    [{ ldap_email_attribute: 'e mail' }, 'must be the name of an attribute'],
    [{ ldap_name_attribute: '' }, 'ldap_name_attribute'],
  ];
  for (const [changes, said] of wrong) {
    const { code, stderr } = await stoaInProcess(['doctor', ...settings(changes)]);
    expect({ code, lines: stderr.trimEnd().split('\n').length, stderr }).toMatchObject({
      code: 2,
      lines: 1,
      stderr: expect.stringContaining(said),
    });
  }
  const usual = { ldap_id_attribute: '1.2.840.113556.1.4.2', ldap_name_attribute: 'cn;lang-de' };
  expect((await stoaInProcess(['doctor', ...settings(usual)])).code).toBe(1);
});
