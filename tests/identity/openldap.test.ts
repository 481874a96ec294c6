// Signing in with OpenLDAP: at `stoa serve` as operators run it, with a directory that lets only one account read, and a page at a time.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@stoa/sdk';
import { freePort as anyPort, codeOf, reasonOf } from '@stoa/testkit';
import { type Serving, serving, stoa } from '../../packages/server/src/cli/stoa-process.ts';
import { LdapDirectory } from '../../packages/server/src/features/directory/ldap-directory.ts';
import { NO_LOGGERS } from '../../packages/server/src/kit/logging/logger.ts';
import { BASE, type DirectoryServer, freePort, passwordOf, READER, slapd, startSlapd } from './slapd.ts';

const START_MS = 120_000;
/** More than a page, and more than the directory shows without pages. */
const MANY = 1200;
const FILTER = `(&(objectClass=person)(memberOf=cn=chat,ou=groups,${BASE})(|(uid={login})(mail={login})))`;

if (slapd === undefined) console.log('OpenLDAP is not installed (apt-get install slapd): its tests are skipped.');

let folder: string;
const at = (name: string) => join(folder, name);
let directory: DirectoryServer;
let server: Serving;
let url: string;

const settings = (changes: Readonly<Record<string, unknown>> = {}) => ({
  ldap_url: directory.secure_url,
  ldap_ca_file: directory.ca_file,
  ldap_bind_dn: READER.dn,
  ldap_bind_password_file: at('reader'),
  ldap_base_dn: `ou=people,${BASE}`,
  ldap_user_filter: FILTER,
  ldap_creates_accounts: true,
  ...changes,
});
/** The command with settings that differ, in a file of their own. */
const command = (words: readonly string[], changes: Readonly<Record<string, unknown>> = {}) => {
  writeFileSync(at('command.json'), JSON.stringify(settings(changes)));
  return stoa([...words, '--config', at('command.json'), '--data', at('data')]);
};
const serve = async (changes: Readonly<Record<string, unknown>> = {}) => {
  writeFileSync(at('serve.json'), JSON.stringify(settings(changes)));
  server = await serving(['--config', at('serve.json'), '--data', at('data'), '--port', new URL(url).port]);
};
const signIn = (username: string, password: string) => createClient({ site: url }).fetchApiKey({ username, password });

describe.skipIf(slapd === undefined)('OpenLDAP', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stoa-openldap-'));
    writeFileSync(at('reader'), `${READER.password}\n`);
    directory = await startSlapd(MANY);
    for (const uid of ['ada', 'ben', 'cleo', 'dana', 'elif']) await directory.add(uid);
    await directory.add('outside', { in_group: false });
    url = `http://127.0.0.1:${await anyPort()}`;
    const who = ['--org', 'One', '--email', 'owner@stoa.example', '--name', 'Owner', '--url', url];
    const { code, stderr } = await stoa(['init', '--data', at('data'), ...who]);
    if (code !== 0) throw new Error(stderr);
    await serve();
  }, START_MS);
  afterAll(async () => {
    server?.kill('SIGTERM');
    await server?.ended;
    await directory?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('[LD20] people sign in over ldaps by login name and by address', async () => {
    const ada = await signIn('ada', passwordOf('ada'));
    expect(await signIn('ADA@stoa.example', passwordOf('ada'))).toEqual(ada);
    const own = await createClient({ site: url, email: ada.email, api_key: ada.api_key }).getOwnUser();
    expect(own).toMatchObject({ full_name: 'ada Person', email: 'ada@stoa.example' });
    for (const [username, password] of [
      ['ada', 'wrong'],
      ['nobody', passwordOf('ada')],
      ['outside', passwordOf('outside')],
      ['*', passwordOf('ada')],
      ['ada)(uid=*', passwordOf('ada')],
      ['ada', ''],
    ] as const)
      expect(await codeOf(signIn(username, password))).toBe('AUTHENTICATION_FAILED');
    await directory.setPassword('ada', 'changed there');
    expect(await codeOf(signIn('ada', passwordOf('ada')))).toBe('AUTHENTICATION_FAILED');
    await signIn('ada', 'changed there');
  });

  it('[LD20] and by STARTTLS; a certificate of another name or authority is refused', async () => {
    const tried = async (changes: Readonly<Record<string, unknown>>) => {
      server.kill('SIGTERM');
      await server.ended;
      await serve(changes);
      return reasonOf(signIn('ben', passwordOf('ben')));
    };
    const { port, secure_port } = directory;
    expect(await tried({ ldap_ca_file: undefined })).toBe('directory_unreachable');
    expect(await tried({ ldap_url: `ldaps://127.0.0.1:${secure_port}` })).toBe('directory_unreachable');
    const starttls = { ldap_url: directory.url, ldap_starttls: true };
    expect(await tried({ ...starttls, ldap_ca_file: undefined })).toBe('directory_unreachable');
    expect(await tried({ ...starttls, ldap_url: `ldap://127.0.0.1:${port}` })).toBe('directory_unreachable');
    // A directory that does not encrypt is not asked.
    expect(await tried({ ...starttls, ldap_url: `ldap://localhost:${secure_port}` })).toBe('directory_unreachable');
    server.kill('SIGTERM');
    await server.ended;
    await serve(starttls);
    expect(await signIn('ben', passwordOf('ben'))).toMatchObject({ email: 'ben@stoa.example' });
  }, 120_000);

  it('[LD14] what came before the encryption is no part of an answer after it', async () => {
    const proxy = await forgingProxy(directory.port);
    const { port } = proxy.address() as { port: number };
    const ldap = new LdapDirectory(
      {
        host: 'localhost',
        port,
        encryption: 'starttls',
        ca_file: directory.ca_file,
        bind: null,
        base_dn: `ou=people,${BASE}`,
        user_filter: '(uid={login})',
        has_login_names: true,
        id_attribute: 'entryUUID',
        email_attribute: 'mail',
        name_attribute: 'cn',
        language_attribute: 'preferredLanguage',
        name: 'OpenLDAP',
        creates_accounts: true,
      },
      NO_LOGGERS.of('server'),
    );
    const { DirectoryConnection } = await import(
      '../../packages/server/src/features/directory/directory-connection.ts'
    );
    const connection = await DirectoryConnection.open(ldap.settings);
    expect(await connection.accepts(READER.dn, 'wrong')).toBe(false);
    connection.close();
    proxy.close();
  });

  it('[LD22] stoa doctor tells what is wrong', async () => {
    const doctor = async (changes: Readonly<Record<string, unknown>> = {}) => {
      const { stdout } = await command(['doctor', '--json'], changes);
      const found = stdout.split('\n').find((line) => line.includes('"directory"'));
      return JSON.parse(found!) as { status: string; found: string };
    };
    writeFileSync(at('wrong'), 'wrong');
    expect(await doctor()).toMatchObject({ status: 'ok' });
    for (const [changes, found] of [
      [{ ldap_bind_password_file: at('wrong') }, 'refuses ldap_bind_dn'],
      [{ ldap_base_dn: `ou=nowhere,${BASE}` }, 'ldap_base_dn does not exist'],
      [{ ldap_bind_dn: undefined, ldap_bind_password_file: undefined }, 'ldap_base_dn does not exist'],
      [{ ldap_id_attribute: 'employeeNumber' }, 'no employeeNumber'],
      [{ ldap_user_filter: '(&(title=x)(uid={login}))' }, 'no entry matches'],
    ] as const)
      expect(await doctor(changes)).toMatchObject({ status: 'fail', found: expect.stringContaining(found) });
  }, 60_000);

  it('[LD21] who was removed, or left the group, is deactivated, also with more people than a page', async () => {
    for (const uid of ['cleo', 'dana', 'elif', 'crowd0', `crowd${MANY - 1}`]) await signIn(uid, passwordOf(uid));
    const sync = (...words: string[]) => command(['directory', 'sync', ...words]);
    const all = '7 people, deactivated: 0, renamed: 0\n';
    expect(await sync()).toMatchObject({ code: 0, stdout: all });
    await directory.leaveGroup('cleo');
    await directory.remove('cleo');
    await directory.leaveGroup('dana');
    await directory.rename('elif', 'Elif Renamed');
    const { stdout } = await sync('--dry-run');
    expect(stdout).toContain('Without --dry-run: 7 people, deactivated: 2, renamed: 1\n');
    expect((await sync()).stdout).toMatch(
      /deactivate\t\d+\tcleo@.*\ndeactivate\t\d+\tdana@.*\nrename\t\d+\telif@.*\tElif Renamed\n/,
    );
    expect(await codeOf(signIn('dana', passwordOf('dana')))).toBe('AUTHENTICATION_FAILED');
    expect(await codeOf(signIn('cleo', passwordOf('cleo')))).toBe('AUTHENTICATION_FAILED');
    await directory.add('cleo');
    // Who comes back is somebody else, whose address has an account.
    expect(await reasonOf(signIn('cleo', passwordOf('cleo')))).toBe('sign_on_other_identity');
  }, 60_000);
});

/** After the answer to STARTTLS it adds the beginning of an answer that would turn the refusal of a password into a success. */
async function forgingProxy(port: number): Promise<Server> {
  // Message 3, successful; its last text takes the 14 bytes of the real answer.
  const [real, text, result, id] = [14, [0x04, 14], [0x0a, 1, 0, 0x04, 0], [0x02, 1, 3]];
  const answer_length = result.length + text.length + real;
  const forged = Buffer.from([0x30, id.length + 2 + answer_length, ...id, 0x61, answer_length, ...result, ...text]);
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream);
    upstream.once('data', (answer: Buffer) => {
      client.write(Buffer.concat([answer, forged]));
      upstream.pipe(client);
    });
  });
  const own = await freePort(directory.secure_port + 1);
  await new Promise<void>((resolve) => proxy.listen(own, '127.0.0.1', resolve));
  return proxy;
}
