// The password asked for again, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { OWNER } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;

/** Pictures to look at, if wanted. */
async function look(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}

describe.skipIf(!hasBrowser)('calls whose effect outlasts a session, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(() => stage?.stop(), 30_000);

  it('[WB190] needs the password, and asks for it only once', async () => {
    const { dara } = stage.cast;
    const password = `${dara.full_name} signs in`;
    const { user_id } = await dara.createBot({ full_name: 'Weather Bot', short_name: 'weather' });
    const { api_key } = await dara.getBotApiKey({ bot_id: user_id });
    const session = await stage.server.client().createSession({ username: dara.email, password });
    const page = await stage.open('#settings/bots', { email: dara.email, api_key: session.session_key }, PHONE);
    stage.server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    await page.getByRole('main').getByRole('button', { name: 'Manage Weather Bot' }).click();
    const bot = page.getByRole('dialog', { name: 'Manage Weather Bot' });
    const show = bot.getByRole('button', { name: 'Show API key' });
    await show.click();
    const asking = page.getByRole('dialog', { name: 'Confirm your password' });
    await asking.waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'confirm-phone');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await asking.waitFor({ state: 'detached' });
    await page.getByText('Please confirm your password.').first().waitFor();
    await show.click();
    await asking.getByLabel('Your password').fill('a guess');
    await asking.getByRole('button', { name: 'Continue' }).click();
    await asking.getByText('Wrong password.').waitFor();
    await asking.getByLabel('Your password').fill(password);
    await asking.getByLabel('Your password').press('Enter');
    await asking.waitFor({ state: 'detached' });
    expect(await bot.getByLabel('API key').inputValue()).toBe(api_key);
    // The dialog below is still there and can be used.
    await bot.getByRole('button', { name: 'Close' }).click();
    await bot.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('[WB246] opening a page asks for no password; its list has a button that does', async () => {
    const { ada } = stage.cast;
    const { session_key } = await stage.server
      .client()
      .createSession({ username: ada.email, password: OWNER.password });
    const page = await stage.open('#inbox', { email: ada.email, api_key: session_key });
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    stage.server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    const asking = page.getByRole('dialog', { name: 'Confirm your password' });
    for (const section of ['data-exports-admin', 'invites-list-admin']) {
      await page.goto(`${stage.server.url}/#organization/${section}`);
      await page.getByText('To see this list, please confirm that it’s you.').waitFor();
      expect(await asking.count()).toBe(0);
      expect(await barriers(page)).toEqual([]);
    }
    await look(page, 'list-needs-password');
    const button = page.getByRole('button', { name: 'Confirm', exact: true });
    await button.click();
    await asking.getByText('Only you should see this').waitFor();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await asking.waitFor({ state: 'detached' });
    await button.click();
    await asking.waitFor();
    await page.goBack();
    await asking.waitFor({ state: 'detached' });
    await page.goForward();
    expect(await page.locator('.notice').count()).toBe(0);
    await button.click();
    await asking.getByLabel('Your password').fill(OWNER.password);
    await asking.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('No pending invitations').waitFor();
    expect(await asking.count()).toBe(0);
    await page.context().close();
  }, 30_000);

  it('[WB190] [GR17] needs the password to put somebody into a group that gives power', async () => {
    const { ada, eli } = stage.cast;
    const { group_id } = await ada.createUserGroup({ name: 'stewards', description: '', members: [] });
    const { session_key } = await stage.server
      .client()
      .createSession({ username: ada.email, password: OWNER.password });
    const page = await stage.open(`#groups/${group_id}`, { email: ada.email, api_key: session_key });
    await ada.updateRealm({
      can_create_groups: { new: { direct_members: [ada.user_id], direct_subgroups: [group_id] } },
    });
    stage.server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    await page
      .getByRole('main')
      .getByRole('combobox', { name: 'Add people or groups: Add people or groups' })
      .fill('Eli');
    await page.getByRole('option', { name: /Eli/ }).click();
    await page.getByRole('main').getByRole('button', { name: 'Add people or groups' }).click();
    const asking = page.getByRole('dialog', { name: 'Confirm your password' });
    await asking.getByLabel('Your password').fill(OWNER.password);
    expect((await ada.getUserGroupMembers({ user_group_id: group_id })).members).toEqual([]);
    await asking.getByRole('button', { name: 'Continue' }).click();
    await asking.waitFor({ state: 'detached' });
    await page.getByRole('main').locator('.roster-row', { hasText: 'Eli' }).waitFor();
    expect((await ada.getUserGroupMembers({ user_group_id: group_id })).members).toEqual([eli.user_id]);
    await page.context().close();
  }, 30_000);

  it('[WB29] creates a password reset link for a person, and without mail the pages say to ask for one', async () => {
    const { ada, eli } = stage.cast;
    const admin = await stage.open('#organization/users', ada);
    await admin.getByRole('button', { name: `Manage ${eli.full_name}` }).click();
    const manage = admin.getByRole('dialog', { name: /^Manage/ });
    await manage.getByRole('button', { name: 'Create password reset link' }).click();
    const link = await manage.getByLabel('Reset link').inputValue();
    await manage.getByText(`Send this link to ${eli.full_name} only.`).waitFor();
    expect(await barriers(admin)).toEqual([]);
    await look(admin, 'reset-link-made');
    await manage.getByRole('button', { name: 'Close' }).click();
    await admin.getByRole('button', { name: `Manage ${ada.full_name}` }).click();
    await manage.getByRole('button', { name: 'Close' }).waitFor();
    expect(await manage.getByRole('button', { name: 'Create password reset link' }).count()).toBe(0);
    await admin.context().close();

    const page = await stage.visit(`${stage.server.url}/`, PHONE);
    await page.getByText('Forgot your password? Ask an administrator for a reset link.').waitFor();
    await page.goto(`${stage.server.url}/forgot-password/`);
    await page.getByText('This server doesn’t send email. Ask an administrator for a reset link.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.goto(stage.server.url + new URL(link).pathname);
    await page.getByLabel('Password', { exact: true }).fill('eleven quiet lanterns');
    await page.getByRole('button', { name: 'Change password and sign in' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.context().close();
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
