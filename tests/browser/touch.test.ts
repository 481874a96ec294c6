// The client on a phone: what a tap on a message shows can be used, and Back closes what covers the view.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type Cast, samplePicture } from '@stoa/testkit';
import type { Locator } from 'playwright-core';
import { hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

const TOUCH_PHONE = { ...PHONE, hasTouch: true, isMobile: true } as const;

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;

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
    await text.tap();
    await message.getByRole('button', { name: 'Star', exact: true }).tap();
    await message.locator('.message-star').waitFor();
    await message.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor({ state: 'detached' });
    // Of another message, then of the first again.
    const other = page.locator(`[data-message-id="${ids[1]}"]`);
    await other.getByText('second', { exact: true }).tap();
    const shown = (row: Locator) =>
      row.locator('.toolbar').evaluateAll((bars) => bars.some((bar) => getComputedStyle(bar).opacity === '1'));
    expect([await shown(message), await shown(other)]).toEqual([false, true]);
    await text.tap();
    await message.getByRole('button', { name: 'Add reaction' }).tap();
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB225] Back closes the sidebar, dialogs and the picture viewer, and stays in the view', async () => {
    const { url } = await cast.ada.uploadFile({}, { file: samplePicture('wide.png') });
    const ids: number[] = [];
    for (const topic of ['earlier', 'covered']) {
      const content = `[wide](${url}) in ${topic}`;
      ids.push((await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic, content })).id);
    }
    const page = await stage.open(topicHash('earlier'), cast.dara, TOUCH_PHONE);
    const isAt = (topic: string) => page.getByText(`in ${topic}`).waitFor();
    await isAt('earlier');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, topicHash('covered'));
    await isAt('covered');
    const menu = page.locator('[aria-controls=sidebar]').first();
    const sidebar = page.locator('.sidebar.open');
    const picture = page.locator('article img[data-file]').first();
    const viewer = page.getByRole('dialog', { name: 'Pictures in this conversation' });
    const closed = async (overlay: Locator) => {
      await overlay.waitFor({ state: 'detached' });
      await isAt('covered');
    };

    await menu.tap();
    await sidebar.waitFor();
    await sidebar.locator('.switcher-button').tap();
    const switcher = page.getByRole('dialog', { name: 'Go to' });
    await switcher.waitFor();
    await page.goBack();
    await switcher.waitFor({ state: 'detached' });
    await sidebar.waitFor();
    await page.goBack();
    await closed(sidebar);
    await picture.tap();
    await viewer.waitFor();
    await page.goBack();
    await closed(viewer);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.waitFor();
    await page.goBack();
    await closed(keys);

    // What was closed otherwise, and before a link was followed, takes no step; nor does it open again.
    await picture.tap();
    await viewer.waitFor();
    await page.keyboard.press('Escape');
    await closed(viewer);
    await menu.tap();
    await sidebar.getByRole('link', { name: 'Inbox' }).tap();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.goBack();
    await isAt('covered');
    await page.goBack();
    await isAt('earlier');
    await page.goForward();
    await isAt('covered');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goForward();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();

    // Left without Back, as by a notification.
    await page.goBack();
    await isAt('covered');
    await picture.tap();
    await viewer.waitFor();
    await page.evaluate((hash) => {
      location.hash = hash;
    }, topicHash('earlier'));
    await isAt('earlier');
    await page.goBack();
    await isAt('covered');
    expect(await viewer.count()).toBe(0);

    // The address of a topic that is moved away is in no entry.
    await page.goForward();
    await isAt('earlier');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, topicHash('covered'));
    await isAt('covered');
    await picture.tap();
    await viewer.waitFor();
    await page.keyboard.press('Escape');
    await closed(viewer);
    await cast.ada.editMessage({ message_id: ids[1] as never, topic: 'uncovered' });
    await page.waitForFunction((hash) => location.hash === hash, topicHash('uncovered'));
    await isAt('covered');
    await page.goBack();
    await isAt('earlier');
    await page.context().close();
  }, 60_000);

  it('[WB1065] tabs are tall enough for a finger', async () => {
    const page = await stage.open('#drafts', cast.dara, TOUCH_PHONE);
    await page.locator('.tabs a').first().waitFor();
    const heights = await page
      .locator('.tabs a')
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(32);
    await page.context().close();
  }, 30_000);

  it('[WB1066] the buttons of code are within the message, however many playgrounds there are', async () => {
    for (const name of ['Python in the browser', `Notebooks of ${'x'.repeat(20)}`])
      await cast.ada.addPlayground({
        name,
        pygments_language: 'Python',
        url_template: 'https://play.example/?c={code}',
      });
    await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic: 'code', content: '```python\nprint(1)\n```' });
    for (const options of [TOUCH_PHONE, { viewport: { width: 360, height: 740 } }]) {
      const page = await stage.open(topicHash('code'), cast.dara, options);
      await page.getByRole('button', { name: /Notebooks/ }).waitFor({ state: 'attached' });
      const overhang = await page.locator('.code-tools').evaluate((tools) => {
        const { left, right } = tools.closest('.codehilite')!.getBoundingClientRect();
        const boxes = [...tools.children].map((tool) => tool.getBoundingClientRect());
        return boxes.filter((box) => box.left < left || box.right > right).length;
      });
      expect(overhang).toBe(0);
      await page.context().close();
    }
  }, 60_000);

  it('no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
