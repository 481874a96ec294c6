// Where the focus goes when what has it is removed. By keyboard alone.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let ada: Page;
let channel_id: number;

const go = (hash: string) =>
  ada.evaluate((to) => {
    location.hash = to;
  }, hash);
const topic = (name: string) => `#narrow/channel/${channel_id}/topic/${name}`;
const send = async (name: string, content: string) =>
  (await cast.ada.sendMessage({ type: 'channel', to: 'kitchen', topic: name, content })).id;
const message = (text: string) => ada.locator('article', { hasText: text });
const main = () => ada.locator('#main');
/** Waits until the focus is in an element. */
const focusIn = (selector: string, text: string) =>
  ada.waitForFunction(
    ([within, words]) => document.activeElement?.closest(within!)?.textContent?.includes(words!),
    [selector, text],
  );
/** Presses a control that the keyboard reaches, by keyboard. */
async function press(name: string | RegExp, at = 0): Promise<void> {
  await main().getByRole('button', { name }).nth(at).focus();
  await ada.keyboard.press('Enter');
}
async function choose(item: string | RegExp): Promise<void> {
  const line = ada.getByRole('menuitem', { name: item });
  const hasFocus = () => line.evaluate((element) => element === document.activeElement);
  // A menu that has just opened moves the focus to its first line.
  do {
    await line.focus();
    await Bun.sleep(50);
  } while (!(await hasFocus()));
  await ada.keyboard.press('Enter');
}
async function confirm(name: string): Promise<void> {
  await ada.getByRole('dialog').getByRole('button', { name, exact: true }).focus();
  await ada.keyboard.press('Enter');
  await ada.getByRole('dialog').waitFor({ state: 'detached' });
}

async function deleteFocused(text: string): Promise<void> {
  await ada.waitForFunction(() => document.activeElement?.querySelector('.toolbar'));
  // A dialog that has just closed gives the focus back once more, which closes a menu opened meanwhile.
  await Bun.sleep(100);
  await ada.keyboard.press('i');
  await choose('Delete');
  await confirm('Delete');
  await message(text).waitFor({ state: 'detached' });
}

describe.skipIf(!hasBrowser)('the focus', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    for (const name of ['kitchen', 'garden', 'harbour'])
      await cast.ada.createStream({ name, description: '', subscribers: [cast.ada.user_id, cast.dara.user_id] });
    channel_id = (await cast.ada.getStreamId({ stream: 'kitchen' })).stream_id;
    for (const text of ['Course one', 'Course two', 'Course three']) await send('lunch', text);
    ada = await stage.open(topic('lunch'), cast.ada);
    await ada.locator('.compose textarea').waitFor();
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB198] moves from a deleted message to the next, then to the one before, then to the composer', async () => {
    await message('Course two').waitFor();
    await ada.locator('[data-message-list]').press('Home');
    await ada.keyboard.press('j');
    await focusIn('article', 'Course two');
    await deleteFocused('Course two');
    await focusIn('article', 'Course three');
    await deleteFocused('Course three');
    await focusIn('article', 'Course one');
    await deleteFocused('Course one');
    await ada.waitForFunction(() => document.activeElement?.matches('.compose textarea'));
  }, 40_000);

  it('[WB198] moves from a message that others delete or move away', async () => {
    const ids: number[] = [];
    for (const text of ['Bread', 'Butter', 'Salt', 'Pepper']) ids.push(await send('shop', text));
    await go(topic('shop'));
    await message('Pepper').waitFor();
    await ada.locator('[data-message-list]').press('Home');
    await focusIn('article', 'Bread');
    await cast.ada.removeMessage({ message_id: ids[0]! as never });
    await focusIn('article', 'Butter');
    await cast.ada.editMessage({ message_id: ids[1]! as never, topic: 'later', propagate_mode: 'change_one' });
    await focusIn('article', 'Salt');
  }, 40_000);

  it('[WB198] stays in the lists of drafts, scheduled messages and reminders', async () => {
    await cast.ada.createDrafts({
      drafts: ['ash', 'birch', 'cedar'].map((name) => ({
        type: 'stream' as const,
        to: [channel_id],
        topic: name,
        content: `About ${name}`,
      })),
    });
    await go('#drafts');
    const draft = main().locator('.deferred-row');
    await draft.nth(2).waitFor();
    const [first, second, third] = (await draft.allTextContents()).map((text) => /About (\w+)/.exec(text)![1]!);
    await press(/^Discard/, 1);
    await focusIn('.deferred-row', `About ${third}`);
    await ada.keyboard.press('Enter');
    await focusIn('.deferred-row', `About ${first}`);
    expect(await main().getByText(`About ${second}`).count()).toBe(0);
    await ada.keyboard.press('Enter');
    await main().getByText('No drafts').first().waitFor();
    await ada.waitForFunction(() => document.activeElement?.id === 'main');

    const soon = Math.floor(Date.now() / 1000) + 86_400;
    for (const content of ['Later one', 'Later two'])
      await cast.ada.createScheduledMessage({
        type: 'channel',
        to: channel_id,
        topic: 'lunch',
        content,
        scheduled_delivery_timestamp: soon,
      } as never);
    await go('#scheduled');
    await draft.nth(1).waitFor();
    await press(/^(Delete|Cancel|Discard)/);
    await draft.nth(1).waitFor({ state: 'detached' });
    await focusIn('.deferred-row', 'Later');
  }, 40_000);

  it('[WB198] stays in the sidebar when a channel leaves it', async () => {
    const sidebar = ada.locator('#sidebar');
    const menu = sidebar.getByRole('button', { name: 'Actions for garden', exact: true });
    await menu.focus();
    await ada.keyboard.press('Enter');
    await choose('Unsubscribe');
    await menu.waitFor({ state: 'detached' });
    await ada.waitForFunction(() => document.activeElement?.closest('#sidebar') !== null);
  }, 30_000);

  it('[WB198] stays in the inbox when a conversation is read or muted there', async () => {
    for (const name of ['one', 'two', 'three'])
      await cast.dara.sendMessage({ type: 'channel', to: 'harbour', topic: name, content: `Boat ${name}` });
    await go('#inbox');
    const row = (name: string) => main().locator('.conversation', { hasText: name });
    await row('Boat three').waitFor();
    const names = (await main().locator('.conversation', { hasText: 'Boat' }).allTextContents()).map(
      (text) => /Boat (\w+)/.exec(text)![1]!,
    );
    await row(`Boat ${names[0]}`).getByRole('button').last().focus();
    await ada.keyboard.press('Enter');
    await choose('Mark as read');
    await row(`Boat ${names[0]}`).waitFor({ state: 'detached' });
    await focusIn('.conversation', `Boat ${names[1]}`);
  }, 30_000);

  it('[WB198] stays in lists of settings', async () => {
    await cast.ada.addAlertWords({ alert_words: ['anchor', 'bell', 'compass'] });
    await go('#settings/alert-words');
    await press('Remove “bell”');
    await main().getByText('bell', { exact: true }).waitFor({ state: 'detached' });
    await focusIn('li, tr, .entry', 'compass');
    for (const title of ['Alpha', 'Beta']) await cast.ada.createSavedSnippet({ title, content: title });
    await go('#settings/snippets');
    await press('Delete Alpha');
    await confirm('Delete');
    await main().getByText('Alpha').first().waitFor({ state: 'detached' });
    await focusIn('li, tr, .entry', 'Beta');
  }, 40_000);

  it('[WB198] stays in lists of channels, subscribers and topics', async () => {
    await go(`#channels/${channel_id}/kitchen/subscribers`);
    await main()
      .getByRole('button', { name: /^Remove/ })
      .first()
      .waitFor();
    await press(/^Remove/);
    await ada.waitForFunction(() => document.activeElement !== document.body && document.activeElement !== null);
    if ((await ada.getByRole('dialog').count()) > 0) await ada.keyboard.press('Escape');

    for (const name of ['north', 'south', 'west']) await send(name, `About ${name}`);
    await go(`#topics/channel/${channel_id}`);
    const row = (name: string) => main().locator('.conversation', { hasText: name });
    await row('south').getByRole('button').last().focus();
    await ada.keyboard.press('Enter');
    await choose(/^Delete/);
    await confirm('Delete topic');
    await row('south').waitFor({ state: 'detached' });
    await focusIn('.conversation', 'north');
  }, 40_000);

  it('[WB198] returns to what opened a dialog that was closed', async () => {
    for (const [hash, opener] of [
      ['#settings/snippets', 'New snippet'],
      ['#settings/account', 'Change password'],
    ] as const) {
      await go(hash);
      await press(opener);
      await ada.getByRole('dialog').waitFor();
      await ada.keyboard.press('Escape');
      await ada.getByRole('dialog').waitFor({ state: 'detached' });
      await ada.waitForFunction((name) => document.activeElement?.textContent?.includes(name), opener);
    }
  }, 30_000);

  it('[WB807] moves to what takes the place of a button, else to the page', async () => {
    const { ada: owner } = cast;
    const { group_id } = await owner.createUserGroup({ name: 'rowers', description: '', members: [owner.user_id] });
    await go(`#groups/${group_id}`);
    await press('Leave');
    await focusIn('button', 'Join');
    await press('Join');
    await focusIn('button', 'Leave');
    await press('Deactivate group');
    await confirm('Deactivate group');
    await main().getByRole('button', { name: 'Reactivate group' }).waitFor();
    await ada.waitForFunction(() => document.activeElement?.id === 'main');
    await owner.updateSettings({ timezone: 'Asia/Tokyo' });
    await go('#settings/profile');
    await press(/^Use this device’s time zone/);
    await ada.getByText('Saved').first().waitFor();
    await ada.waitForFunction(() => document.activeElement?.id === 'main');
    await owner.updateSettings({ timezone: 'Asia/Tokyo' });
    const here = main().getByRole('button', { name: /^Use this device’s time zone/ });
    await here.waitFor();
    await ada.route('**/api/v1/settings', (route) => route.abort());
    await here.click();
    await ada.getByText('Can’t reach the server.').first().waitFor();
    await ada.unroute('**/api/v1/settings');
  }, 40_000);

  it('[WB1057] moves to what takes the place of a button in a dialog, else stays in the dialog', async () => {
    await go('#organization/users');
    await press(/Manage Eli/);
    const dialog = ada.getByRole('dialog', { name: 'Manage Eli Member' });
    const inDialog = () =>
      ada.evaluate(() => document.activeElement?.closest('[role=dialog]')?.textContent?.includes('Manage Eli'));
    for (const [name, then] of [
      ['Deactivate account…', 'Reactivate account'],
      ['Reactivate account', 'Deactivate account…'],
    ] as const) {
      await dialog.getByRole('button', { name }).press('Enter');
      if (name.startsWith('Deactivate'))
        await ada.getByRole('dialog', { name: 'Deactivate Eli Member?' }).locator('.danger').press('Enter');
      await dialog.getByRole('button', { name: then }).waitFor();
      await ada.waitForTimeout(100);
      expect(await inDialog()).toBe(true);
    }
    await dialog.getByRole('button', { name: 'Create password reset link' }).press('Enter');
    await dialog.getByRole('button', { name: 'Copy link' }).waitFor();
    await ada.waitForTimeout(100);
    expect(await inDialog()).toBe(true);
    await ada.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focusIn('button', 'Manage');
  }, 40_000);

  it('[WB962] stays on a button that is disabled while its action runs', async () => {
    await go('#settings/account');
    await press('Switch on…');
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
    const button = dialog.getByRole('button', { name: 'Switch on' });
    // A refusal that is about no field; one that is takes the focus there. [WB254]
    const enabling = '**/api/v1/users/me/two_factor/**';
    await ada.route(enabling, (route) => route.abort());
    for (const way of ['mouse', 'keyboard']) {
      if (way === 'mouse') await button.click();
      else await ada.keyboard.press('Enter');
      await dialog.getByText('Can’t reach the server.').waitFor();
      await ada.waitForFunction(() => document.activeElement?.textContent === 'Switch on');
      await dialog.getByRole('textbox', { name: 'Code' }).fill('111111');
      await button.focus();
    }
    await ada.unroute(enabling);
    await button.click();
    await dialog.getByText('This code is wrong').waitFor();
    await ada.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'one-time-code');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
