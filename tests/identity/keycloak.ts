// A Keycloak of the tests: in development mode, with its data in memory, and one realm.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { freePort } from '@stoa/testkit';

const REALM = 'stoa';
const ADMIN = { username: 'admin', password: 'the administrator of Keycloak' };
/** The first start prepares the program, which takes half a minute. */
const READY_MS = 180_000;
/** Bounded memory, and less compilation for a process of a minute or two. */
const JAVA_OPTIONS = ['-Xms64m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
/** The exit code of a start that prepared the program only. */
const PREPARED = 10;

export interface KeycloakPerson {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly first_name: string;
  readonly last_name: string;
}

/** What a server needs to know of its client at Keycloak. */
export interface KeycloakClient {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface Keycloak {
  /** The address of the realm; to browsers another site than 127.0.0.1. */
  readonly issuer: string;
  /** Creates the client of a server at this address. */
  addClient(client: KeycloakClient, stoa_url: string): Promise<void>;
  /** The same for a server that speaks SAML. */
  addSamlClient(stoa_url: string): Promise<void>;
  /** Changes a person's record. */
  update(username: string, change: { email?: string; emailVerified?: boolean; enabled?: boolean }): Promise<void>;
  /** Ends all sessions of a person, as an administrator does. */
  logOut(username: string): Promise<void>;
  /** Signs tokens with another key from now on; the earlier one stays valid. */
  changeKeys(): Promise<void>;
  /** The output so far. */
  output(): string;
  stop(): Promise<void>;
}

export async function startKeycloak(people: readonly KeycloakPerson[]): Promise<Keycloak> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let output = '';
  let child: ChildProcess;
  let ended: Promise<unknown>;
  const start = (...options: readonly string[]) => {
    child = launch(options, ['--db=dev-mem', '--cache=local', `--http-port=${port}`, `--hostname=${origin}`]);
    ended = once(child, 'exit');
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk));
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };

  async function ready(): Promise<void> {
    for (const limit = Date.now() + READY_MS; ; await Bun.sleep(250)) {
      const response = await fetch(`${origin}/realms/master`).catch(() => null);
      if (response?.ok) return;
      if (child.exitCode === PREPARED) start('-Dkc.config.built=true');
      if (child.exitCode === null && child.signalCode === null && Date.now() < limit) continue;
      await stop();
      throw new Error(`Keycloak did not start:\n${output.slice(-3000)}`);
    }
  }

  /** The token is valid for a minute only, so each call gets one. */
  async function admin(method: string, path: string, body?: object): Promise<unknown> {
    const grant = { grant_type: 'password', client_id: 'admin-cli', ...ADMIN };
    const token = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(grant),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const response = await fetch(`${origin}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} at Keycloak: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  async function find(username: string): Promise<{ readonly id: string }> {
    const found = await admin('GET', `/${REALM}/users?exact=true&username=${username}`);
    return (found as { id: string }[])[0]!;
  }

  start();
  await ready();
  await admin('POST', '', { realm: REALM, enabled: true, users: people.map(userOf) });
  return {
    issuer: `${origin}/realms/${REALM}`,
    addClient: async (client, stoa_url) => void (await admin('POST', `/${REALM}/clients`, clientOf(client, stoa_url))),
    addSamlClient: async (stoa_url) => void (await admin('POST', `/${REALM}/clients`, samlClientOf(stoa_url))),
    async update(username, change) {
      const found = await find(username);
      await admin('PUT', `/${REALM}/users/${found.id}`, { ...found, ...change });
    },
    async logOut(username) {
      await admin('POST', `/${REALM}/users/${(await find(username)).id}/logout`);
    },
    async changeKeys() {
      const { id } = (await admin('GET', `/${REALM}`)) as { id: string };
      await admin('POST', `/${REALM}/components`, {
        parentId: id,
        name: 'a newer key',
        providerType: 'org.keycloak.keys.KeyProvider',
        providerId: 'rsa-generated',
        config: { priority: ['200'], algorithm: ['RS256'] },
      });
    },
    output: () => output,
    stop,
  };
}

/** Without Keycloak's script, which Java would outlive if the tests are interrupted. */
function launch(options: readonly string[], settings: readonly string[]): ChildProcess {
  const home = resolve(process.env.KEYCLOAK ?? '.cache/keycloak');
  const { JAVA, JAVA_HOME } = process.env;
  const packages = ['java.util', 'java.util.concurrent', 'java.security', 'java.lang'];
  const words = [
    ...JAVA_OPTIONS,
    ...packages.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    `-Dkc.home.dir=${home}`,
    `-Djboss.server.config.dir=${join(home, 'conf')}`,
    '-Djava.util.logging.manager=org.jboss.logmanager.LogManager',
    ...options,
    ...['-cp', join(home, 'lib', 'quarkus-run.jar'), 'io.quarkus.bootstrap.runner.QuarkusEntryPoint'],
    ...['start-dev', '--http-host=127.0.0.1', ...settings],
  ];
  return spawn(JAVA || (JAVA_HOME ? join(JAVA_HOME, 'bin', 'java') : 'java'), words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    },
  });
}

const clientOf = ({ client_id, client_secret }: KeycloakClient, stoa_url: string) => ({
  clientId: client_id,
  secret: client_secret,
  publicClient: false,
  standardFlowEnabled: true,
  directAccessGrantsEnabled: false,
  redirectUris: [`${stoa_url}/login/openid/complete`],
  attributes: {
    'pkce.code.challenge.method': 'S256',
    'backchannel.logout.url': `${stoa_url}/login/openid/backchannel-logout`,
    'backchannel.logout.session.required': 'true',
  },
});

/** As docs/operate/saml.md says. */
const samlClientOf = (stoa_url: string) => ({
  clientId: `${stoa_url}/login/saml/metadata`,
  protocol: 'saml',
  redirectUris: [`${stoa_url}/login/saml/acs`],
  attributes: {
    saml_assertion_consumer_url_post: `${stoa_url}/login/saml/acs`,
    saml_name_id_format: 'persistent',
    saml_force_name_id_format: 'true',
    'saml.assertion.signature': 'true',
    'saml.server.signature': 'true',
    'saml.signature.algorithm': 'RSA_SHA256',
    'saml.client.signature': 'false',
    'saml.force.post.binding': 'true',
    'saml.authnstatement': 'true',
  },
  protocolMappers: ['email', 'emailVerified', 'firstName', 'lastName'].map((name) => ({
    name,
    protocol: 'saml',
    protocolMapper: 'saml-user-property-mapper',
    config: { 'user.attribute': name, 'attribute.name': name, 'attribute.nameformat': 'Basic' },
  })),
});

const userOf = ({ username, password, email, email_verified, first_name, last_name }: KeycloakPerson) => ({
  username,
  email,
  emailVerified: email_verified,
  firstName: first_name,
  lastName: last_name,
  enabled: true,
  credentials: [{ type: 'password', value: password, temporary: false }],
});
