// One person in two tabs of a browser: what one tab writes, sends and ends is there in the other.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Page } from 'playwright-core';
import { hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let first: Page;
let second: Page;
let address: string;

const field = (page: Page) => page.locator('.compose textarea');
const holds = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value === wanted,
    text,
  );

describe.skipIf(!hasBrowser)('two tabs', () => {
  beforeAll(async () => {
    stage = await openStage();
    const { ada, dara } = stage.cast;
    await ada.createStream({ name: 'kitchen', description: '', subscribers: [ada.user_id, dara.user_id] });
    const { stream_id } = await ada.getStreamId({ stream: 'kitchen' });
    await ada.sendMessage({ type: 'channel', to: 'kitchen', topic: 'lunch', content: 'Who is in?' });
    address = `${stage.server.url}/#narrow/channel/${stream_id}/topic/lunch`;
    first = await stage.visit(address);
    await first.getByLabel('Email address').fill(dara.email);
    await first.getByLabel('Password', { exact: true }).fill(`${dara.full_name} signs in`);
    await first.getByRole('button', { name: 'Sign in' }).click();
    await field(first).waitFor();
    second = await first.context().newPage();
    await second.goto(address);
    await field(second).waitFor();
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB200] share a draft, which either continues', async () => {
    await field(first).fill('Half');
    await holds(second, 'Half');
    await field(second).fill('Half past');
    await holds(first, 'Half past');
    await field(first).fill('Half past twelve');
    await holds(second, 'Half past twelve');
    const { drafts } = await stage.cast.dara.getDrafts();
    expect(drafts.map(({ content }) => content)).toEqual(['Half past twelve']);
  }, 40_000);

  it('[WB1070] lose nothing that both write at once', async () => {
    await field(first).fill('The blue one');
    await field(second).fill('The red one');
    const contents = async () => (await stage.cast.dara.getDrafts()).drafts.map(({ content }) => content).sort();
    for (let tries = 0; tries < 50 && (await contents()).length < 2; tries++) await Bun.sleep(100);
    await Bun.sleep(1500);
    expect(await contents()).toEqual(['The blue one', 'The red one']);
    for (const { id } of (await stage.cast.dara.getDrafts()).drafts.slice(1))
      await stage.cast.dara.deleteDraft({ draft_id: id });
    await field(second).fill('Half past twelve');
    await holds(first, 'Half past twelve');
  }, 40_000);

  it('[WB200] show what one of them sends once, and nothing is left to send in the other', async () => {
    await field(second).press('Control+Enter');
    await first.locator('article:not(.outgoing)', { hasText: 'Half past twelve' }).waitFor();
    await holds(first, '');
    await second.locator('article:not(.outgoing)', { hasText: 'Half past twelve' }).waitFor();
    for (const page of [first, second])
      expect(await page.locator('article', { hasText: 'Half past twelve' }).count()).toBe(1);
    while ((await stage.cast.dara.getDrafts()).count > 0) await Bun.sleep(20);
  }, 40_000);

  it('[WB200] are signed out together', async () => {
    await first.getByRole('button', { name: 'Your account' }).click();
    await first.getByRole('menuitem', { name: 'Sign out' }).click();
    await first.getByLabel('Email address').waitFor();
    await second.getByLabel('Email address').waitFor();
    expect(await second.evaluate(() => localStorage.getItem('stoa.session'))).toBeNull();
    expect(await second.getByText('Who is in?').count()).toBe(0);
  }, 40_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
