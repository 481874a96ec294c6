// Forms say what has to be filled in, and what is wrong with an address, before they are sent.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { FIELD_TYPE } from '@stoa/contract';
import { type FakeMail, startFakeMail } from '@stoa/testkit';
import type { Locator, Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let mail: FakeMail;
let stage: Stage;
let page: Page;

const dialog = () => page.getByRole('dialog');
const go = (hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
async function openDialog(hash: string, button: string): Promise<Locator> {
  await go(hash);
  await page.getByRole('main').getByRole('button', { name: button }).click();
  await dialog().waitFor();
  return dialog();
}

/** The fields in which something is written or chosen from the device, each with whether it says that it may stay empty. */
const fieldsIn = (form: Locator) =>
  form.locator('input:not([type="checkbox"], [type="radio"], [role="combobox"]), textarea').evaluateAll((fields) =>
    (fields as (HTMLInputElement | HTMLTextAreaElement)[]).map((field) => {
      const label = field.labels?.[0]?.closest('.setting, .labelled') ?? field.closest('.setting')!;
      const mark = label.querySelector('.field-mark');
      return { label: label.textContent!, required: field.required, optional: mark?.textContent === 'optional' };
    }),
  );

async function expectMarks(form: Locator, required: number, optional: number): Promise<void> {
  const fields = await fieldsIn(form);
  expect(fields.filter((field) => field.required === field.optional)).toEqual([]);
  expect([fields.filter((field) => field.required).length, fields.filter((field) => field.optional).length]).toEqual([
    required,
    optional,
  ]);
  expect(await barriers(page)).toEqual([]);
}

async function problemOf(field: Locator): Promise<string | null> {
  return field.evaluate((input) => {
    if (input.getAttribute('aria-invalid') !== 'true') return null;
    return document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent!;
  });
}

describe.skipIf(!hasBrowser)('forms', () => {
  beforeAll(async () => {
    mail = await startFakeMail();
    stage = await openStage({ smtp_url: mail.url });
    page = await stage.open('#organization', stage.cast.ada);
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
    await mail?.stop();
  }, 30_000);

  for (const [what, hash, button, required, optional] of [
    ['an invitation', '#organization/invites-list-admin', 'Invite by email', 1, 0],
    ['a linkifier', '#organization/linkifier-settings', 'Add linkifier', 2, 3],
    ['a playground', '#organization/playground-settings', 'Add playground', 3, 0],
    ['a profile field', '#organization/profile-field-settings', 'Add field', 1, 1],
    ['an emoji', '#organization/emoji-settings', 'Add emoji', 2, 0],
    ['a bot', '#settings/bots', 'New bot', 2, 1],
    ['a snippet', '#settings/snippets', 'New snippet', 2, 0],
  ] as const)
    it(`[WB1043] the form of ${what} says which fields may stay empty`, async () => {
      const form = await openDialog(hash, button);
      await expectMarks(form, required, optional);
      await form.getByRole('button', { name: 'Cancel' }).click();
      await form.waitFor({ state: 'detached' });
    }, 30_000);

  it('[WB1043] so do the forms of channels and groups', async () => {
    for (const hash of ['#channels/new', '#groups/new']) {
      await go(hash);
      const form = page.getByRole('main').locator('form');
      await form.locator('textarea').waitFor();
      await expectMarks(form, 1, 1);
    }
  }, 30_000);

  it('[WB1043] profile fields that the organization wants say so', async () => {
    await stage.cast.ada.createProfileField({ field_type: FIELD_TYPE.short_text, name: 'Desk', required: true });
    await stage.cast.ada.createProfileField({ field_type: FIELD_TYPE.short_text, name: 'Shoes' });
    await go('#settings/profile');
    const desk = page.getByRole('textbox', { name: 'Desk', exact: true });
    await desk.waitFor();
    expect(await desk.getAttribute('aria-required')).toBe('true');
    expect(await page.locator('.setting', { hasText: 'Desk' }).locator('.field-mark').innerText()).toBe('required');
    expect(await page.locator('.setting', { hasText: 'Shoes' }).locator('.field-mark').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
  }, 30_000);

  it('[WB1063] says what is wrong with an address in the words and language of the client', async () => {
    await stage.cast.ada.createProfileField({ field_type: FIELD_TYPE.link, name: 'Homepage' });
    await stage.cast.ada.updateSettings({ default_language: 'de' });
    await go('#settings/profile');
    await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
    const homepage = page.getByLabel('Homepage');
    await homepage.fill('not an address');
    await homepage.press('Enter');
    await page.locator('.setting', { has: homepage }).getByRole('alert').waitFor();
    expect(await problemOf(homepage)).toContain('braucht einen Link');
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    const form = await openDialog('#settings/account', 'E-Mail-Adresse ändern');
    await form.getByLabel('Neue E-Mail-Adresse').fill('not an address');
    await form.getByLabel('Aktuelles Passwort').fill('wrong');
    await page.keyboard.press('Enter');
    await form.getByRole('alert').filter({ hasText: /./ }).waitFor();
    await form.getByRole('button', { name: 'Abbrechen' }).click();
    await dialog().waitFor({ state: 'detached' });
    await stage.cast.ada.updateSettings({ default_language: 'en' });
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
  }, 60_000);

  it('[WB1073] says before sign-in what is missing or wrong, below its field and in the language of the client', async () => {
    const { invite_link } = await stage.cast.ada.createMultiuseInvite({});
    const address = new URL(invite_link).pathname;
    const visitor = await stage.visit(`${stage.server.url}${address}`, { locale: 'de-DE' });
    const send = visitor.locator('button[type=submit]');
    const said = async (name: string) => {
      const field = visitor.locator(`input[name=${name}][aria-invalid=true]`);
      await field.waitFor();
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
      const id = await field.getAttribute('aria-describedby');
      return visitor.locator(`[id="${id}"]`).innerText();
    };
    await send.click();
    expect(await said('email')).toBe('Fülle dieses Feld aus.');
    await visitor.locator('input[name=email]').fill('nora');
    await send.click();
    expect(await said('email')).toBe('Gib eine gültige E-Mail-Adresse ein.');
    expect(await barriers(visitor)).toEqual([]);
    await visitor.locator('input[name=email]').fill('nora@company.example');
    expect(await visitor.locator('[aria-invalid=true]').count()).toBe(0);
    await visitor.goto(stage.server.url);
    await send.click();
    expect(await said('username')).toBe('Fülle dieses Feld aus.');
    await visitor.context().close();
  }, 60_000);

  it('[WB1044] says what is wrong with an address as soon as its field is left', async () => {
    let form = await openDialog('#organization/linkifier-settings', 'Add linkifier');
    const template = form.getByRole('textbox', { name: 'URL template', exact: true });
    await form.getByRole('textbox', { name: 'Pattern' }).fill('#(?P<id>[0-9]+)');
    await template.pressSequentially('https://example.com/{nr');
    expect(await problemOf(template)).toBeNull();
    await page.keyboard.press('Tab');
    expect(await problemOf(template)).toBe('This isn’t a valid URL template.');
    expect(await barriers(page)).toEqual([]);
    await template.fill('https://example.com/{nr}');
    expect(await problemOf(template)).toContain('“nr”');
    await template.fill('https://example.com/{id}');
    expect(await problemOf(template)).toBeNull();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });

    form = await openDialog('#organization/playground-settings', 'Add playground');
    const playground = form.getByRole('textbox', { name: 'URL template' });
    await playground.fill('https://example.com/');
    await page.keyboard.press('Tab');
    expect(await problemOf(playground)).toContain('“code”');
    await form.getByRole('button', { name: 'Cancel' }).click();

    form = await openDialog('#organization/profile-field-settings', 'Add field');
    await form.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'External account' });
    await form.getByRole('combobox', { name: 'Account at' }).selectOption({ label: 'Another site' });
    const pattern = form.getByRole('textbox', { name: 'URL of an account' });
    await pattern.fill('example.com');
    await page.keyboard.press('Tab');
    expect(await problemOf(pattern)).toBe('This URL isn’t valid.');
    await form.getByRole('button', { name: 'Cancel' }).click();

    form = await openDialog('#settings/bots', 'New bot');
    await form.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Outgoing webhook' });
    const url = form.getByRole('textbox', { name: 'Endpoint URL' });
    await url.fill('example.com/hook');
    await page.keyboard.press('Tab');
    expect(await problemOf(url)).toBe('Enter a valid endpoint URL.');
    await form.getByRole('button', { name: 'Cancel' }).click();
  }, 60_000);

  it('no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
