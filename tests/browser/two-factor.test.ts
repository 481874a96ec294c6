// Two-factor sign-in in a real browser.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test';
import { ROLE } from '@stoa/contract';
import { createPerson, type Person, passwordOf } from '@stoa/testkit';
import type { Locator, Page } from 'playwright-core';
import { codeOfStep, stepAt } from '../../packages/server/src/identity/two-factor/totp.rules.ts';
import { barriers, hasBrowser, type Options, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;

/** Pictures to look at, if wanted. */
async function look(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}

/** The code of the app, some steps from now. */
const codeNow = (secret: string, off = 0) => codeOfStep(secret, stepAt(stage.server.clock.now()) + off);
const nextStep = () => stage.server.clock.advance(60_000);

let count = 0;
const somebody = () => {
  count += 1;
  return createPerson(stage.server, { email: `member${count}@stoa.example`, full_name: `Member ${count}` });
};
async function enabled() {
  const person = await somebody();
  const { secret, setup } = await person.beginTwoFactor();
  const { recovery_codes } = await person.confirmTwoFactor({ setup, code: codeNow(secret) });
  nextStep();
  return { person, secret, recovery_codes };
}
/** In the settings, signed in on a device just now. */
async function settingsOf(person: Person, options: Options = {}, code?: string, section = 'account'): Promise<Page> {
  const credentials = { username: person.email, password: passwordOf(person), ...(code ? { code } : {}) };
  const { email, session_key } = await stage.server.client().createSession(credentials);
  return stage.open(`#settings/${section}`, { email, api_key: session_key }, options);
}
async function typePassword(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(passwordOf(person));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const isSignedIn = (page: Page) => page.waitForFunction(() => localStorage.getItem('stoa.session') !== null);

/** What copying all of a field gives. */
const copied = (field: Locator) =>
  field.evaluate((element: HTMLInputElement) => {
    element.select();
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/plain');
  });

describe.skipIf(!hasBrowser)('two-factor sign-in, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(async () => {
    expect(stage?.complaints ?? []).toEqual([]);
    await stage?.stop();
  }, 30_000);

  it('[WB940] asks for the code in a second step, and says what is wrong', async () => {
    const { person, secret } = await enabled();
    for (const [name, options] of [
      ['desktop', {}],
      ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
    ] as const) {
      const page = await stage.visit(`${stage.server.url}/`, options);
      await typePassword(page, person);
      const field = page.getByRole('textbox', { name: 'Code' });
      await field.waitFor();
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
      expect(await field.getAttribute('inputmode')).toBe('numeric');
      expect(await barriers(page)).toEqual([]);
      await look(page, `code-${name}`);
      await field.fill(codeNow(secret, 5));
      await field.press('Enter');
      await page.getByText('This code is wrong, too old, or was already used.').waitFor();
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      await look(page, `code-wrong-${name}`);
      await field.fill(codeNow(secret));
      await field.press('Enter');
      await isSignedIn(page);
      nextStep();
      await page.context().close();
    }
  }, 60_000);

  it('[WB963] leads back to the sign-in page, and says who helps without phone and codes', async () => {
    const { person } = await enabled();
    const page = await stage.visit(`${stage.server.url}/`, PHONE);
    await typePassword(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByText('Ask an administrator of the organization').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'username');
    await typePassword(page, stage.cast.dara);
    await isSignedIn(page);
    await page.context().close();
  }, 60_000);

  it('[WB941] takes a recovery code instead', async () => {
    const { person, recovery_codes } = await enabled();
    const page = await stage.visit(`${stage.server.url}/`, PHONE);
    await typePassword(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const field = page.getByRole('textbox', { name: 'Recovery code' });
    await field.waitFor();
    expect(await field.getAttribute('inputmode')).toBe('text');
    expect(await barriers(page)).toEqual([]);
    await look(page, 'code-recovery');
    await field.fill(recovery_codes[0]!);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await isSignedIn(page);
    expect((await person.getTwoFactor()).recovery_codes_left).toBe(9);
    await page.context().close();
  }, 60_000);

  it('[WB942] [WB943] [WB254] is switched on with a QR code and a code, and off again', async () => {
    const person = await somebody();
    const page = await settingsOf(person);
    const row = page.locator('.setting', { hasText: 'Two-factor sign-in' });
    await row.getByText('Off', { exact: true }).waitFor();
    await look(page, 'settings-off');
    await row.getByRole('button', { name: 'Switch on…' }).click();
    const setup = page.getByRole('dialog', { name: 'Switch on two-factor sign-in' });
    await setup.getByRole('img', { name: 'QR code for authenticator apps' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'setup-desktop');
    const code = setup.getByRole('textbox', { name: 'Code' });
    expect(await code.evaluate((element) => element === document.activeElement)).toBe(true);
    const key = setup.getByRole('textbox', { name: 'Or enter this key in the app' });
    expect(await key.inputValue()).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const secret = await copied(key);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await code.fill(codeNow(secret, 5));
    await code.press('Enter');
    await setup.getByText('This code is wrong, too old, or was already used.').waitFor();
    // At its field, which has the focus.
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    expect(await code.evaluate((element) => element === document.activeElement)).toBe(true);
    const said = await code.getAttribute('aria-describedby');
    expect(await setup.locator(`[id="${said}"]`).innerText()).toContain('This code is wrong');
    expect(await setup.getByText('This code is wrong').count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
    await code.fill(codeNow(secret));
    expect(await code.getAttribute('aria-invalid')).toBeNull();
    await code.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Recovery codes' });
    await shown.getByRole('listitem').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'recovery-codes');
    const codes = await shown.getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      shown.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toEndWith('Recovery codes.txt');
    expect(await Bun.file((await download.path())!).text()).toContain(`${person.email}\n\n${codes.join('\n')}\n`);
    await shown.getByRole('button', { name: 'I’ve saved them' }).click();
    await row.getByText('10 recovery codes left.').waitFor();
    await look(page, 'settings-on');
    await row.getByRole('button', { name: 'New recovery codes…' }).click();
    await page.getByRole('button', { name: 'Get new codes' }).click();
    await shown.getByRole('listitem').first().waitFor();
    expect(await shown.getByRole('listitem').allInnerTexts()).not.toContain(codes[0]);
    await shown.getByRole('button', { name: 'I’ve saved them' }).click();
    await row.getByRole('button', { name: 'Switch off…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off', exact: true }).click();
    await row.getByText('Off', { exact: true }).waitFor();
    expect((await person.getTwoFactor()).is_enabled).toBe(false);
    await page.context().close();
  }, 60_000);

  it('[WB942] fits on a phone, in the dark', async () => {
    const person = await somebody();
    const page = await settingsOf(person, { ...PHONE, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Switch on…' }).click();
    const setup = page.getByRole('dialog', { name: 'Switch on two-factor sign-in' });
    await setup.getByRole('img').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await look(page, 'setup-phone-dark');
    const secret = await copied(setup.getByRole('textbox', { name: 'Or enter this key in the app' }));
    await setup.getByRole('textbox', { name: 'Code' }).fill(codeNow(secret));
    await setup.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'recovery-codes-phone-dark');
    await page.context().close();
  }, 60_000);

  it('[WB944] an administrator switches it off for a person', async () => {
    const { person } = await enabled();
    const admin = await somebody();
    await stage.cast.ada.updateUser({ user_id: admin.user_id, role: ROLE.administrator });
    const { session_key } = await stage.server
      .client()
      .createSession({ username: admin.email, password: passwordOf(admin) });
    const page = await stage.open(`#organization/users`, { email: admin.email, api_key: session_key });
    await page.getByRole('button', { name: `Manage ${person.full_name}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Manage ${person.full_name}` });
    await dialog.getByText('Two-factor sign-in has been on since').waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'person');
    await dialog.getByRole('button', { name: 'Switch off two-factor sign-in…' }).click();
    await page.getByRole('button', { name: 'Switch off', exact: true }).click();
    await dialog.getByText('Two-factor sign-in has been on since').waitFor({ state: 'detached' });
    expect((await person.getTwoFactor()).is_enabled).toBe(false);
    await page.context().close();
  }, 60_000);

  it('[WB945] showing the API key asks for a code too, and a new password by a link leads to the sign-in page', async () => {
    const { person, secret } = await enabled();
    const page = await settingsOf(person, {}, codeNow(secret), 'sessions');
    nextStep();
    await page.getByRole('button', { name: 'Show API key…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show API key' });
    await dialog.getByLabel('Your password').fill(passwordOf(person));
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    await dialog.getByText('Enter the code your authenticator app shows now.').waitFor();
    await look(page, 'api-key');
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeNow(secret));
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'API key' }).inputValue()).toBe(person.api_key);
    await page.context().close();
    const { url } = await stage.cast.ada.createPasswordResetLink({ user_id: person.user_id });
    const reset = await stage.visit(stage.server.url + new URL(url).pathname);
    await reset.getByLabel('Password', { exact: true }).fill('eleven quiet lanterns');
    await reset.getByRole('button', { name: 'Change password and sign in' }).click();
    await reset.getByRole('heading', { name: 'Your password was changed' }).waitFor();
    await look(reset, 'reset');
    expect(await barriers(reset)).toEqual([]);
    expect(await reset.evaluate(() => localStorage.getItem('stoa.session'))).toBeNull();
    await reset.context().close();
  }, 60_000);

  describe('where it is required', () => {
    beforeAll(async () => {
      const { secret, setup } = await stage.cast.ada.beginTwoFactor();
      await stage.cast.ada.confirmTwoFactor({ setup, code: codeNow(secret) });
    });
    afterEach(async () => {
      await stage.cast.ada.updateRealm({ require_two_factor: 'nobody' });
    });
    const oblige = () => stage.cast.ada.updateRealm({ require_two_factor: 'everybody' });
    const rowOf = (page: Page) => page.locator('.setting', { hasText: 'Two-factor sign-in' });
    const setUp = async (page: Page, name: string) => {
      await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor();
      await page.getByRole('img', { name: 'QR code for authenticator apps' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await look(page, `required-${name}`);
      const secret = await copied(page.getByRole('textbox', { name: 'Or enter this key in the app' }));
      const code = page.getByRole('textbox', { name: 'Code', exact: true });
      await code.fill(codeNow(secret, 5));
      await code.press('Enter');
      await page.getByText('This code is wrong, too old, or was already used.').waitFor();
      await code.fill(codeNow(secret));
      await code.press('Enter');
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
      expect(await page.getByRole('listitem').count()).toBe(10);
      expect(await barriers(page)).toEqual([]);
      await look(page, `required-codes-${name}`);
      await page.getByRole('button', { name: 'I’ve saved them, continue' }).click();
    };

    it('[WB946] it is set up while signing in, which then leads where it was to lead, on a phone too', async () => {
      await oblige();
      for (const [name, options] of [
        ['desktop', {}],
        ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
      ] as const) {
        const person = await somebody();
        const page = await stage.visit(`${stage.server.url}/#settings/account`, options);
        await typePassword(page, person);
        await setUp(page, name);
        await rowOf(page).getByText('10 recovery codes left.').waitFor();
        expect(new URL(page.url()).hash).toBe('#settings/account');
        await page.context().close();
      }
    }, 90_000);

    it('[WB946] in the middle of work too, with the password where it is not fresh', async () => {
      const person = await somebody();
      const page = await settingsOf(person);
      await rowOf(page).getByText('Off', { exact: true }).waitFor();
      stage.server.clock.advance(20 * 60_000);
      await oblige();
      await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await look(page, 'required-begin');
      await page.getByRole('button', { name: 'Continue' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Your password').fill(passwordOf(person));
      await dialog.getByLabel('Your password').press('Enter');
      await setUp(page, 'meanwhile');
      await rowOf(page).getByText('Your organization requires it.').waitFor();
      await look(page, 'required-settings');
      await page.context().close();
    }, 60_000);

    it('[WB947] it can’t be switched off; [WB946] and one can sign out instead of setting it up', async () => {
      await oblige();
      const { person, secret } = await enabled();
      const page = await settingsOf(person, {}, codeNow(secret));
      nextStep();
      await rowOf(page).getByText('Your organization requires it.').waitFor();
      expect(await rowOf(page).getByRole('button').allInnerTexts()).toEqual(['New recovery codes…']);
      await page.context().close();
      const other = await somebody();
      const leaving = await stage.visit(`${stage.server.url}/`, PHONE);
      await typePassword(leaving, other);
      await leaving.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor();
      await leaving.getByRole('button', { name: 'Sign out' }).click();
      await leaving.getByLabel('Email address').waitFor();
      expect(await leaving.evaluate(() => localStorage.getItem('stoa.session'))).toBeNull();
      await leaving.context().close();
    }, 60_000);

    it('[WB946] to have switched it on elsewhere is enough', async () => {
      const person = await somebody();
      const page = await settingsOf(person);
      await rowOf(page).getByText('Off', { exact: true }).waitFor();
      await oblige();
      await page.getByRole('img', { name: 'QR code for authenticator apps' }).waitFor();
      const { secret, setup } = await person.beginTwoFactor();
      await person.confirmTwoFactor({ setup, code: codeNow(secret) });
      await page.getByRole('textbox', { name: 'Code', exact: true }).fill('123456');
      await page.getByRole('button', { name: 'Switch on', exact: true }).click();
      await rowOf(page).getByText('10 recovery codes left.').waitFor();
      await page.context().close();
    }, 60_000);

    it('[WB948] administrators require it, and see who has not switched it on', async () => {
      const [without, { person, secret }] = [await somebody(), await enabled()];
      await stage.cast.ada.updateUser({ user_id: person.user_id, role: ROLE.administrator });
      const page = await settingsOf(person, {}, codeNow(secret));
      nextStep();
      await page.evaluate(() => {
        location.hash = '#organization/organization-permissions';
      });
      await page.getByLabel('Require two-factor sign-in').selectOption('everybody');
      await page.waitForFunction(() => document.activeElement !== null);
      await look(page, 'required-organization');
      await page.evaluate(() => {
        location.hash = '#organization/users';
      });
      await page.getByLabel('Accounts').selectOption('without_two_factor');
      const manage = page.getByRole('button', { name: `Manage ${without.full_name}`, exact: true });
      await manage.waitFor();
      await page
        .getByRole('button', { name: `Manage ${person.full_name}`, exact: true })
        .waitFor({ state: 'detached' });
      expect(await barriers(page)).toEqual([]);
      await look(page, 'required-people');
      await manage.click();
      await page.getByText(`${without.full_name} hasn’t switched on two-factor sign-in yet`).waitFor();
      await page.context().close();
    }, 60_000);
  });
});
