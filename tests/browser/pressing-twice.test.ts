// Double clicks in a real browser, while the server takes its time.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type EmptyServer, type FakeMail, startEmptyServer, startFakeMail } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let mail: FakeMail;
let empty: EmptyServer;

/** Holds back the calls of a path and counts them. */
async function slow(page: Page, path: string): Promise<() => number> {
  let calls = 0;
  await page.route(`**/api/v1/${path}`, async (route) => {
    if (route.request().method() !== 'GET') {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    await route.continue();
  });
  return () => calls;
}

describe.skipIf(!hasBrowser)('a double click', () => {
  beforeAll(async () => {
    mail = await startFakeMail();
    [stage, empty] = await Promise.all([openStage(), startEmptyServer({ smtp_url: mail.url })]);
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
    await empty?.stop();
    await mail?.stop();
  }, 30_000);

  it('[WB258] the first set-up names the field that was refused and what it may not contain, and focuses it', async () => {
    const page = await stage.visit(`${empty.url}/#setup/${await empty.app.setupKey()}`);
    const name = page.getByLabel('Full name');
    await page.getByLabel('Organization name').fill('Test');
    await name.fill('Ada <b>');
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('eleven quiet lanterns');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'full_name');
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    const said = await name.evaluate(
      (field) => document.getElementById(field.getAttribute('aria-describedby')!)!.textContent,
    );
    expect(said).toContain('>');
    expect(await page.getByText(said!).count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB243] [WB244] invites everybody once after the setup, and says who was not invited', async () => {
    const page = await stage.visit(`${empty.url}/#setup/${await empty.app.setupKey()}`);
    await page.getByLabel('Organization name').fill('The garden');
    await page.getByLabel('Full name').fill('Ada Owner');
    await page.getByLabel('Email address').fill('ada@a.example');
    await page.getByLabel('Password', { exact: true }).fill('eleven quiet lanterns');
    await page.getByRole('button', { name: 'Create organization' }).click();
    const field = page.getByLabel('Invite by email');
    const button = page.getByRole('button', { name: 'Send invitations' });
    const invitations = await slow(page, 'invites');
    await field.fill('bela@a.example, chen@a.example');
    await button.dblclick();
    await page.getByText('Invitations sent').first().waitFor();
    expect(invitations()).toBe(1);
    // The form can be used again.
    await field.fill('ada@a.example');
    await button.click();
    await page.getByRole('alert').getByText('ada@a.example: ').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB243] reacts once and ends a session once, without a failure', async () => {
    const { ada, dara } = stage.cast;
    await ada.subscribe({ subscriptions: [{ name: 'plans' }], principals: [ada.user_id, dara.user_id] });
    const { stream_id } = await ada.getStreamId({ stream: 'plans' });
    const { id } = await ada.sendMessage({ type: 'channel', to: 'plans', topic: 'twice', content: 'Agreed?' });
    await ada.addReaction({ message_id: id, emoji_name: 'thumbs_up' });
    const page = await stage.open(`#narrow/channel/${stream_id}/topic/twice`, dara);
    const reactions = await slow(page, 'messages/*/reactions*');
    await page.locator('.reaction').dblclick();
    await page.locator('.reaction.mine').waitFor();
    expect(reactions()).toBe(1);
    const password = `${dara.full_name} signs in`;
    await stage.server.client().createSession({ username: dara.email, password, device_name: 'Old phone' });
    await page.goto(`${stage.server.url}/#settings/sessions`);
    const sessions = await slow(page, 'sessions/*');
    await page.getByRole('button', { name: 'Sign out Old phone' }).dblclick();
    await page.getByText('Old phone was signed out').waitFor();
    expect(sessions()).toBe(1);
    expect(await page.locator('.notice').allTextContents()).toEqual(['Old phone was signed out.']);
    await page.context().close();
  }, 60_000);

  it('[WB1081] a slow answer is waited for visibly, in a list and in a dialog', async () => {
    const { ada, dara } = stage.cast;
    await ada.subscribe({ subscriptions: [{ name: 'slow' }], principals: [ada.user_id, dara.user_id] });
    await dara.sendMessage({ type: 'channel', to: 'slow', topic: 'unread', content: 'Read me' });
    const { stream_id } = await ada.getStreamId({ stream: 'slow' });
    await ada.sendMessage({ type: 'channel', to: 'slow', topic: 'star', content: 'Shiny' });
    const page = await stage.open(`#narrow/channel/${stream_id}/topic/star`, ada);
    let answer = () => {};
    await page.route('**/api/v1/messages/flags', async (route) => {
      if (route.request().postData()?.includes('starred'))
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      await route.continue();
    });
    const bar = page.locator('.working-bar');
    await page.getByText('Shiny').hover();
    await page.getByRole('button', { name: 'Star', exact: true }).click();
    await bar.waitFor();
    expect(await bar.textContent()).toBe('Waiting for the server…');
    expect(await barriers(page)).toEqual([]);
    answer();
    await bar.waitFor({ state: 'detached' });
    await page.route('**/api/v1/messages/flags/narrow', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await page.goto(`${stage.server.url}/#inbox`);
    await page.locator('.mark-all').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('button[type=submit]').click();
    await bar.waitFor();
    const { x, y } = (await bar.boundingBox())!;
    expect([x, y]).toEqual([0, 0]);
    answer();
    await dialog.waitFor({ state: 'detached' });
    await bar.waitFor({ state: 'detached' });
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
