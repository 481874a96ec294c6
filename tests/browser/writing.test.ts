// Writing in real browsers: where it goes among a thousand channels.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, chooseChannel, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

const MANY = 1000;

let stage: Stage;
let cast: Cast;
let ada: Page;
let channel_id: number;

const field = (page: Page) => page.locator('.compose textarea');
const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;

describe.skipIf(!hasBrowser)('writing in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.subscribe({
      subscriptions: [{ name: 'plans' }, { name: 'workshop' }],
      principals: [cast.ada.user_id, cast.dara.user_id],
    });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
    await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic: 'rooms', content: 'Nothing yet' });
    ada = await stage.open(topicHash('rooms'), cast.ada);
    await ada.locator('article').first().waitFor();
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB96] offers every channel that may be written to, a thousand as fluently as ten', async () => {
    const names = Array.from({ length: MANY }, (_, at) => `area ${String(at).padStart(4, '0')}`);
    for (const half of [names.slice(0, MANY / 2), names.slice(MANY / 2)])
      await cast.dara.subscribe({ subscriptions: half.map((name) => ({ name })) });
    await cast.dara.subscribe({ subscriptions: [{ name: 'hidden plans' }], invite_only: true });
    await cast.dara.subscribe({ subscriptions: [{ name: 'area of orders' }] });
    const { stream_id } = await cast.ada.getStreamId({ stream: 'area of orders' });
    const { user_groups } = await cast.ada.getUserGroups();
    const owners = user_groups.find(({ name }) => name === 'role:nobody')!.id;
    await cast.dara.updateStream({ stream_id, can_send_message_group: { new: owners } });
    await ada.keyboard.press('x');
    const where = ada.getByRole('combobox', { name: 'Where should it go?' });
    await where.waitFor();
    await ada.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Write to whom?');
    // By keyboard: back to the field, down into the list, a name, Enter.
    await where.focus();
    await ada.keyboard.press('ArrowDown');
    const options = ada.getByRole('option');
    await options.first().waitFor();
    expect(await options.first().textContent()).toBe('Direct messages');
    const drawn = await options.count();
    expect(drawn).toBeGreaterThan(10);
    expect(drawn).toBeLessThan(300);
    expect(await barriers(ada)).toEqual([]);
    await ada.keyboard.type('area of');
    await ada.getByText('No channel is called so.').waitFor();
    await ada.keyboard.press('Control+A');
    await ada.keyboard.type('hidden');
    await ada.getByText('No channel is called so.').waitFor();
    await ada.keyboard.press('Control+A');
    await ada.keyboard.type('area 0987');
    await ada.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1);
    await ada.keyboard.press('Enter');
    await where.getByText('area 0987').waitFor();
    await ada.getByLabel('Topic', { exact: true }).fill('beams');
    await field(ada).fill('Are they long enough?');
    await ada.keyboard.press('Control+Enter');
    await ada.waitForFunction(() => location.hash.includes('beams'));
    await ada.locator('article', { hasText: 'Are they long enough?' }).waitFor();
    // What is chosen is where the list opens, and what is far down is reached by keys.
    await ada.goto(`${stage.server.url}/${topicHash('rooms')}`);
    await ada.getByText('Nothing yet').waitFor();
    await ada.keyboard.press('x');
    await chooseChannel(where, 'area 0500');
    await where.press('ArrowDown');
    await ada.locator('[role=option][data-active-item]', { hasText: 'area 0500' }).waitFor();
    await ada.getByRole('combobox', { name: 'Find a channel' }).press('ArrowDown');
    await ada.locator('[role=option][data-active-item]', { hasText: 'area 0501' }).waitFor();
    await ada.keyboard.press('Escape');
    await ada.getByRole('button', { name: 'Close' }).click();
    const phone = await stage.open('#inbox', cast.ada, { ...PHONE, colorScheme: 'dark' });
    await phone.getByRole('button', { name: 'Write a message' }).click();
    const there = phone.getByRole('combobox', { name: 'Where should it go?' });
    await there.click();
    await phone.getByRole('option').first().waitFor();
    expect(await barriers(phone)).toEqual([]);
    await phone.getByRole('option', { name: 'workshop' }).click();
    await there.getByText('workshop').waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await phone.context().close();
  }, 120_000);

  it('[WB1] nothing was refused by the policy and nothing failed', () => {
    expect(stage.complaints).toEqual([]);
  });
});
