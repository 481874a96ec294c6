// The client under a finger: what a tap on a message shows can be used.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Locator } from 'playwright-core';
import { hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

const TOUCH_PHONE = { ...PHONE, hasTouch: true, isMobile: true } as const;

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;

async function tap(target: Locator): Promise<void> {
  const box = (await target.boundingBox())!;
  await target.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

describe.skipIf(!hasBrowser)('the client on a touch screen', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const principals = [cast.ada.user_id, cast.dara.user_id];
    await cast.ada.subscribe({ subscriptions: [{ name: 'plans' }], principals });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB221] a tap on a message shows its buttons, and each of them works', async () => {
    const ids: number[] = [];
    for (const content of ['first', 'second'])
      ids.push((await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic: 'taps', content })).id);
    const page = await stage.open(topicHash('taps'), cast.dara, TOUCH_PHONE);
    const message = page.locator(`[data-message-id="${ids[0]}"]`);
    const text = message.getByText('first', { exact: true });
    await text.waitFor();
    await tap(text);
    await tap(message.getByRole('button', { name: 'Star', exact: true }));
    await message.locator('.message-star').waitFor();
    await tap(message.getByRole('button', { name: 'More actions' }));
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor({ state: 'detached' });
    // Of another message, then of the first again.
    const other = page.locator(`[data-message-id="${ids[1]}"]`);
    await tap(other.getByText('second', { exact: true }));
    const shown = (row: Locator) =>
      row.locator('.toolbar').evaluateAll((bars) => bars.some((bar) => getComputedStyle(bar).opacity === '1'));
    expect([await shown(message), await shown(other)]).toEqual([false, true]);
    await tap(text);
    await tap(message.getByRole('button', { name: 'Add reaction' }));
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.context().close();
  }, 60_000);

  it('no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
