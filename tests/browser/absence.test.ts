// A page that stays open while its reader goes and comes back.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { composeField, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const send = (topic: string, content: string, sender = cast.chen) =>
  sender.sendMessage({ type: 'channel', to: 'night', topic, content });
const message = (page: Page, text: string) => page.locator('article:not(.outgoing)', { hasText: text }).last();

/** As if another window covered the page, or only had the focus. */
const leave = (page: Page, hidden: boolean) =>
  page.evaluate((is_hidden) => {
    document.hasFocus = () => false;
    if (is_hidden) Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    dispatchEvent(new Event('blur'));
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
const comeBack = (page: Page) =>
  page.evaluate(() => {
    Reflect.deleteProperty(document, 'hasFocus');
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('focus'));
  });
/** The text of the message below the line, and whether the line is on the screen. */
const newLine = (page: Page) =>
  page.evaluate(() => {
    const line = document.querySelector('.row-new');
    const frame = document.querySelector('[data-message-list]')!.getBoundingClientRect();
    const box = line?.getBoundingClientRect();
    const below = [...document.querySelectorAll('article .rendered')].find(
      (text) => box && text.getBoundingClientRect().top > box.top,
    );
    return {
      below: below?.textContent?.trim(),
      is_shown: !!box && box.top >= frame.top - 1 && box.bottom <= frame.bottom,
    };
  });
const newLineBecomes = async (page: Page, wanted: { below: string; is_shown: boolean }) => {
  for (let left = 60; ; left--) {
    const now = await newLine(page);
    if (Bun.deepEquals(now, wanted)) return;
    if (left === 0) expect(now).toEqual(wanted);
    await Bun.sleep(50);
  }
};
const isAtEnd = (page: Page) =>
  page.locator('[data-message-list]').evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight < 100);

describe.skipIf(!hasBrowser)('a page that stays open', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const principals = [cast.ada, cast.chen, cast.dara].map(({ user_id }) => user_id);
    await cast.ada.subscribe({ subscriptions: [{ name: 'night' }], principals });
    channel_id = (await cast.ada.getStreamId({ stream: 'night' })).stream_id;
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB1019] the line of new messages is where the reader left off', async () => {
    for (let at = 0; at < 20; at++) await send('desk', `evening ${at}`);
    const page = await stage.open(topicHash('desk'), cast.dara);
    await page.locator('[data-message-list]').press('End');
    await message(page, 'evening 19').waitFor();
    await composeField(page).fill('Good night');
    await composeField(page).press('Control+Enter');
    await message(page, 'Good night').waitFor();
    await leave(page, true);
    for (let at = 0; at < 30; at++) await send('desk', `night ${at}`);
    await message(page, 'night 29').waitFor();
    expect(await isAtEnd(page)).toBe(true);
    await comeBack(page);
    await newLineBecomes(page, { below: 'night 0', is_shown: true });
    await page.locator('[data-message-list]').press('End');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('night 29'));
    // The list goes on to position itself for a moment.
    await Bun.sleep(300);
    // Again, and only looked away from for a moment: the list stays at its end.
    await leave(page, false);
    for (let at = 0; at < 3; at++) await send('desk', `morning ${at}`);
    await message(page, 'morning 2').waitFor();
    await comeBack(page);
    await newLineBecomes(page, { below: 'morning 0', is_shown: true });
    expect(await isAtEnd(page)).toBe(true);
    // What comes while they look has no line.
    await send('desk', 'noon');
    await message(page, 'noon').waitFor();
    await newLineBecomes(page, { below: 'morning 0', is_shown: true });
    await page.context().close();
  }, 60_000);

  it('[WB1019] the line of new messages is where the reader was when the computer slept', async () => {
    for (let at = 0; at < 20; at++) await send('sleep', `evening ${at}`);
    const page = await stage.open(topicHash('sleep'), cast.dara);
    await newLineBecomes(page, { below: 'evening 1', is_shown: false }).catch(() => {});
    await page.locator('[data-message-list]').press('End');
    await message(page, 'evening 19').waitFor();
    await composeField(page).fill('Good night');
    await composeField(page).press('Control+Enter');
    await message(page, 'Good night').waitFor();
    await leave(page, true);
    await page.context().setOffline(true);
    for (let at = 0; at < 30; at++) await send('sleep', `night ${at}`);
    await comeBack(page);
    await page.context().setOffline(false);
    await message(page, 'night 0').waitFor();
    await newLineBecomes(page, { below: 'night 0', is_shown: true });
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
