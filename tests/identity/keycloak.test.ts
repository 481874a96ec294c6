// Single sign-on with Keycloak: people sign in there in browsers of their own, at `stoa serve` as operators run it, and at a server
// whose clock can be moved. Embedded database only.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE, SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { type Client, createClient } from '@stoa/sdk';
import { codeOf, freePort, messageOf, signOnReturn, startServer, type TestServer } from '@stoa/testkit';
import { type Serving, serving, stoa } from '../../packages/server/src/cli/stoa-process.ts';
import { type Keycloak, type KeycloakPerson, startKeycloak } from './keycloak.ts';
import { Browser, isLoginForm, logIn, type Page, textOf } from './log-in.ts';

const START_MS = 240_000;
const SOON_MS = 10_000;
/** Keys that were fetched within a minute are not fetched again. */
const NEW_KEYS_MS = 90_000;
/** The provider counts in whole seconds. */
const ROUNDED_MS = 2000;
const NAME = 'Company ID';

const personOf = (username: string, last_name: string, is_verified = true): KeycloakPerson => ({
  username,
  password: `${username} has a password at Keycloak`,
  email: `${username}@stoa.example`,
  email_verified: is_verified,
  first_name: username[0]!.toUpperCase() + username.slice(1),
  last_name,
});
const [ada, carl, dan, lea, mona, nora, olga, pia, vera] = [
  personOf('ada', 'Owner'),
  personOf('carl', 'Confirming'),
  personOf('dan', 'Disabled'),
  personOf('lea', 'Leaving'),
  personOf('mona', 'Moving'),
  personOf('nora', 'New'),
  personOf('olga', 'Other'),
  personOf('pia', 'Phone'),
  personOf('vera', 'Unverified', false),
];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const directory = mkdtempSync(join(tmpdir(), 'stoa-identity-'));
const at = (name: string) => join(directory, name);
let keycloak: Keycloak;
let server: Serving;
let url: string;
/** Somebody who signed in too long ago to do what needs a password, at the server whose clock can be moved. */
let later: { readonly server: TestServer; readonly browser: Browser; readonly own: Client; readonly since: number };

beforeAll(async () => {
  keycloak = await startKeycloak([ada, carl, dan, lea, mona, nora, olga, pia, vera]);
  server = await serveWithKeycloak();
  later = await signInLongAgo();
}, START_MS);
afterAll(async () => {
  await later?.server.stop();
  server?.kill('SIGTERM');
  await server?.ended;
  await keycloak?.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function serveWithKeycloak(): Promise<Serving> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  // Characters that a form encodes.
  const client = { client_id: 'stoa', client_secret: 'agreed & known: 100% /+ä' };
  await keycloak.addClient(client, url);
  const who = ['--org', 'Signed on', '--email', ada.email, '--name', 'Ada Owner', '--url', url];
  const { code, stderr } = await stoa(['init', '--data', at('data'), ...who]);
  if (code !== 0) throw new Error(stderr);
  const settings = { oidc_issuer: keycloak.issuer, oidc_client_id: client.client_id, oidc_name: NAME };
  writeFileSync(at('stoa.json'), JSON.stringify({ ...settings, oidc_creates_accounts: true }));
  return serving(['--config', at('stoa.json'), '--data', at('data'), '--port', String(port)], {
    env: { STOA_OIDC_CLIENT_SECRET: client.client_secret },
  });
}

async function signInLongAgo(): Promise<typeof later> {
  const client = { client_id: 'stoa-later', client_secret: 'another secret' };
  const sign_on = {
    kind: 'openid' as const,
    issuer: keycloak.issuer,
    ...client,
    name: NAME,
    only: false,
    creates_accounts: true,
    trusts_addresses: false,
  };
  const moved = await startServer({ sign_on });
  await keycloak.addClient(client, moved.url);
  const browser = new Browser();
  const { client: own } = await session(moved.url, await signIn(moved.url, browser, carl));
  moved.clock.advance(SESSION_CONFIRMED_SECS * 1000 + 60_000);
  return { server: moved, browser, own, since: Date.now() };
}

/** A page or the address of an app, and what a client needs to go on from there. */
interface SignIn {
  readonly end: Page;
  readonly verifier: string;
}

async function signIn(url: string, browser: Browser, person: KeycloakPerson): Promise<SignIn> {
  const verifier = randomBytes(32).toString('hex');
  return { end: await logIn(browser, `${url}/login/openid?challenge=${sha256(verifier)}`, person), verifier };
}

/** Without a form: Keycloak knows the browser. */
async function signInSilently(url: string, browser: Browser): Promise<SignIn> {
  const verifier = randomBytes(32).toString('hex');
  return { end: await browser.open(`${url}/login/openid?challenge=${sha256(verifier)}`), verifier };
}

async function session(site: string, { end, verifier }: SignIn) {
  const { code, told } = await signOnReturn(site, end.url, verifier);
  if (code === '') throw new Error(`${end.url}: ${told || textOf(end.html)}`);
  const made = await createClient({ site }).createExternalSession({ code, verifier, device_name: 'Browser' });
  return { ...made, client: createClient({ site, email: made.email, api_key: made.session_key }) };
}

/** What the person of a refused sign-in is told. */
async function refusal(site: string, { end, verifier }: SignIn): Promise<string> {
  const { code, told } = await signOnReturn(site, end.url, verifier);
  expect(code, end.url).toBe('');
  return told;
}

async function until(what: string, holds: () => Promise<boolean>, limit_ms = SOON_MS): Promise<void> {
  for (const limit = Date.now() + limit_ms; !(await holds()); await Bun.sleep(100))
    if (Date.now() > limit) throw new Error(`${what} did not happen within ${limit_ms} ms`);
}
const isSignedIn = (client: Client) =>
  client.getOwnUser().then(
    () => true,
    () => false,
  );

it('[SO30] a person with an account finds it, a new one gets one, and both chat', async () => {
  const methods = (await createClient({ site: url }).getServerSettings()).external_authentication_methods;
  expect(methods.map(({ display_name }) => display_name)).toEqual([NAME]);
  const owner = await session(url, await signIn(url, new Browser(), ada));
  expect(await owner.client.getOwnUser()).toMatchObject({ email: ada.email, role: ROLE.owner });
  const newcomer = await session(url, await signIn(url, new Browser(), nora));
  const { queue_id, last_event_id } = await newcomer.client.registerQueue({ event_types: ['message'] });
  await owner.client.sendMessage({ type: 'direct', to: [newcomer.user_id], content: 'Welcome, Nora' });
  const { events } = await newcomer.client.getEvents({ queue_id: queue_id!, last_event_id });
  expect(events).toMatchObject([{ type: 'message', message: { content: 'Welcome, Nora' } }]);
  expect(await newcomer.client.getOwnUser()).toMatchObject({ full_name: 'Nora New', role: ROLE.member });
});

it('[SO31] Keycloak asks nothing while its own session lasts, and each sign-in opens another session', async () => {
  const browser = new Browser();
  const first = await session(url, await signIn(url, browser, nora));
  const second = await session(url, await signInSilently(url, browser));
  expect(second.user_id).toBe(first.user_id);
  expect(second.session_id).not.toBe(first.session_id);
  expect([await isSignedIn(first.client), await isSignedIn(second.client)]).toEqual([true, true]);
});

it('[SO32] an app of a phone gets an API key that works', async () => {
  const otp = randomBytes(32);
  const { url: address } = await logIn(
    new Browser(),
    `${url}/login/openid?mobile_flow_otp=${otp.toString('hex')}`,
    pia,
  );
  const { protocol, host, searchParams } = new URL(address);
  expect([protocol, host, searchParams.get('realm')]).toEqual(['zulip:', 'login', url]);
  const encrypted = Buffer.from(searchParams.get('otp_encrypted_api_key')!, 'hex');
  const api_key = Buffer.from(encrypted.map((byte, at) => byte ^ otp[at]!)).toString();
  const app = createClient({ site: url, email: searchParams.get('email')!, api_key });
  const { user_id, email } = await app.getOwnUser();
  expect([String(user_id), email]).toEqual([searchParams.get('user_id')!, pia.email]);
});

it('[SO33] refuses an address that Keycloak has not verified, until it has', async () => {
  const browser = new Browser();
  expect(await refusal(url, await signIn(url, browser, vera))).toContain(
    `${NAME} does not say that ${vera.email} is your address`,
  );
  await keycloak.update(vera.username, { emailVerified: true });
  const { client } = await session(url, await signInSilently(url, browser));
  expect((await client.getOwnUser()).email).toBe(vera.email);
});

it('[SO34] a changed address keeps its account, and whoever has the old one at Keycloak does not get it', async () => {
  const before = await session(url, await signIn(url, new Browser(), mona));
  await keycloak.update(mona.username, { email: 'mona@elsewhere.example' });
  const after = await session(url, await signIn(url, new Browser(), mona));
  expect(after.user_id).toBe(before.user_id);
  await keycloak.update(olga.username, { email: mona.email });
  expect(await refusal(url, await signIn(url, new Browser(), olga))).toContain(mona.email);
});

it('[SO35] signing out at Keycloak ends the sessions that began with that one; an administrator ends all', async () => {
  const [here, elsewhere] = [new Browser(), new Browser()];
  const first = await session(url, await signIn(url, here, lea));
  const second = await session(url, await signInSilently(url, here));
  const third = await session(url, await signIn(url, elsewhere, lea));
  const { queue_id } = await first.client.registerQueue({ event_types: ['message'] });
  await here.submit(await here.open(`${keycloak.issuer}/protocol/openid-connect/logout`), {});
  await until('the end of the sessions', async () => !(await isSignedIn(first.client)));
  expect([await isSignedIn(second.client), await isSignedIn(third.client)]).toEqual([false, true]);
  expect(await codeOf(first.client.getEvents({ queue_id: queue_id!, last_event_id: -1 }))).toBe('UNAUTHORIZED');
  expect(isLoginForm((await signInSilently(url, here)).end)).toBe(true);
  await keycloak.logOut(lea.username);
  await until('the end of the last session', async () => !(await isSignedIn(third.client)));
});

it('[SO36] a person whom Keycloak has disabled cannot sign in', async () => {
  const browser = new Browser();
  await session(url, await signIn(url, browser, dan));
  await keycloak.update(dan.username, { enabled: false });
  expect(isLoginForm((await signInSilently(url, browser)).end)).toBe(true);
  const { end } = await signIn(url, new Browser(), dan);
  expect(textOf(end.html)).toContain('Account is disabled');
  expect(end.url).toStartWith(keycloak.issuer);
});

const createBot = () => codeOf(later.own.createBot({ full_name: 'Later', short_name: 'later' }));

/** Asks for a page that confirms the session, and what its code is exchanged with. */
async function askToConfirm() {
  const verifier = randomBytes(32).toString('hex');
  return { verifier, url: (await later.own.confirmExternally({ challenge: sha256(verifier) })).url };
}
const codeIn = ({ url: address }: Page) => address.split('#confirmed/')[1] ?? '';

it('[SO37] a session is not confirmed by an answer without a password, nor by another person', async () => {
  expect(await createBot()).toBe('PASSWORD_NEEDED');
  await Bun.sleep(Math.max(0, later.since + ROUNDED_MS + 1000 - Date.now()));
  const asked = await askToConfirm();
  expect(isLoginForm(await later.browser.open(asked.url))).toBe(true);
  const silent = new URL(later.browser.passed.at(-1)!);
  for (const name of ['prompt', 'max_age']) {
    expect(silent.searchParams.has(name)).toBe(true);
    silent.searchParams.delete(name);
  }
  const finish = (page: Page, verifier: string) =>
    messageOf(later.own.finishExternalConfirmation({ code: codeIn(page), verifier }));
  const answered = await later.browser.open(silent.href);
  expect(await finish(answered, asked.verifier)).toContain(`${NAME} did not ask you again`);
  const again = await askToConfirm();
  const other = await logIn(new Browser(), again.url, ada);
  // Why is said to the client that began it only.
  expect(await finish(other, 'x'.repeat(32))).toContain('began in another browser');
  expect(await finish(other, again.verifier)).toContain(`At ${NAME} you are somebody else`);
  expect(await createBot()).toBe('PASSWORD_NEEDED');
});

it('[SO38] a session is confirmed by the password at Keycloak, which asks for it again', async () => {
  const { verifier, url } = await askToConfirm();
  const wrong = await logIn(later.browser, url, { ...carl, password: 'wrong' });
  expect(isLoginForm(wrong)).toBe(true);
  const confirmed = await later.browser.submit(wrong, { username: carl.username, password: carl.password });
  expect(await createBot()).toBe('PASSWORD_NEEDED');
  await later.own.finishExternalConfirmation({ code: codeIn(confirmed), verifier });
  expect(await createBot()).toBe(null);
});

it(
  '[SO39] people sign in and are signed out after Keycloak has changed its key',
  async () => {
    await keycloak.changeKeys();
    const browser = new Browser();
    let made = await signIn(url, browser, nora);
    const succeeded = async () => {
      if ((await signOnReturn(url, made.end.url, made.verifier)).code !== '') return true;
      await Bun.sleep(2000);
      made = await signInSilently(url, browser);
      return false;
    };
    await until('signing in by the new key', succeeded, NEW_KEYS_MS);
    const { client } = await session(url, made);
    await keycloak.logOut(nora.username);
    await until('the end of the session', async () => !(await isSignedIn(client)));
  },
  START_MS,
);
