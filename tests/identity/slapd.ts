// An OpenLDAP server of the tests: a process of its own with its data in a new folder, on loopback only.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Attribute, Change, Client } from 'ldapts';
import { selfSigned } from '../../packages/server/src/kit/tls/self-signed.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const READY_MS = 20_000;
/** Apart from those of other tests. */
const [FIRST_PORT, LAST_PORT] = [39_100, 39_199];

export const BASE = 'dc=example,dc=com';
const GROUP = `cn=chat,ou=groups,${BASE}`;
const ADMIN = { dn: `cn=admin,${BASE}`, password: 'the administrator of the directory' };
/** May read, but no passwords. */
export const READER = { dn: `cn=stoa,${BASE}`, password: 'the reader & more: 100% /+ä' };

/** The program, where packages put it; null if it is not installed. */
export const slapd = ['/usr/sbin', '/usr/local/libexec', '/usr/libexec', '/opt/homebrew/opt/openldap/libexec']
  .map((folder) => join(folder, 'slapd'))
  .find(existsSync);
const schemas = ['/etc/ldap/schema', '/etc/openldap/schema', '/opt/homebrew/etc/openldap/schema'].find(existsSync);
const modules = ['/usr/lib/ldap', '/usr/lib64/openldap', '/usr/lib/openldap'].find(existsSync);

export interface DirectoryServer {
  /** `ldap://` at the name in the certificate. */
  readonly url: string;
  readonly port: number;
  /** `ldaps://` at that name. */
  readonly secure_url: string;
  readonly secure_port: number;
  /** The certificate that it has. */
  readonly ca_file: string;
  add(uid: string, more?: { mail?: string; cn?: string; in_group?: boolean }): Promise<void>;
  remove(uid: string): Promise<void>;
  rename(uid: string, cn: string): Promise<void>;
  setPassword(uid: string, password: string): Promise<void>;
  leaveGroup(uid: string): Promise<void>;
  stop(): Promise<void>;
}

const dnOf = (uid: string) => `uid=${uid},ou=people,${BASE}`;
export const passwordOf = (uid: string) => `${uid} in the directory: ä*()`;

const configuration = (folder: string) => `
${['core', 'cosine', 'inetorgperson'].map((name) => `include ${schemas}/${name}.schema`).join('\n')}
${modules === undefined ? '' : `modulepath ${modules}\nmoduleload back_mdb\nmoduleload memberof`}
pidfile ${folder}/pid
TLSCertificateFile ${folder}/certificate.pem
TLSCertificateKeyFile ${folder}/key.pem
sizelimit size=500 size.pr=100 size.prtotal=unlimited
database mdb
maxsize 134217728
suffix ${BASE}
rootdn ${ADMIN.dn}
rootpw "${ADMIN.password}"
directory ${folder}/data
index uid,mail,entryUUID eq
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact=${READER.dn} read by * none
`;

const person = (uid: string, { mail = `${uid}@stoa.example`, cn = `${uid} Person` } = {}) => ({
  objectClass: ['inetOrgPerson'],
  uid,
  cn,
  sn: 'Person',
  mail,
  userPassword: passwordOf(uid),
});

/** Without permission to read for anybody but the reader; `many` people more, in the group. */
export async function startSlapd(many = 0): Promise<DirectoryServer> {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-slapd-'));
  mkdirSync(join(folder, 'data'));
  const { key, chain } = await selfSigned(['localhost'], Date.now(), DAY_MS);
  writeFileSync(join(folder, 'certificate.pem'), chain);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'slapd.conf'), configuration(folder));
  const crowd = Array.from({ length: many }, (_, n) => `crowd${n}`);
  load(folder, [
    { dn: BASE, objectClass: ['dcObject', 'organization'], o: 'Example', dc: 'example' },
    { dn: `ou=people,${BASE}`, objectClass: ['organizationalUnit'], ou: 'people' },
    { dn: `ou=groups,${BASE}`, objectClass: ['organizationalUnit'], ou: 'groups' },
    {
      dn: READER.dn,
      objectClass: ['organizationalRole', 'simpleSecurityObject'],
      cn: 'stoa',
      userPassword: READER.password,
    },
    ...crowd.map((uid) => ({ dn: dnOf(uid), ...person(uid) })),
  ]);
  const port = await freePort();
  const secure_port = await freePort(port + 1);
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${secure_port}`;
  const child = spawn(slapd!, ['-d', '0', '-f', join(folder, 'slapd.conf'), '-h', urls], { stdio: 'ignore' });
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  await until(port, child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const asAdmin = async (work: (client: Client) => Promise<unknown>) => {
    const client = new Client({ url: `ldap://127.0.0.1:${port}` });
    await client.bind(ADMIN.dn, ADMIN.password);
    await work(client).finally(() => client.unbind());
  };
  const replace = (dn: string, type: string, values: string[], operation: 'replace' | 'delete' | 'add' = 'replace') =>
    asAdmin((client) => client.modify(dn, new Change({ operation, modification: new Attribute({ type, values }) })));
  await asAdmin((client) =>
    client.add(GROUP, { objectClass: ['groupOfNames'], cn: 'chat', member: [READER.dn, ...crowd.map(dnOf)] }),
  );
  return {
    url: `ldap://localhost:${port}`,
    port,
    secure_url: `ldaps://localhost:${secure_port}`,
    secure_port,
    ca_file: join(folder, 'certificate.pem'),
    async add(uid, { in_group = true, ...more } = {}) {
      await asAdmin((client) => client.add(dnOf(uid), person(uid, more)));
      if (in_group) await replace(GROUP, 'member', [dnOf(uid)], 'add');
    },
    remove: (uid) => asAdmin((client) => client.del(dnOf(uid))),
    rename: (uid, cn) => replace(dnOf(uid), 'cn', [cn]),
    setPassword: (uid, password) => replace(dnOf(uid), 'userPassword', [password]),
    leaveGroup: (uid) => replace(GROUP, 'member', [dnOf(uid)], 'delete'),
    stop,
  };
}

/** Before the server starts: thousands of entries in a second. */
function load(folder: string, entries: readonly Record<string, string | string[]>[]): void {
  const line = (name: string, value: string) => `${name}:: ${Buffer.from(value).toString('base64')}`;
  const ldif = entries
    .map((entry) =>
      Object.entries(entry).flatMap(([name, values]) => [values].flat().map((value) => line(name, value))),
    )
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  const config = join(folder, 'slapd.conf');
  const { status, stderr } = spawnSync(slapd!, ['-T', 'add', '-q', '-f', config], {
    input: `${ldif}\n`,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the entries could not be loaded: ${stderr}`);
}

export async function freePort(from = FIRST_PORT): Promise<number> {
  for (let port = from; port <= LAST_PORT; port++) {
    const server = createServer().listen(port, '127.0.0.1');
    const is_free = await succeeds(once(server, 'listening'));
    if (!is_free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error(`no port from ${from} to ${LAST_PORT} is free`);
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

async function until(port: number, child: ChildProcess): Promise<void> {
  for (const limit = Date.now() + READY_MS; ; await Bun.sleep(50)) {
    const socket = connect(port, '127.0.0.1');
    const is_open = await succeeds(once(socket, 'connect'));
    socket.destroy();
    if (is_open) return;
    if (child.exitCode !== null || Date.now() > limit) throw new Error('slapd did not start');
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
