// What organizations and readers have set, in a real browser: logos, guests, calls, previews, lists of people.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { samplePicture } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** A picture of 1200 by 900. */
async function large(page: Page): Promise<File> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 1200, height: 900 });
    canvas.getContext('2d')!.fillRect(100, 100, 600, 600);
    return canvas.toDataURL('image/png');
  });
  return new File([Buffer.from(url.split(',')[1]!, 'base64')], 'large.png', { type: 'image/png' });
}

describe.skipIf(!hasBrowser)('what is set, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB106] the logo for the theme replaces the name', async () => {
    const { ada, dara } = stage.cast;
    const page = await stage.open('#inbox', dara);
    const head = page.locator('.sidebar-head');
    await head.locator('.realm-name').waitFor();
    await ada.uploadRealmLogo({ night: false }, { file: samplePicture('plain.png') });
    const logo = head.locator('img.realm-logo');
    await logo.waitFor();
    const day = await logo.getAttribute('src');
    expect(await logo.getAttribute('alt')).toBe((await ada.getServerSettings()).realm_name!);
    await ada.uploadRealmLogo({ night: true }, { file: samplePicture('small.jpg') });
    await dara.updateSettings({ color_scheme: 2 });
    await page.waitForFunction(
      (before) => document.querySelector('img.realm-logo')!.getAttribute('src') !== before,
      day,
    );
    expect(await barriers(page)).toEqual([]);
    await dara.updateSettings({ color_scheme: 1 });
    await page.waitForFunction(
      (before) => document.querySelector('img.realm-logo')!.getAttribute('src') === before,
      day,
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(
      (before) => document.querySelector('img.realm-logo')!.getAttribute('src') !== before,
      day,
    );
    await ada.deleteRealmLogo({ night: false });
    await ada.deleteRealmLogo({ night: true });
    await head.locator('.realm-name').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB106] guests are marked, and writers to a guest are warned, if the organization wants it', async () => {
    const { ada, dara, finn } = stage.cast;
    await finn.sendMessage({ type: 'direct', to: [dara.user_id], content: 'Only visiting' });
    const page = await stage.open(`#narrow/dm/${finn.user_id}`, dara, PHONE);
    const row = page.locator('article', { hasText: 'Only visiting' });
    await row.locator('.message-head .tag', { hasText: 'guest' }).waitFor();
    await page.locator('.view-title .tag', { hasText: 'guest' }).waitFor();
    await page.getByRole('textbox', { name: /^Message/ }).fill('Welcome');
    await page.getByText(`${finn.full_name} is a guest in this organization.`).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await ada.updateRealm({ enable_guest_user_indicator: false, enable_guest_user_dm_warning: false });
    await row.locator('.message-head .tag').waitFor({ state: 'detached' });
    await page.getByText(`${finn.full_name} is a guest`).waitFor({ state: 'detached' });
    await ada.updateRealm({ enable_guest_user_indicator: true, enable_guest_user_dm_warning: true });
    await page.context().close();
  }, 60_000);

  it('[WB105] a call takes one click if the organization has a provider', async () => {
    const { ada, dara } = stage.cast;
    await ada.updateRealm({ jitsi_server_url: 'https://calls.example' });
    const page = await stage.open(`#narrow/dm/${ada.user_id}`, dara, PHONE);
    await page.getByRole('button', { name: 'Insert' }).click();
    const call = page.getByRole('menuitem', { name: 'Video call' });
    await call.click();
    const field = page.getByRole('textbox', { name: /^Message/ });
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value !== '');
    expect(await field.inputValue()).toMatch(/^\[Join the video call\]\(https:\/\/calls\.example\/[0-9a-f]{32}\)/);
    await ada.updateRealm({ video_chat_provider: 0 });
    await page.getByRole('button', { name: 'Insert' }).click();
    await page.getByRole('menuitem', { name: 'Saved snippets' }).waitFor();
    await call.waitFor({ state: 'detached' });
    await ada.updateRealm({ video_chat_provider: 1, jitsi_server_url: 'default' });
    await page.context().close();
  }, 60_000);

  it('[WB100] says why direct messages are not allowed', async () => {
    const { ada, dara, eli } = stage.cast;
    const { direct_message_permission_group: old } = await permissions();
    const page = await stage.open(`#narrow/dm/${eli.user_id}`, dara);
    await page.getByRole('textbox', { name: /^Message/ }).waitFor();
    const group = (await ada.getUserGroups()).user_groups.find(({ name }) => name === 'role:administrators')!.id;
    await ada.updateRealm({ direct_message_permission_group: { new: group } });
    await page.getByText('no one in this conversation can authorize them').waitFor();
    await page.goto(`${stage.server.url}/#narrow/dm/${ada.user_id}`);
    await page.getByText('no one in this conversation can authorize them').waitFor({ state: 'detached' });
    await ada.updateRealm({ direct_message_permission_group: { new: old } });
    await page.context().close();

    async function permissions() {
      const state = await ada.registerQueue({ fetch_event_types: ['realm'], event_types: [] });
      return { direct_message_permission_group: state.realm_direct_message_permission_group as number };
    }
  }, 60_000);

  it('[WB100] the size of pictures and the list of people follow settings at once', async () => {
    const { ada, bela, dara } = stage.cast;
    await bela.updateStatus({ status_text: 'Counting spoons' });
    await bela.updatePresence({ status: 'active' });
    const page = await stage.open(`#narrow/dm/${ada.user_id}`, dara);
    const { url } = await ada.uploadFile({}, { file: await large(page) });
    await ada.sendMessage({ type: 'direct', to: [dara.user_id], content: `[A picture](${url})` });
    const picture = page.locator('article img[data-file]');
    await picture.waitFor();
    const shown = (height: number) =>
      page.waitForFunction(
        (wanted) => document.querySelector<HTMLImageElement>('article img[data-file]')?.height === wanted,
        height,
      );
    await shown(288);
    await ada.updateRealm({ media_preview_size: 150 });
    await shown(432);
    await ada.updateRealm({ media_preview_size: 100 });

    const line = page.locator('.people-row', { hasText: bela.full_name });
    await line.getByText('Counting spoons').waitFor();
    expect(await line.locator('.avatar').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await dara.updateSettings({ user_list_style: 3 });
    await line.locator('.avatar').waitFor();
    await dara.updateSettings({ user_list_style: 1 });
    await line.getByText('Counting spoons').waitFor({ state: 'detached' });
    expect(await line.locator('.avatar').count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it("[WB102] errors of the server are shown in the reader's language", async () => {
    const { eli } = stage.cast;
    await eli.updateSettings({ default_language: 'de' });
    const page = await stage.open('#settings/profile', eli);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Eli *');
    await name.press('Enter');
    await page.getByText('Dieser Name darf weder').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
