// One person's data in a real browser: downloaded, and deleted with the account.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;

/** Requests an archive, and returns what is in it. */
async function downloaded(page: Page, action: string): Promise<string> {
  await page.getByRole('button', { name: action }).click();
  await page.getByText('Ready').waitFor();
  const link = page.getByRole('link', { name: /^Download the export of/ });
  const path = new URL((await link.getAttribute('href'))!).pathname;
  const archive = Bun.gunzipSync(await (await fetch(stage.server.url + path)).arrayBuffer());
  return Buffer.from(archive).toString('latin1');
}

describe.skipIf(!hasBrowser)('the data of one person in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    const { ada, dara, eli } = stage.cast;
    await ada.subscribe({
      subscriptions: [{ name: 'kitchen' }],
      principals: [ada.user_id, dara.user_id, eli.user_id],
    });
    const say = (who: typeof dara, content: string) =>
      who.sendMessage({ type: 'channel', to: 'kitchen', topic: 'lunch', content });
    await say(dara, 'Soup from Dara');
    await say(eli, 'Bread from Eli');
  }, 60_000);
  afterAll(() => stage?.stop(), 30_000);

  it('[PD13] is downloaded by the person, with progress, and the archive can be deleted', async () => {
    const { ada, dara } = stage.cast;
    const page = await stage.open('#settings/account', dara, PHONE);
    const text = await downloaded(page, 'Download my data');
    expect(text).toContain('Soup from Dara');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: /^Delete the export of/ }).click();
    await page.getByText('Deleted', { exact: true }).waitFor();
    await page.getByText('Only an administrator can permanently delete your account.').waitFor();
    await ada.updateRealm({ personal_exports_disabled: true });
    await page.getByText('Ask an administrator for an archive of your data.').waitFor();
    await ada.updateRealm({ personal_exports_disabled: false });
    await page.context().close();
  }, 60_000);

  it('[PD13] is exported and erased by an administrator, and everybody sees a deleted user', async () => {
    const { ada, dara, eli } = stage.cast;
    const reader = await stage.open('#narrow/channel/kitchen', eli);
    await reader.getByText('Soup from Dara').waitFor();
    const page = await stage.open('#organization/users', ada);
    await page.getByRole('button', { name: `Manage ${dara.full_name}` }).click();
    const text = await downloaded(page, 'Export their data');
    expect(text).toContain('Soup from Dara');
    await page.getByText('Only what every member can read.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete account…' }).click();
    const asking = page.getByRole('dialog', { name: `Delete the account of ${dara.full_name}?` });
    const act = asking.getByRole('button', { name: 'Delete account' });
    expect(await act.isDisabled()).toBe(true);
    await asking.getByLabel(/to confirm$/).fill(dara.full_name);
    expect(await barriers(page)).toEqual([]);
    await act.click();
    await asking.waitFor({ state: 'detached' });
    await reader.getByText('Deleted user').first().waitFor();
    await reader.getByText('Soup from Dara').waitFor();
    expect(await reader.getByText(dara.full_name).count()).toBe(0);
    await page.context().close();
    await reader.context().close();
  }, 60_000);

  it('[PD13] can be deleted with its messages by the person, where the organization allows it', async () => {
    const { ada, eli } = stage.cast;
    await ada.updateRealm({ enable_account_erasure: true });
    const reader = await stage.open('#narrow/channel/kitchen', ada);
    await reader.getByText('Bread from Eli').waitFor();
    const page = await stage.open('#settings/account', eli);
    await page.getByRole('button', { name: 'Delete my account…' }).click();
    const asking = page.getByRole('dialog', { name: 'Delete your account?' });
    await asking.getByRole('radio', { name: /^Delete messages and files/ }).check();
    await asking.getByLabel(/to confirm$/).fill(eli.full_name);
    await asking.getByRole('button', { name: 'Delete account' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await reader.getByText('Bread from Eli').waitFor({ state: 'detached' });
    await page.context().close();
    await reader.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
