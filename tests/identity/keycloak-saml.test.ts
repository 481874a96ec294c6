// Single sign-on by SAML with Keycloak, at `stoa serve` as operators run it. Embedded database only.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@stoa/contract';
import { createClient } from '@stoa/sdk';
import { freePort, signOnReturn } from '@stoa/testkit';
import { type Serving, serving, stoa } from '../../packages/server/src/cli/stoa-process.ts';
import { type Keycloak, type KeycloakPerson, startKeycloak } from './keycloak.ts';
import { Browser, isLoginForm, logIn, type Page } from './log-in.ts';

const START_MS = 240_000;
const NAME = 'Company ID';

const personOf = (username: string, is_verified = true): KeycloakPerson => ({
  username,
  password: `${username} has a password at Keycloak`,
  email: `${username}@stoa.example`,
  email_verified: is_verified,
  first_name: username[0]!.toUpperCase() + username.slice(1),
  last_name: 'Person',
});
const [ada, nora, pia, vera] = [personOf('ada'), personOf('nora'), personOf('pia'), personOf('vera', false)];

const directory = mkdtempSync(join(tmpdir(), 'stoa-identity-'));
const at = (name: string) => join(directory, name);
let keycloak: Keycloak;
let server: Serving;
let url: string;

beforeAll(async () => {
  keycloak = await startKeycloak([ada, nora, pia, vera]);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  await keycloak.addSamlClient(url);
  const who = ['--org', 'Signed on', '--email', ada.email, '--name', 'Ada Owner', '--url', url];
  const { code, stderr } = await stoa(['init', '--data', at('data'), ...who]);
  if (code !== 0) throw new Error(stderr);
  const settings = {
    saml_entity_id: keycloak.issuer,
    saml_metadata_url: `${keycloak.issuer}/protocol/saml/descriptor`,
    saml_email_verified_attribute: 'emailVerified',
    saml_name: NAME,
    saml_creates_accounts: true,
  };
  writeFileSync(at('stoa.json'), JSON.stringify(settings));
  server = await serving(['--config', at('stoa.json'), '--data', at('data'), '--port', String(port)], {});
}, START_MS);
afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await keycloak?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Keycloak answers with a form that a script submits to this server. */
async function returned(browser: Browser, page: Page): Promise<Page> {
  expect(page.html).toContain('name="SAMLResponse"');
  return browser.submit(page, {});
}

interface SignedIn {
  readonly end: Page;
  readonly verifier: string;
}

async function signIn(browser: Browser, person: KeycloakPerson, is_known = false): Promise<SignedIn> {
  const verifier = randomBytes(32).toString('hex');
  const address = `${url}/login/saml?challenge=${createHash('sha256').update(verifier).digest('hex')}`;
  const page = is_known ? await browser.open(address) : await logIn(browser, address, person);
  expect(isLoginForm(page)).toBe(false);
  return { end: await returned(browser, page), verifier };
}

async function session({ end, verifier }: SignedIn) {
  const { code, told } = await signOnReturn(url, end.url, verifier);
  if (code === '') throw new Error(`${end.url}: ${told}`);
  const made = await createClient({ site: url }).createExternalSession({ code, verifier, device_name: 'Browser' });
  return { ...made, client: createClient({ site: url, email: made.email, api_key: made.session_key }) };
}

it('[SO58] a person with an account finds it, a new one gets one, and again without a question', async () => {
  const owner = await session(await signIn(new Browser(), ada));
  expect(await owner.client.getOwnUser()).toMatchObject({ email: ada.email, role: ROLE.owner });
  const browser = new Browser();
  const newcomer = await session(await signIn(browser, nora));
  expect(await newcomer.client.getOwnUser()).toMatchObject({ full_name: 'Nora Person', role: ROLE.member });
  await keycloak.update(nora.username, { email: 'nora@elsewhere.example' });
  const again = await session(await signIn(browser, nora, true));
  expect([again.user_id, again.session_id === newcomer.session_id]).toEqual([newcomer.user_id, false]);
});

it('[SO58] an app of a phone gets an API key that works', async () => {
  const otp = randomBytes(32);
  const browser = new Browser();
  const page = await logIn(browser, `${url}/login/saml?mobile_flow_otp=${otp.toString('hex')}`, pia);
  const { protocol, searchParams } = new URL((await returned(browser, page)).url);
  expect([protocol, searchParams.get('realm')]).toEqual(['zulip:', url]);
  const encrypted = Buffer.from(searchParams.get('otp_encrypted_api_key')!, 'hex');
  const api_key = Buffer.from(encrypted.map((byte, n) => byte ^ otp[n]!)).toString();
  const app = createClient({ site: url, email: searchParams.get('email')!, api_key });
  expect((await app.getOwnUser()).email).toBe(pia.email);
});

it('[SO58] refuses an address that Keycloak has not verified', async () => {
  const { end, verifier } = await signIn(new Browser(), vera);
  const { told } = await signOnReturn(url, end.url, verifier);
  expect(told).toContain(`${NAME} does not say that ${vera.email} is your address`);
});
