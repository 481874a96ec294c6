// Passkeys in a real browser, with an authenticator that it makes up itself.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test';
import { createPerson, type Person, passwordOf } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { sql } from '../../packages/server/src/kit/database/sql.ts';
import { withDevice } from './passkey-device.ts';
import { hasBrowser, isFirefox, type Options, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
/** Browsers have no passkeys at the IP address of other tests. */
let origin: string;

async function look(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}
const setUrl = (url: string) => {
  const { app, realm } = stage.server;
  return app.writer.write(realm.realm_id, ({ tx }) =>
    tx.run(sql`update realms set url = ${url} where realm_id = ${realm.realm_id}`),
  );
};

let count = 0;
const somebody = () => {
  count += 1;
  return createPerson(stage.server, { email: `passkeys${count}@stoa.example`, full_name: `Passkeys ${count}` });
};
async function visit(hash = '', options: Options = {}): Promise<Page> {
  return stage.visit(`${origin}/${hash}`, options);
}
async function typePassword(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(passwordOf(person));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const isSignedIn = (page: Page) => page.waitForFunction(() => localStorage.getItem('stoa.session') !== null);
const signOut = (page: Page) =>
  page.evaluate(() => {
    localStorage.removeItem('stoa.session');
    location.reload();
  });
const rowOf = (page: Page) => page.locator('.setting', { hasText: 'Sign in with your device’s fingerprint' });
async function addPasskey(page: Page, name: string): Promise<void> {
  await rowOf(page).getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe.skipIf(!hasBrowser || isFirefox)('passkeys, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    origin = stage.server.url.replace('127.0.0.1', 'localhost');
    await setUrl(origin);
  }, 60_000);
  afterAll(async () => {
    expect(stage?.complaints ?? []).toEqual([]);
    await stage?.stop();
  }, 30_000);

  it('[WB949] [WB950] are added in the settings, sign in without a password, and are removed', async () => {
    const person = await somebody();
    const page = await visit('#settings/account');
    const device = await withDevice(page);
    // Suggestions are another test's: the device answers none by itself.
    await device.setPresent(false);
    await typePassword(page, person);
    await rowOf(page).waitFor();
    await device.setPresent(true);
    await look(page, 'passkeys-none');
    await addPasskey(page, 'My laptop');
    await rowOf(page).getByText('never used').waitFor();
    expect(await device.barriers()).toEqual([]);
    await look(page, 'passkeys-one');
    // The device knows that it has one.
    await rowOf(page).getByRole('button', { name: 'Add a passkey…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('This passkey has already been added.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await device.held()).toBe(1);
    await device.setPresent(false);
    await signOut(page);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.waitFor();
    expect(await page.getByLabel('Email address').getAttribute('autocomplete')).toBe('username webauthn');
    expect(await device.barriers()).toEqual([]);
    await look(page, 'passkeys-sign-in');
    await device.setPresent(true);
    await device.setVerified(false);
    await button.click();
    await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('.sign-on button')?.disabled);
    expect(await page.evaluate(() => localStorage.getItem('stoa.session'))).toBeNull();
    await device.setVerified(true);
    await button.click();
    await isSignedIn(page);
    await rowOf(page).getByText('last used on').waitFor();
    expect(new URL(page.url()).hash).toBe('#settings/account');
    await rowOf(page).getByRole('button', { name: 'Remove… My laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await rowOf(page).getByText('My laptop').first().waitFor({ state: 'detached' });
    expect((await person.getPasskeys()).passkeys).toEqual([]);
    await device.setPresent(false);
    await signOut(page);
    await button.waitFor();
    await device.setPresent(true);
    await button.click();
    await page.getByText('This passkey doesn’t sign in here.').first().waitFor();
    await look(page, 'passkeys-refused');
    await page.context().close();
  }, 90_000);

  it('[WB949] are suggested by the browser where the address is typed', async () => {
    const person = await somebody();
    const page = await visit('#settings/account', PHONE);
    const device = await withDevice(page);
    await device.setPresent(false);
    await typePassword(page, person);
    await rowOf(page).waitFor();
    await device.setPresent(true);
    await addPasskey(page, 'My phone');
    // The device made up here takes the suggestion as soon as there is one.
    await signOut(page);
    await isSignedIn(page);
    await rowOf(page).getByText('last used on').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB951] say that they work at another address only', async () => {
    const person = await somebody();
    const page = await visit('#settings/account');
    const device = await withDevice(page);
    await device.setPresent(false);
    await typePassword(page, person);
    await rowOf(page).waitFor();
    await device.setPresent(true);
    await addPasskey(page, 'My laptop');
    await setUrl('https://chat.example');
    try {
      await Bun.sleep(2100);
      await page.reload();
      await rowOf(page).getByText('works only at localhost').waitFor();
      await look(page, 'passkeys-elsewhere');
    } finally {
      await setUrl(origin);
    }
    await Bun.sleep(2100);
    await page.context().close();
  }, 60_000);

  describe('where two-factor sign-in is required', () => {
    afterEach(async () => {
      await stage.cast.ada.updateRealm({ require_two_factor: 'nobody' });
    });

    it('[WB952] one is enough: added while signing in, and asked for after the password', async () => {
      const { ada } = stage.cast;
      const own = await visit('#settings/account');
      const own_device = await withDevice(own);
      await own_device.setPresent(false);
      await own.getByLabel('Email address').fill(ada.email);
      await own.getByLabel('Password', { exact: true }).fill('ada counts to eleven');
      await own.getByRole('button', { name: 'Sign in', exact: true }).click();
      await rowOf(own).waitFor();
      await own_device.setPresent(true);
      await addPasskey(own, 'Hers');
      await own.context().close();
      await ada.updateRealm({ require_two_factor: 'everybody' });
      const person = await somebody();
      const page = await visit('#settings/account', { ...PHONE, colorScheme: 'dark' });
      const device = await withDevice(page);
      await device.setPresent(false);
      await typePassword(page, person);
      const instead = page.getByRole('button', { name: 'Use a passkey instead' });
      await instead.waitFor();
      expect(await device.barriers()).toEqual([]);
      await look(page, 'passkeys-required');
      await device.setPresent(true);
      await instead.click();
      await rowOf(page).getByText('never used').waitFor();
      await device.setPresent(false);
      await signOut(page);
      await typePassword(page, person);
      await page.getByRole('heading', { name: 'Use your passkey' }).waitFor();
      // Not over the button.
      await page.mouse.move(1, 1);
      await Bun.sleep(500);
      expect(await device.barriers()).toEqual([]);
      await look(page, 'passkeys-step');
      await device.setPresent(true);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await isSignedIn(page);
      await rowOf(page).getByText('last used on').waitFor();
      await page.context().close();
    }, 90_000);
  });
});
