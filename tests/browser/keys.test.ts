// Keys and menus that act on a message or a topic: what they open, what they say, where the focus is afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { composeField, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let page: Page;
let channel_id: number;

const focusIn = (selector: string, text = '') =>
  page.waitForFunction(
    ([within, words]) => document.activeElement?.closest(within!)?.textContent?.includes(words!),
    [selector, text],
  );
const send = (content: string) => cast.chen.sendMessage({ type: 'channel', to: 'kitchen', topic: 'lunch', content });
const policy = async () => {
  const { user_topics } = await cast.ada.registerQueue({ event_types: ['user_topic'] });
  return (user_topics as { visibility_policy: number }[] | undefined)?.[0]?.visibility_policy ?? 0;
};
async function becomes(wanted: number): Promise<void> {
  for (let left = 100; (await policy()) !== wanted; left--) {
    if (left === 0) throw new Error(`the policy is not ${wanted}`);
    await Bun.sleep(50);
  }
}

describe.skipIf(!hasBrowser)('keys and menus', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.createStream({
      name: 'kitchen',
      description: '',
      subscribers: [cast.ada.user_id, cast.chen.user_id],
    });
    channel_id = (await cast.ada.getStreamId({ stream: 'kitchen' })).stream_id;
    for (const text of ['Course one', 'Course two', 'Course three']) await send(text);
    page = await stage.open(`#narrow/channel/${channel_id}/topic/lunch`, cast.ada);
    await composeField(page).waitFor();
    await page.locator('article', { hasText: 'Course three' }).waitFor();
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB255] U shows the profile of the author of every message, also of a later one of a group', async () => {
    await page.locator('#main').focus();
    await page.keyboard.press('End');
    await focusIn('article', 'Course three');
    await page.keyboard.press('u');
    const card = page.getByRole('dialog', { name: cast.chen.full_name });
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await focusIn('article', 'Course three');
    await page.keyboard.press('Home');
    await focusIn('article', 'Course one');
    await page.keyboard.press('u');
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  }, 30_000);

  it('[WB1015] Escape in the composer leads back to the messages', async () => {
    await page.locator('#main').focus();
    await page.keyboard.press('End');
    await focusIn('article.selected', 'Course three');
    await page.keyboard.press('Escape');
    await page.locator('article.selected').waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await focusIn('.compose-field');
    await page.keyboard.type('Course four?');
    await page.keyboard.press('Control+Enter');
    await page.locator('article:not(.outgoing)', { hasText: 'Course four?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.matches('[data-message-list]'));
    await page.keyboard.press('k');
    await focusIn('article.selected', 'Course four?');
    await page.keyboard.press('k');
    await focusIn('article.selected', 'Course three');
    await page.keyboard.press('r');
    await focusIn('.compose-field');
    await page.keyboard.press('Escape');
    await focusIn('article.selected', 'Course three');
    await page.keyboard.press('Escape');
  }, 30_000);

  it('[WB256] Escape returns from the menus of the composer to their buttons, a choice to the text', async () => {
    await composeField(page).fill('bold');
    for (const name of ['Formatting', 'Insert']) {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.getByRole('menuitem').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await focusIn('button', name);
    }
    await composeField(page).selectText();
    await page.getByRole('button', { name: 'Formatting', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Strikethrough' }).click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await Bun.sleep(200);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    expect(await composeField(page).inputValue()).toBe('~~bold~~');
    await composeField(page).fill('');
    await page.keyboard.press('Escape');
  }, 30_000);

  it('[WB257] keys that change what is not on the screen say so, and muting can be undone', async () => {
    await page.locator('#main').focus();
    const notices = page.getByRole('status').filter({ has: page.locator('.notice') });
    await page.keyboard.press('Shift+M');
    await notices.getByText('lunch is now muted').waitFor();
    await becomes(1);
    await page.keyboard.press('Shift+M');
    await notices.getByText('lunch is no longer muted').waitFor();
    await becomes(2);
    await page.keyboard.press('Shift+M');
    await notices.getByText('lunch is now muted').waitFor();
    expect(await page.locator('.notice').count()).toBe(1);
    await notices.getByRole('button', { name: 'Undo' }).click();
    await becomes(2);
    await page.locator('#main').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+U');
    await notices.getByText('Marked as unread').waitFor();
  }, 30_000);

  it('[WB259] marks mentions of the reader, of everybody, of their groups and of a topic they take part in', async () => {
    const create = (name: string, members: number[]) =>
      cast.ada.createUserGroup({ name, description: '', members: members as never });
    const { group_id } = await create('cooks', [cast.ada.user_id]);
    const { group_id: outer } = await create('staff', [cast.chen.user_id]);
    await cast.ada.updateUserGroupSubgroups({ user_group_id: outer, add: [group_id] });
    await create('guests', [cast.chen.user_id]);
    await cast.ada.sendMessage({ type: 'channel', to: 'kitchen', topic: 'lunch', content: 'I take part' });
    await send('Course four for @*cooks* @*staff* @*guests* @_*cooks* @**topic**');
    const row = page.locator('article', { hasText: 'Course four' });
    await row.locator('.topic-mention.to-me').waitFor();
    expect(await row.locator('.to-me').allTextContents()).toEqual(['@cooks', '@staff', '@topic']);
    await page.goto(`${stage.server.url}/#narrow/channel/${channel_id}/topic/supper`);
    await cast.chen.sendMessage({ type: 'channel', to: 'kitchen', topic: 'supper', content: 'At six, @**topic**' });
    const other = page.locator('article', { hasText: 'At six' });
    await other.locator('.topic-mention').waitFor();
    expect(await other.locator('.to-me').count()).toBe(0);
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
