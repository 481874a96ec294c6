// Passkeys in place of the password, and their names, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { createPerson, passwordOf } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { sql } from '../../packages/server/src/kit/database/sql.ts';
import { withDevice } from './passkey-device.ts';
import { hasBrowser, isFirefox, type Options, openStage, type Stage } from './stage.ts';

let stage: Stage;
/** Browsers have no passkeys at the IP address of other tests. */
let origin: string;

async function look(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}

const SMALL = { viewport: { width: 390, height: 844 } } as const;
let count = 0;

/** Somebody on the page of their account, with a passkey in their device and a password that is no longer fresh. */
async function settled(options: Options = {}) {
  count += 1;
  const person = await createPerson(stage.server, {
    email: `confirming${count}@stoa.example`,
    full_name: `Confirming ${count}`,
  });
  const page = await stage.visit(`${origin}/#settings/account`, options);
  const device = await withDevice(page);
  await device.setPresent(false);
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(passwordOf(person));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Add a passkey…' }).click();
  await device.setPresent(true);
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByRole('textbox', { name: 'Name' }).fill('My laptop');
  await adding.getByRole('button', { name: 'Continue' }).click();
  await adding.waitFor({ state: 'detached' });
  await page.getByText('never used').waitFor();
  stage.server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
  return { person, page, device };
}

describe.skipIf(!hasBrowser || isFirefox)('passkeys in place of the password, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    origin = stage.server.url.replace('127.0.0.1', 'localhost');
    const { app, realm } = stage.server;
    await app.writer.write(realm.realm_id, ({ tx }) =>
      tx.run(sql`update realms set url = ${origin} where realm_id = ${realm.realm_id}`),
    );
  }, 60_000);
  afterAll(async () => {
    expect(stage?.complaints ?? []).toEqual([]);
    await stage?.stop();
  }, 30_000);

  it('[PK60] confirm what needs it, by keyboard too', async () => {
    const { page, device, person } = await settled();
    const asking = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    const adding = page.getByRole('dialog', { name: 'Add a passkey' });
    const add = page.getByRole('button', { name: 'Add a passkey…' });
    await add.click();
    await asking.waitFor();
    expect(await device.barriers()).toEqual([]);
    await look(page, 'confirm-passkey');
    // Whom the device does not know gets no further, and the dialog stays.
    await device.setVerified(false);
    const button = asking.getByRole('button', { name: 'Confirm with a passkey' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await Bun.sleep(500);
    expect((await asking.getByRole('alert').allTextContents()).join('')).toBe('');
    expect(await adding.count()).toBe(0);
    await device.setVerified(true);
    await page.keyboard.press('Enter');
    await adding.waitFor();
    expect(await asking.count()).toBe(0);
    await adding.getByRole('button', { name: 'Cancel' }).click();
    // The password still does, too.
    stage.server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    await add.click();
    await asking.getByLabel('Your password').fill(passwordOf(person));
    await asking.getByLabel('Your password').press('Enter');
    await adding.waitFor();
    await page.context().close();
  }, 60_000);

  it('[PK60] say what is wrong with them', async () => {
    const { page, person } = await settled();
    await page.getByRole('button', { name: 'Add a passkey…' }).click();
    const asking = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await asking.waitFor();
    const [passkey] = (await person.getPasskeys()).passkeys;
    await person.deletePasskey(passkey!);
    await asking.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await asking.getByText('You have no passkey that works at this address.').waitFor();
    await page.context().close();
  }, 60_000);

  it('[PK61] take the place of the password for another API key and a new password', async () => {
    const { page, device, person } = await settled(SMALL);
    await page.getByRole('button', { name: 'Change password' }).click();
    const changing = page.getByRole('dialog', { name: 'Change password' });
    await changing.getByLabel('New password').fill('eleven quiet lanterns');
    await changing.getByRole('button', { name: 'Use a passkey instead' }).click();
    const done = changing.getByText('Confirmed with your passkey.');
    await done.waitFor();
    expect(await done.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await changing.getByLabel('Current password').count()).toBe(0);
    expect(await device.barriers()).toEqual([]);
    await look(page, 'proof-passkey-phone');
    await changing.getByRole('button', { name: 'Change password' }).click();
    await changing.waitFor({ state: 'detached' });
    await stage.server.client().createSession({ username: person.email, password: 'eleven quiet lanterns' });
    await page.goto(`${origin}/#settings/sessions`);
    await page.getByRole('button', { name: 'Show API key…' }).click();
    const showing = page.getByRole('dialog');
    await showing.getByRole('button', { name: 'Use a passkey instead' }).click();
    await showing.getByText('Confirmed with your passkey.').waitFor();
    await showing.locator('button[type=submit]').click();
    await showing.waitFor({ state: 'detached' });
    expect(await page.getByLabel('API key').inputValue()).toBe(person.api_key);
    await page.getByRole('button', { name: 'Reset API key…' }).click();
    const renewing = page.getByRole('dialog');
    await renewing.getByRole('button', { name: 'Use a passkey instead' }).click();
    await renewing.getByText('Confirmed with your passkey.').waitFor();
    await renewing.locator('button[type=submit]').click();
    await renewing.waitFor({ state: 'detached' });
    expect(await page.getByLabel('API key').inputValue()).not.toBe(person.api_key);
    await page.context().close();
  }, 60_000);

  it('[PK62] get other names', async () => {
    const { page, device, person } = await settled({ ...SMALL, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Rename… My laptop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
    await dialog.getByLabel('Name').fill('Büro-Rechner');
    expect(await device.barriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Büro-Rechner').first().waitFor();
    expect((await person.getPasskeys()).passkeys[0]!.name).toBe('Büro-Rechner');
    await person.updateSettings({ default_language: 'de' });
    await page.getByRole('button', { name: 'Passkey hinzufügen …' }).scrollIntoViewIfNeeded();
    await look(page, 'passkeys-phone-dark-german');
    await page.getByRole('button', { name: 'Passkey hinzufügen …' }).click();
    await page.getByRole('dialog', { name: 'Bestätigen, dass du es bist' }).waitFor();
    expect(await device.barriers()).toEqual([]);
    await look(page, 'confirm-passkey-phone-dark-german');
    await page.context().close();
  }, 60_000);
});
