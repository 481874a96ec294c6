// What fits where: content that is wider than its column, in real browsers.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Locator, Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
async function send(topic: string, content: string): Promise<void> {
  await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic, content });
}
/** Whether each of the elements has more than it shows and scrolls to it. */
const scroll = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      element.scrollLeft = 1000;
      const { scrollLeft } = element;
      element.scrollLeft = 0;
      return scrollLeft > 0;
    }),
  );
const isCut = (element: Locator) => element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

describe.skipIf(!hasBrowser)('the layout of the client', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.subscribe({
      subscriptions: [{ name: 'plans' }],
      principals: [cast.ada.user_id, cast.dara.user_id],
    });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB241] scrolls wide tables and formulas inside their message', async () => {
    const letters = ['A', 'B', 'C', 'D', 'E', 'F'];
    const table = `| ${letters.map((letter) => `Column ${letter}`).join(' | ')} |\n|${' --- |'.repeat(6)}`;
    await send('wide', `${table}\n|${' cell |'.repeat(6)}`);
    await send('wide', `| Name | Value |\n| --- | --- |\n| ${'w'.repeat(200)} | x |`);
    const matrix = `\\begin{pmatrix} ${Array.from({ length: 40 }, (_, at) => `x_{${at}}`).join(' & ')} \\end{pmatrix}`;
    await send('wide', `\`\`\`math\n${matrix}\n\`\`\``);
    await send('wide', `In a line $$${matrix}$$ of text`);
    await send('wide', `* In a list $$${matrix}$$`);
    const page = await stage.open(topicHash('wide'), cast.dara, PHONE);
    await page.locator('article ul .katex').waitFor();
    const lines = await page
      .locator('article th')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
    expect(Math.max(...lines)).toBeLessThan(60);
    expect(await scroll(page, '.rendered > table')).toEqual([true, true]);
    const blocks = '.rendered .katex-display, .rendered > p:not(:has(.katex-display)):has(.katex), .rendered > ul';
    for (const viewport of [PHONE.viewport, { width: 1280, height: 800 }]) {
      await page.setViewportSize(viewport);
      expect(await scroll(page, blocks)).toEqual([true, true, true]);
      const too_wide = await page
        .locator('[data-message-list]')
        .evaluate((list) => list.scrollWidth > list.clientWidth);
      expect(too_wide).toBe(false);
    }
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB245] gives the topic the room before its channel and the search field, and ends what is cut in an ellipsis', async () => {
    const name = 'planning-of-the-autumn-conference-and-all-its-side-events-x';
    await cast.ada.subscribe({ subscriptions: [{ name }], principals: [cast.ada.user_id, cast.dara.user_id] });
    const { stream_id } = await cast.ada.getStreamId({ stream: name });
    const topic = 'Workshop rooms';
    await cast.ada.sendMessage({ type: 'channel', to: name, topic, content: 'Which ones?' });
    await send(topic, 'And here?');
    const page = await stage.open(topicHash(topic), cast.dara, { viewport: { width: 794, height: 500 } });
    const header = page.locator('.view-header h1 > span:last-child');
    await header.getByText(topic).waitFor();
    expect(await isCut(header)).toBe(false);
    await page.goto(`${stage.server.url}/#narrow/channel/${stream_id}/topic/${topic}`);
    for (const [width, height] of [
      [1280, 800],
      [794, 500],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByRole('link', { name }).and(page.locator('.view-channel')).waitFor();
      expect(await isCut(header)).toBe(false);
    }
    await page.setViewportSize(PHONE.viewport);
    await page.goto(`${stage.server.url}/#narrow/channel/${stream_id}`);
    const heading = page.locator('.conversation-heading');
    await heading.waitFor();
    expect(await isCut(heading.locator('.topic'))).toBe(false);
    const title = page.locator('.view-header h1 > span');
    expect(await isCut(title)).toBe(true);
    expect(await title.evaluate((element) => getComputedStyle(element).textOverflow)).toBe('ellipsis');
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
