// Single sign-on in a real browser, with an identity provider that answers at once.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test';
import { createHash, randomBytes } from 'node:crypto';
import { SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { FakeIdentityProvider, OWNER, startServer } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

const provider = new FakeIdentityProvider();
const sign_on = provider.settings;
let stage: Stage;

/** Pictures to look at, if wanted. */
async function look(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}
const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Example ID' });
const keyIn = (page: Page): Promise<string | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('stoa.session') ?? 'null')?.key ?? null);
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const personOf = ({ email, full_name }: { email: string; full_name: string }) => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  name: full_name,
});

/** A sign-in that somebody began in a browser of their own, up to the code. */
async function foreignCode(): Promise<string> {
  const { url } = stage.server;
  const challenge = createHash('sha256').update(randomBytes(32).toString('hex')).digest('hex');
  const begun = await fetch(`${url}/login/openid?challenge=${challenge}`, { redirect: 'manual' });
  const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
  const answered = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
  const done = await fetch(answered.headers.get('location')!, { redirect: 'manual', headers: { cookie } });
  return done.headers.get('location')!.split('#signed-in/')[1]!;
}

const isValid = (email: string, key: string) =>
  stage.server
    .client(email, key)
    .getOwnUser()
    .then(
      () => true,
      () => false,
    );

async function signIn(person: { email: string; full_name: string }, hash = '', options = {}): Promise<Page> {
  provider.person = personOf(person);
  const page = await stage.visit(`${stage.server.url}/${hash}`, options);
  await button(page).click();
  await page.waitForFunction(() => localStorage.getItem('stoa.session') !== null);
  return page;
}

describe.skipIf(!hasBrowser)('single sign-on, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage({ sign_on });
  }, 60_000);
  afterEach(() => {
    provider.person = null;
  });
  afterAll(async () => {
    await stage?.stop();
    provider.stop();
  }, 30_000);

  it('[WB901] the sign-in page has a button above the form of the password', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [size, options] of [
        ['wide', {}],
        ['phone', PHONE],
      ] as const) {
        const page = await stage.visit(`${stage.server.url}/`, { colorScheme, ...options });
        await button(page).waitFor();
        expect(await barriers(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
        // The button may let in who has no invitation.
        expect(await page.getByText('Ask a member of the organization').count()).toBe(0);
        await look(page, `sign-in-${size}-${colorScheme}`);
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sign in with Example ID');
        await page.context().close();
      }
  }, 30_000);

  it('[WB902] [WB903] signs in, and is where the person wanted to be; the code is nowhere', async () => {
    const { bela, dara } = stage.cast;
    const hash = `#narrow/dm/${bela.user_id}`;
    await bela.sendMessage({ type: 'direct', to: [dara.user_id], content: 'Soup?' });
    const page = await signIn(dara, hash);
    await page.getByRole('article').getByText('Soup?').waitFor();
    expect(new URL(page.url()).hash).toStartWith(hash);
    const { sessions } = await stage.server.client(dara.email, (await keyIn(page))!).getSessions();
    expect(sessions.find(({ is_current }) => is_current)?.device_name).toContain(', ');
    expect(await page.evaluate(() => sessionStorage.getItem('stoa.sign-on'))).toBeNull();
    await page.reload();
    await page.getByRole('article').getByText('Soup?').waitFor();
    await page.context().close();
  }, 30_000);

  it('[WB902] without digests, the page says what it needs', async () => {
    const page = await stage.visit(`${stage.server.url}/`);
    await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
    await button(page).click();
    await page.getByText('Signing in with Example ID needs an address that starts with https.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'sign-in-insecure');
    await page.context().close();
  });

  it('[WB904] a link of somebody else signs nobody in, and nobody out', async () => {
    const { eli, dara } = stage.cast;
    provider.person = personOf(eli);
    const hash = `#signed-in/${await foreignCode()}`;
    const page = await stage.visit(`${stage.server.url}/${hash}`);
    await page.getByText('it began in another browser').waitFor();
    await button(page).waitFor();
    expect([await keyIn(page), page.url()]).toEqual([null, `${stage.server.url}/`]);
    expect(await barriers(page)).toEqual([]);
    await look(page, 'sign-in-foreign');
    await page.context().close();

    const own = await stage.open(hash, dara);
    await own.getByText('it began in another browser').waitFor();
    expect([await keyIn(own), new URL(own.url()).hash.includes('signed-in')]).toEqual([dara.api_key, false]);
    await own.context().close();
  }, 30_000);

  it('[WB904] a code that the server refuses is explained', async () => {
    const { dara } = stage.cast;
    provider.person = personOf(dara);
    const page = await stage.visit(`${stage.server.url}/`);
    await page.route('**/api/v1/sessions/external', async (route) => {
      stage.server.clock.advance(2 * 60_000);
      await route.continue();
    });
    await button(page).click();
    await page.getByText('This sign-in has expired').waitFor();
    expect(await keyIn(page)).toBeNull();
    await page.context().close();
  });

  it('[WB905] the new session replaces one that is here already, which ends', async () => {
    const { bela, dara } = stage.cast;
    const { server } = stage;
    const password = `${bela.full_name} signs in`;
    const old = await server.client().createSession({ username: bela.email, password });
    provider.person = personOf(dara);
    const page = await stage.visit(`${server.url}/`);
    await button(page).waitFor();
    // As another tab does, which this page did not notice.
    await page.evaluate(
      ([email, key, session_id]) => {
        localStorage.setItem('stoa.session', JSON.stringify({ email, key, session_id }));
        localStorage.setItem('stoa.draft.["bela"]', 'of Bela');
      },
      [old.email, old.session_key, old.session_id] as const,
    );
    await button(page).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('stoa.session')))!).email).toBe(dara.email);
    expect(await page.evaluate(() => localStorage.getItem('stoa.draft.["bela"]'))).toBeNull();
    for (let tries = 0; tries < 250 && (await isValid(old.email, old.session_key)); tries++) await Bun.sleep(20);
    expect(await isValid(old.email, old.session_key)).toBe(false);
    await page.context().close();
  }, 30_000);

  it('[WB910] whoever cancels is told on the sign-in page, in their language, and gets where they wanted', async () => {
    const page = await stage.visit(`${stage.server.url}/#recent`, { locale: 'de-DE' });
    const start = page.getByRole('button', { name: 'Mit Example ID anmelden' });
    await start.click();
    await page.getByText('Du hast dich bei Example ID nicht angemeldet.').waitFor();
    expect(new URL(page.url()).hash).toBe('#recent');
    expect([await keyIn(page), await barriers(page)]).toEqual([null, []]);
    await look(page, 'cancelled');
    provider.person = personOf(OWNER);
    await start.click();
    await page.waitForFunction(() => localStorage.getItem('stoa.session') !== null);
    // The account's own language.
    await page.getByRole('heading', { name: 'Recent conversations' }).waitFor();
    await page.context().close();
  });

  it('[WB906] joins by an invitation link', async () => {
    const { ada } = stage.cast;
    const { invite_link } = await ada.createMultiuseInvite({ include_realm_default_subscriptions: true });
    const page = await stage.visit(invite_link, PHONE);
    await button(page).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await look(page, 'join-phone');
    provider.person = personOf({ email: 'nina@stoa.example', full_name: 'Nina New' });
    await button(page).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    const nina = await stage.server.client('nina@stoa.example', (await keyIn(page))!).getOwnUser();
    expect(nina.full_name).toBe('Nina New');
    await page.context().close();
  }, 30_000);

  it('[WB906] joins where addresses are confirmed by mail, and where anybody may', async () => {
    const server = await startServer({ sign_on, smtp_url: 'smtp://127.0.0.1:1' });
    const { invite_link } = await server.owner.createMultiuseInvite({ include_realm_default_subscriptions: true });
    const join = async (address: string, name: string) => {
      const page = await stage.visit(address);
      await button(page).waitFor();
      await page.getByRole('button', { name: 'Send email' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await look(page, `join-by-mail-${name}`);
      provider.person = personOf({ email: `${name}@stoa.example`, full_name: name });
      await button(page).click();
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
      await page.context().close();
    };
    await join(invite_link, 'olga');
    await server.owner.updateRealm({ invite_required: false });
    await join(`${server.url}/register/`, 'pavel');
    expect((await server.owner.getUsers()).members.map(({ full_name }) => full_name)).toContain('pavel');
    await server.stop();
  }, 60_000);

  const dialogOf = (page: Page, name = 'Confirm your password') => page.getByRole('dialog', { name });
  /** The list of invitations, whose button asks for a confirmation. */
  async function askForList(page: Page, name?: string): Promise<void> {
    stage.server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    await page.goto(`${stage.server.url}/#inbox`);
    await page.goto(`${stage.server.url}/#organization/invites-list-admin`);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await dialogOf(page, name).getByRole('button', { name: 'Confirm with Example ID' }).waitFor();
  }
  const owner = { email: OWNER.email, full_name: OWNER.full_name };

  it('[WB907] [WB910] confirms with the provider in a new window, and the call is made again', async () => {
    const page = await signIn(owner);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await askForList(page);
    const dialog = dialogOf(page);
    expect(await barriers(page)).toEqual([]);
    await look(page, 'confirm-wide');
    const confirm = dialog.getByRole('button', { name: 'Confirm with Example ID' });

    // Closed before anything was confirmed.
    provider.misbehave = (path) => (path === '/auth' ? new Response('Who are you?') : null);
    const [waiting] = await Promise.all([page.waitForEvent('popup'), confirm.click()]);
    await dialog.getByText('Confirm in the new window.').waitFor();
    await waiting.getByText('Who are you?').waitFor();
    expect(await waiting.evaluate(() => window.opener)).toBeNull();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'confirm-waiting');
    await waiting.close();
    expect(await dialog.count()).toBe(1);
    provider.misbehave = null;

    // [WB910] The dialog says why nothing was confirmed. A code of somebody else changes nothing.
    provider.person = null;
    await confirm.click();
    await dialog.getByText('You didn’t sign in at Example ID.').waitFor();
    expect(await dialog.getByText('Confirm in the new window.').count()).toBe(0);
    const foreign = await page.context().newPage();
    await foreign.goto(`${stage.server.url}/#confirmed/${'0'.repeat(64)}`);
    await dialog.getByText('This sign-in has expired').waitFor();
    await foreign.close();

    provider.person = personOf(owner);
    // The window closes by itself.
    const [confirmed] = await Promise.all([page.waitForEvent('popup'), confirm.click()]);
    await Promise.all([
      confirmed.isClosed() ? null : confirmed.waitForEvent('close'),
      dialog.waitFor({ state: 'detached' }),
    ]);
    await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor({ state: 'detached' });
    await page.context().close();
  }, 60_000);

  it('[WB901] [WB906] [WB907] where passwords are not accepted, the provider is the only way', async () => {
    const { invite_link } = await stage.cast.ada.createMultiuseInvite({ include_realm_default_subscriptions: true });
    const page = await stage.visit(`${stage.server.url}/`);
    await page.route('**/api/v1/server_settings', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), email_auth_enabled: false } });
    });
    for (const address of [invite_link, `${stage.server.url}/`]) {
      await page.goto(address);
      await page.reload();
      await button(page).waitFor();
      expect(await page.locator('input').count()).toBe(0);
      expect(await barriers(page)).toEqual([]);
      await look(page, `only-${address === invite_link ? 'join' : 'sign-in'}`);
    }
    provider.person = personOf(owner);
    await button(page).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await askForList(page, 'Confirm that it’s you');
    const dialog = dialogOf(page, 'Confirm that it’s you');
    await dialog.getByText('Only you should see this').waitFor();
    expect(await dialog.locator('input').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await look(page, 'only-confirm');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await dialog.getByRole('button', { name: 'Confirm with Example ID' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor({ state: 'detached' });
    await page.context().close();
  }, 30_000);

  it('[WB908] has a link where the browser opens no window', async () => {
    const page = await signIn(owner, '', { ...PHONE, colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await askForList(page);
    const dialog = dialogOf(page);
    await look(page, 'confirm-phone-dark');
    await dialog.getByRole('button', { name: 'Confirm with Example ID' }).click();
    const link = dialog.getByRole('link', { name: 'Open Example ID' });
    await link.waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await look(page, 'confirm-blocked');
    // A page that nothing opened stays, and a code that nobody asked for changes nothing.
    const foreign = await page.context().newPage();
    await foreign.goto(`${stage.server.url}/#confirmed/nonsense`);
    await foreign.getByText('You can close this window').waitFor();
    expect(new URL(foreign.url()).hash).toBe('');
    await look(foreign, 'confirmed');
    await dialog.getByText('This sign-in has expired').waitFor();
    await link.click();
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  }, 30_000);

  it('[WB908] says that an account is not known at the provider, and the password remains', async () => {
    const { chen } = stage.cast;
    const password = `${chen.full_name} signs in`;
    const { session_key } = await stage.server.client().createSession({ username: chen.email, password });
    await stage.cast.ada.updateUser({ user_id: chen.user_id, role: 200 });
    const page = await stage.open('#inbox', { email: chen.email, api_key: session_key });
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await askForList(page);
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Confirm with Example ID' }).click();
    await dialog.getByText('You haven’t signed in with Example ID yet.').waitFor();
    await look(page, 'confirm-refused');
    expect(page.context().pages().length).toBe(1);
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  }, 30_000);

  it('[WB909] an account without a password gets another API key, and the field says that it may stay empty', async () => {
    await stage.cast.ada.updateRealm({ invite_required: false });
    const page = await signIn({ email: 'quinn@stoa.example', full_name: 'Quinn' }, '#settings/sessions');
    await page.getByRole('button', { name: 'Reset API key…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Leave this empty if you have no password here.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'api-key');
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const key = await page.getByRole('textbox', { name: 'API key' }).inputValue();
    expect(await isValid('quinn@stoa.example', key)).toBe(true);
    await page.context().close();
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
