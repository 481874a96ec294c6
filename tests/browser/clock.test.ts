// The device's clock is wrong, days pass while a page stays open, and the device changes its time zone.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { composeField, hasBrowser, isFirefox, openStage, type Stage } from './stage.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const BEFORE_MIDNIGHT_MS = 12_000;

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const send = (topic: string, content: string, sender = cast.chen) =>
  sender.sendMessage({ type: 'channel', to: 'clock', topic, content });
const message = (page: Page, text: string) => page.locator('article:not(.outgoing)', { hasText: text }).last();
const days = (page: Page) => page.locator('.separator.date').allInnerTexts();

/** The page's clock is wrong by this much; it can be set later. */
const WRONG_CLOCK = (ahead_ms: number) => {
  const Right = Date;
  const off = { ms: ahead_ms };
  Object.assign(globalThis, { off });
  globalThis.Date = class extends Right {
    constructor(...parts: []) {
      if (parts.length > 0) super(...parts);
      else super(Right.now() + off.ms);
    }
    static override now() {
      return Right.now() + off.ms;
    }
  } as DateConstructor;
};
async function openWithClock(hash: string, ahead_ms: number): Promise<Page> {
  const page = await stage.open('', null, { timezoneId: 'UTC' });
  await page.context().addInitScript(WRONG_CLOCK, ahead_ms);
  const session = JSON.stringify({ email: cast.dara.email, key: cast.dara.api_key });
  await page.evaluate((kept) => localStorage.setItem('stoa.session', kept), session);
  await page.goto(`${stage.server.url}/${hash}`);
  await page.reload();
  return page;
}

describe.skipIf(!hasBrowser)('clocks and time zones', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const principals = [cast.ada, cast.chen, cast.dara].map(({ user_id }) => user_id);
    await cast.ada.subscribe({ subscriptions: [{ name: 'clock' }], principals });
    channel_id = (await cast.ada.getStreamId({ stream: 'clock' })).stream_id;
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB1020] a wrong clock of the device changes nothing', async () => {
    for (const ahead_ms of [HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS]) {
      const topic = `clock ${ahead_ms}`;
      await send(topic, 'What time is it?', cast.dara);
      const page = await openWithClock(topicHash(encodeURIComponent(topic).replaceAll('%', '.')), ahead_ms);
      await message(page, 'What time is it?').waitFor();
      expect(await page.locator('.separator.date').allInnerTexts()).toEqual(['Today']);
      await message(page, 'What time is it?').hover();
      await message(page, 'What time is it?').getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
      await page.keyboard.press('Escape');
      await composeField(page).fill('Later');
      await page.getByRole('button', { name: 'Send later' }).click();
      await page.getByRole('menuitem', { name: /In an hour/ }).click();
      let due = 0;
      while (due === 0)
        due = (await cast.dara.getScheduledMessages()).scheduled_messages.at(-1)?.scheduled_delivery_timestamp ?? 0;
      expect(Math.abs(due * 1000 - Date.now() - HOUR_MS)).toBeLessThan(2 * 60_000);
      for (const { scheduled_message_id } of (await cast.dara.getScheduledMessages()).scheduled_messages)
        await cast.dara.deleteScheduledMessage({ scheduled_message_id });
      await page.context().close();
    }
  }, 90_000);

  it.skipIf(isFirefox)(
    '[WB1021] another time zone changes the times on the screen',
    async () => {
      const { id } = await send('zones', 'Where are you?');
      const page = await stage.open(topicHash('zones'), cast.dara);
      await message(page, 'Where are you?').waitFor();
      const { message: sent } = await cast.dara.getMessage({ message_id: id });
      const here = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
      const timeIn = (timeZone: string) =>
        new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: '2-digit' }).format(sent.timestamp * 1000);
      await message(page, 'Where are you?').getByText(timeIn(here), { exact: true }).waitFor();
      const tools = await page.context().newCDPSession(page);
      await tools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' });
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await message(page, 'Where are you?').getByText(timeIn('Asia/Kolkata'), { exact: true }).waitFor();
      await page.context().close();
    },
    60_000,
  );

  it('[WB1021] at midnight today becomes yesterday', async () => {
    // Both clocks are shortly before midnight, and go on.
    const midnight = new Date();
    midnight.setUTCHours(24, 0, 0, 0);
    const ahead_ms = midnight.getTime() - Date.now() - BEFORE_MIDNIGHT_MS;
    stage.server.clock.advance(ahead_ms);
    const page = await openWithClock('#inbox', ahead_ms);
    await send('midnight', 'Good night');
    await page.evaluate((to) => {
      location.hash = to;
    }, topicHash('midnight'));
    await message(page, 'Good night').waitFor();
    expect(await days(page)).toEqual(['Today']);
    await composeField(page).fill('A text that stays');
    await page.waitForFunction((at) => Date.now() > at, midnight.getTime());
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.locator('.separator.date', { hasText: 'Yesterday' }).waitFor();
    expect(await composeField(page).inputValue()).toBe('A text that stays');
    expect(await composeField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
