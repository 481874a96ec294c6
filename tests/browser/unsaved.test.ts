// Forms of settings: what was typed is not lost without a question, and a refusal is shown at its field.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { FIELD_TYPE } from '@stoa/contract';
import type { Cast } from '@stoa/testkit';
import type { Locator, Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let page: Page;

const question = () => page.getByRole('dialog', { name: 'Discard your changes?' });
const keep = () => question().getByRole('button', { name: 'Cancel' }).click();
const discard = () => question().getByRole('button', { name: 'Discard', exact: true }).click();
const main = () => page.getByRole('main');
const go = (hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
const hash = () => page.evaluate(() => location.hash);
const gone = () => question().waitFor({ state: 'detached' });
/** What is said about a field that was refused. */
const problemOf = async (field: Locator) => {
  await page.waitForFunction((input) => input?.getAttribute('aria-invalid') === 'true', await field.elementHandle());
  return field.evaluate(
    (input) => document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent,
  );
};

describe.skipIf(!hasBrowser)('forms of settings', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.createProfileField({ field_type: FIELD_TYPE.link, name: 'Homepage' });
    await cast.ada.createProfileField({ field_type: FIELD_TYPE.paragraph, name: 'Bio' });
    const members = [cast.ada.user_id];
    await cast.ada.createUserGroup({ name: 'cooks', description: '', members });
    page = await stage.open('#inbox', cast.ada);
    await main().waitFor();
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB253] asks before a section is left with unsaved text: by a link, Back, the address and the search', async () => {
    await go('#settings/profile');
    const bio = main().getByLabel('Bio');
    await bio.fill('I write');
    await main().getByRole('link', { name: 'Preferences' }).click();
    await question().waitFor();
    expect(await barriers(page)).toEqual([]);
    await keep();
    await gone();
    expect(await hash()).toBe('#settings/profile');
    expect(await bio.inputValue()).toBe('I write');
    await page.goBack();
    await question().waitFor();
    await page.keyboard.press('Escape');
    await gone();
    expect(await bio.inputValue()).toBe('I write');
    await main().getByLabel('Search settings').fill('theme');
    await main().getByLabel('Theme', { exact: true }).waitFor();
    await main().getByLabel('Search settings').fill('');
    expect(await bio.inputValue()).toBe('I write');
    await go('#recent');
    await question().waitFor();
    await discard();
    await page.waitForFunction(() => location.hash === '#recent');
    await main().getByRole('heading', { name: 'Recent conversations' }).first().waitFor();
    await gone();
    // Back leads to the section without the text, and on to where the reader was before.
    await page.goBack();
    await bio.waitFor();
    expect(await bio.inputValue()).toBe('');
    await bio.fill('Once more');
    await page.goBack();
    await question().waitFor();
    await discard();
    await page.waitForFunction(() => location.hash === '#inbox');
    await gone();
  }, 60_000);

  it('[WB253] asks before the organization’s description is lost, and not after it was saved or reverted', async () => {
    await go('#organization/organization-profile');
    const field = main().getByLabel('Description');
    await field.fill('Where we meet');
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await question().waitFor();
    await keep();
    await gone();
    await main().getByRole('button', { name: 'Save' }).click();
    await main().getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await field.fill('Elsewhere');
    await main().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await page.waitForFunction(() => location.hash === '#inbox');
    expect(await question().count()).toBe(0);
  }, 60_000);

  it('[WB253] asks before a dialog with unsaved text closes: by Escape, Close and Back', async () => {
    await go(`#user/${cast.eli.user_id}`);
    const manage = page.getByRole('dialog', { name: /^Manage/ });
    await main().getByRole('button', { name: 'Manage' }).click();
    const bio = manage.getByLabel('Bio');
    await bio.fill('Grows roses');
    const ways = [
      () => page.keyboard.press('Escape'),
      () => manage.getByRole('button', { name: 'Close' }).click(),
      () => page.goBack(),
    ];
    for (const leave of ways) {
      await leave();
      await question().waitFor();
      await keep();
      await gone();
      expect(await bio.inputValue()).toBe('Grows roses');
    }
    await bio.focus();
    await page.keyboard.press('Escape');
    await discard();
    await manage.waitFor({ state: 'detached' });
    await main().getByRole('button', { name: 'Manage' }).click();
    expect(await bio.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await manage.waitFor({ state: 'detached' });
  }, 60_000);

  it('[WB1069] asks before any other text of a dialog or an entry of a list is lost, and not after Cancel', async () => {
    const lost = async (open: () => Promise<unknown>, name: RegExp | string, label: string, text: string) => {
      await open();
      const dialog = page.getByRole('dialog', { name });
      const field = dialog.getByLabel(label).first();
      await field.fill(text);
      await page.keyboard.press('Escape');
      await question().waitFor();
      await keep();
      await gone();
      expect(await field.inputValue()).toBe(text);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const fromMenu = (item: string) => async () => {
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await lost(fromMenu('Set status'), /status/i, 'What’s your status?', 'Reading the manual');
    await go('#settings/snippets');
    const add = () => main().getByRole('button', { name: 'New snippet' }).click();
    await lost(add, 'New snippet', 'Title', 'Away');
    await go('#settings/alert-words');
    await main().getByLabel('Word or phrase').fill('pizza');
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await question().waitFor();
    await discard();
    await page.waitForFunction(() => location.hash === '#inbox');
  }, 60_000);

  it('[WB254] shows a refusal at its field, and no notices in a pile', async () => {
    await go(`#user/${cast.eli.user_id}`);
    await main().getByRole('button', { name: 'Manage' }).click();
    const manage = page.getByRole('dialog', { name: /^Manage/ });
    const name = manage.getByLabel('Name', { exact: true });
    await name.fill('Bad <b>');
    await name.press('Enter');
    expect(await problemOf(name)).toContain('character');
    expect(await barriers(page)).toEqual([]);
    await name.fill('Good');
    expect(await name.getAttribute('aria-invalid')).toBeNull();
    await name.fill(cast.eli.full_name);
    await page.keyboard.press('Escape');
    await manage.waitFor({ state: 'detached' });

    await go('#settings/profile');
    const link = main().getByLabel('Homepage');
    await link.fill('javascript:alert(1)');
    await link.press('Enter');
    expect(await problemOf(link)).not.toBe('');
    await main().getByRole('button', { name: 'Cancel' }).click();

    await go('#organization/organization-profile');
    const title = main().getByLabel('Organization name');
    await title.fill(' ');
    await title.press('Enter');
    expect(await problemOf(title)).not.toBe('');
    await main().getByRole('button', { name: 'Cancel' }).click();

    await go('#groups/new');
    const group = main().getByLabel('Name', { exact: true });
    await group.fill('cooks');
    await group.press('Enter');
    expect(await problemOf(group)).toContain('cooks');
    expect(await group.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.locator('.notice', { hasText: 'wrong' }).count()).toBe(0);
  }, 60_000);

  it('[WB260] a refusal in a dialog is gone once the form is changed', async () => {
    await main().getByLabel('Name', { exact: true }).fill('');
    await go('#settings/bots');
    await main().getByRole('button', { name: 'New bot' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New bot' });
    await dialog.getByLabel('Name', { exact: true }).fill('Helper');
    const address = dialog.getByRole('textbox').nth(1);
    await address.fill('no way!');
    await dialog.getByRole('button', { name: 'Create bot' }).click();
    const problem = dialog.locator('.problem');
    await problem.getByText(/./).waitFor();
    await address.fill('helper');
    expect(await problem.textContent()).toBe('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
