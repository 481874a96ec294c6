// Access tokens made, shown once and revoked, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { codeOf } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, picture, type Stage } from './stage.ts';

let stage: Stage;
/** With a session, so that passwords are asked for. */
let account: { email: string; api_key: string };

const DAY_MS = 24 * 60 * 60_000;
const group = (page: Page) => page.getByRole('group', { name: 'Access tokens' });
const tokens = async () => (await stage.cast.dara.getAccessTokens()).tokens;

async function make(page: Page, name: string): Promise<string> {
  await group(page).getByRole('button', { name: 'New token…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New access token' });
  await dialog.getByLabel('What it’s for').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new access token' });
  const token = await shown.getByLabel('Access token').inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'detached' });
  return token;
}

describe.skipIf(!hasBrowser)('access tokens in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    const { dara } = stage.cast;
    const password = `${dara.full_name} signs in`;
    const { email, session_key } = await stage.server.client().createSession({ username: dara.email, password });
    account = { email, api_key: session_key };
  }, 60_000);
  afterAll(() => stage?.stop(), 30_000);

  it('[WB931] [WB932] are made with a name, scopes and an end, and shown once', async () => {
    const { dara, bot } = stage.cast;
    const page = await stage.open('#settings/sessions', account);
    await group(page).getByText('No access tokens.').waitFor();
    stage.server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    await group(page).getByRole('button', { name: 'New token…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New access token' });
    const create = dialog.getByRole('button', { name: 'Create' });
    expect(await create.isDisabled()).toBe(true);
    await dialog.getByLabel('What it’s for').fill('Nightly report');
    expect(await dialog.getByLabel('Read', { exact: false }).first().isChecked()).toBe(true);
    await dialog.getByRole('checkbox', { name: /^Read/ }).uncheck();
    expect(await create.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: /^Write/ }).check();
    await dialog.getByRole('checkbox', { name: /^Read/ }).check();
    await dialog.getByLabel('Ends after').selectOption({ label: '90 days' });
    expect(await barriers(page)).toEqual([]);
    await picture(page, 'token-new');
    await create.click();
    const asking = page.getByRole('dialog', { name: 'Confirm your password' });
    await asking.getByLabel('Your password').fill(`${dara.full_name} signs in`);
    await asking.getByRole('button', { name: 'Continue' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new access token' });
    const token = await shown.getByLabel('Access token').inputValue();
    expect(token).toMatch(/^stoa_token_[0-9a-f]{64}$/);
    await shown.getByText(`with the address ${dara.email}`).waitFor();
    expect(await barriers(page)).toEqual([]);
    await picture(page, 'token-shown');
    // A click beside the dialog does not lose it.
    await page.mouse.click(2, 2);
    expect(await shown.isVisible()).toBe(true);
    await shown.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(token);
    expect((await stage.server.client(dara.email, token).getOwnUser()).user_id).toBe(dara.user_id);
    const [made] = await tokens();
    expect(made).toMatchObject({ name: 'Nightly report', scopes: ['read', 'send'], user_id: dara.user_id });
    expect(made!.expires_at - made!.created_at).toBe(90 * 24 * 3600);

    await group(page).getByRole('button', { name: 'New token…' }).click();
    await dialog.getByLabel('What it’s for').fill('An agent');
    await dialog.getByLabel('Acts as').selectOption({ label: bot.full_name });
    await create.click();
    await shown.getByText(`with the address ${bot.email}`).waitFor();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    expect((await tokens())[0]).toMatchObject({ name: 'An agent', user_id: bot.user_id });
    await page.context().close();
  }, 60_000);

  it('[WB930] [WB933] are listed, and revoked after a question', async () => {
    const { dara, bot } = stage.cast;
    const wanted = { scopes: ['manage' as const, 'read' as const], expires_in_days: 1 };
    await dara.createAccessToken({ ...wanted, name: 'Short <b>lived</b>' });
    const page = await stage.open('#settings/sessions', account);
    const item = (name: string) => group(page).getByRole('listitem').filter({ hasText: name });
    await item('Nightly report').getByText('Read, Write').waitFor();
    await item('Nightly report')
      .getByText(/^Last used: .* · Created: .* · Ends on /)
      .waitFor();
    await item('An agent').getByText(bot.full_name).waitFor();
    await item('An agent')
      .getByText(/^Never used/)
      .waitFor();
    await item('Short <b>lived</b>').getByText('Read, Manage the account').waitFor();
    expect(await barriers(page)).toEqual([]);
    await item('Nightly report').getByRole('button', { name: 'Revoke Nightly report' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke “Nightly report”?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await tokens()).toHaveLength(3);
    await item('Nightly report').getByRole('button', { name: 'Revoke Nightly report' }).click();
    await question.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Nightly report was revoked.').waitFor();
    await item('Nightly report').waitFor({ state: 'detached' });
    expect((await tokens()).map(({ name }) => name)).toEqual(['Short <b>lived</b>', 'An agent']);
    await page.context().close();
  }, 60_000);

  it('[WB930] says which have expired', async () => {
    stage.server.clock.jump(2 * DAY_MS);
    const page = await stage.open('#settings/sessions', account);
    const expired = group(page).getByRole('listitem').filter({ hasText: 'Expired' });
    await expired.getByText('Short <b>lived</b>').waitFor();
    expect(await expired.count()).toBe(1);
    await expired.getByText('Remove').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expired.waitFor({ state: 'detached' });
    await page.context().close();
    stage.server.clock.jump(-2 * DAY_MS);
  }, 60_000);

  it('[WB934] end with the API key, and the page says so', async () => {
    const { dara } = stage.cast;
    const page = await stage.open('#settings/sessions', account);
    const token = await make(page, 'Ends with the key');
    await page.getByRole('button', { name: 'Reset API key…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset API key?' });
    await dialog.getByText('all your access tokens stop working').waitFor();
    await dialog.getByLabel('Your password').fill(`${dara.full_name} signs in`);
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await group(page).getByText('Ends with the key').waitFor({ state: 'detached' });
    // The bot has a key of its own.
    await group(page).getByText('An agent').waitFor();
    expect(await codeOf(stage.server.client(dara.email, token).getOwnUser())).toBe('UNAUTHORIZED');
    await page.context().close();
  }, 60_000);

  it('[WB930] fits a phone, in the dark and in other languages', async () => {
    const { eli } = stage.cast;
    const name = 'Ein ziemlich langer Name für ein Skript, das nachts läuft';
    await eli.createAccessToken({ name, scopes: ['read', 'send', 'manage', 'administer'], expires_in_days: 365 });
    for (const [default_language, title, open, label] of [
      ['de', 'Zugriffstoken', 'Neues Token …', 'Wofür es ist'],
      ['fr', 'Jetons d’accès', 'Nouveau jeton…', 'À quoi il sert'],
      ['en', 'Access tokens', 'New token…', 'What it’s for'],
    ] as const) {
      await eli.updateSettings({ default_language });
      const [phone, desktop] = default_language === 'fr' ? (['light', 'dark'] as const) : (['dark', 'light'] as const);
      for (const options of [{ ...PHONE, colorScheme: phone }, { colorScheme: desktop }]) {
        const page = await stage.open('#settings/sessions', eli, options);
        const list = page.getByRole('group', { name: title });
        await list.getByText(name).waitFor();
        await list.scrollIntoViewIfNeeded();
        expect(await barriers(page)).toEqual([]);
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(await overflow()).toBe(false);
        await picture(
          page,
          `tokens-${default_language}-${'viewport' in options ? 'phone' : 'desktop'}-${options.colorScheme}`,
        );
        await list.getByRole('button', { name: open }).click();
        await page.getByLabel(label).waitFor();
        expect(await overflow()).toBe(false);
        await picture(
          page,
          `token-new-${default_language}-${'viewport' in options ? 'phone' : 'desktop'}-${options.colorScheme}`,
        );
        await page.context().close();
      }
    }
  }, 120_000);
});
