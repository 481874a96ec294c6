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
/** Whether two elements share a part of the screen. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(async (element) => (await element.boundingBox())!));
  return a!.x < b!.x + b!.width && b!.x < a!.x + a!.width && a!.y < b!.y + b!.height && b!.y < a!.y + a!.height;
}

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
    expect(await scroll(page, '.rendered > .table-frame')).toEqual([true, true]);
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

  it('[WB808] keeps names of a single long word within the page, with what is beside them', async () => {
    const { ada, eli } = cast;
    const long = (length: number) => 'Wunderbaresundlangeswort'.repeat(5).slice(0, length);
    const made = await ada.createUser({ email: 'long@stoa.example', full_name: long(100), password: long(30) });
    await ada.createStream({ name: long(60), description: '', subscribers: [ada.user_id, made.user_id, eli.user_id] });
    const { stream_id } = await ada.getStreamId({ stream: long(60) });
    await ada.createUserGroup({ name: long(95), description: '', members: [made.user_id] });
    await ada.createChannelFolder({ name: long(60), description: '' });
    const { id } = await ada.sendMessage({
      type: 'channel',
      to: long(60),
      topic: 'lunch',
      content: `/poll ${long(96)}`,
    });
    const { api_key, email } = await stage.server
      .client()
      .fetchApiKey({ username: 'long@stoa.example', password: long(30) });
    await stage.server
      .client(email, api_key)
      .sendMessage({ type: 'channel', to: long(60), topic: 'lunch', content: 'Soup' });
    const page = await stage.open('#inbox', ada, { viewport: PHONE.viewport });
    const show = (hash: string) =>
      page.evaluate((to) => {
        location.hash = to;
      }, hash);
    const beyond = () =>
      page
        .locator('main :is(button, select, h2, time, .chip-link):visible')
        .evaluateAll((all) =>
          all
            .filter((one) => one.getBoundingClientRect().right > innerWidth)
            .map(({ className, textContent }) => `${className} ${textContent?.slice(0, 30)}`),
        );
    await show(`#user/${made.user_id}`);
    await page.locator('.chip-link').nth(1).waitFor();
    expect(await beyond()).toEqual([]);
    await page.getByRole('button', { name: 'Manage' }).click();
    const dialog = page.getByRole('dialog', { name: /^Manage/ });
    await dialog.waitFor();
    expect(await isCut(dialog)).toBe(false);
    await page.keyboard.press('Escape');
    await show('#recent');
    await page.getByRole('combobox').and(page.locator('select')).first().waitFor();
    expect(await beyond()).toEqual([]);
    await show('#organization/users');
    await page.getByPlaceholder('Find a person').fill('wunder');
    await page.getByRole('button', { name: long(100), exact: true }).waitFor();
    expect(await beyond()).toEqual([]);
    await show(`#narrow/channel/${stream_id}/topic/lunch`);
    await page.locator(`[data-message-id="${id}"] .widget-title button`).waitFor();
    expect(await beyond()).toEqual([]);
    await show(`#narrow/dm/${made.user_id}`);
    const name = page.locator('.view-header .title-name');
    await name.waitFor();
    expect(await isCut(name)).toBe(true);
    expect(await name.evaluate((element) => getComputedStyle(element).textOverflow)).toBe('ellipsis');
    await page.context().close();
  }, 60_000);

  it('[WB247] [WB248] keeps counts readable, and notices and buttons off what is being used', async () => {
    for (let at = 0; at < 30; at += 1) await send('hall', `Line ${at}\n\nmore`);
    await cast.dara.updateMessageFlagsForNarrow({
      anchor: 'oldest',
      num_before: 0,
      num_after: 1000,
      narrow: [{ operator: 'channel', operand: 'plans' }],
      op: 'add',
      flag: 'read',
    });
    const page = await stage.open(topicHash('hall'), cast.dara);
    await page.locator('article').last().waitFor();
    await page.locator('[data-message-list]').hover();
    await page.mouse.wheel(0, -600);
    const jump = page.locator('.jump');
    await jump.waitFor();
    await send('hall', 'Something new');
    await jump.getByText('1 new').waitFor();
    // The row whose toolbar is beside the button.
    const { x, y } = (await jump.boundingBox())!;
    await page.mouse.move(x - 400, y + 20);
    await page.locator('article:hover .toolbar').waitFor();
    expect(await overlap(page.locator('article:hover .toolbar'), jump)).toBe(false);
    for (let at = 0; at < 120; at += 1) await send('kitchen', 'Hello');
    const row = page.locator('.sidebar-row', { hasText: 'plans' }).first();
    const count = row.locator('.count');
    await count.getByText('121', { exact: true }).waitFor();
    await row.hover();
    expect(await overlap(count, row.locator('.sidebar-menu'))).toBe(true);
    expect(await count.evaluate((element) => getComputedStyle(element).opacity)).toBe('0');
    await page.mouse.move(x - 400, y + 20);
    expect(await count.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');

    await page.goto(`${stage.server.url}/#settings/preferences`);
    const notice = page.locator('.notice', { hasText: 'Saved' });
    const toggle = page.getByRole('main').getByRole('checkbox').first();
    await toggle.click();
    await notice.waitFor();
    expect(await overlap(notice, page.locator('#main'))).toBe(false);
    expect(await overlap(notice, page.locator('.account'))).toBe(false);
    await page.setViewportSize(PHONE.viewport);
    expect(await overlap(notice, page.locator('.view-header .search'))).toBe(false);
    expect(await overlap(notice, page.locator('.sections'))).toBe(false);
    await page.context().close();
  }, 60_000);

  it('[WB1055] prints polls and lists without what only a screen can use', async () => {
    await send('votes', '/poll Soup or salad?\nSoup\nSalad');
    await send('votes', '/todo Shopping\nCarrots: two kilos');
    const page = await stage.open(topicHash('votes'), cast.ada);
    await page.getByText('Carrots').waitFor();
    await page.getByText('Soup or salad?').waitFor();
    expect(await page.locator('.widget form').count()).toBe(2);
    await page.emulateMedia({ media: 'print' });
    for (const text of ['Soup or salad?', 'Salad', 'Shopping', 'Carrots'])
      expect(await page.locator('.widget', { hasText: text }).isVisible()).toBe(true);
    expect(await page.locator('.widget :is(form, .icon-button)').filter({ visible: true }).count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('[WB249] prints the heading and the messages, and nothing else', async () => {
    for (let at = 0; at < 8; at += 1) await send('minutes', `Point ${at}\n\n${'Some words about it. '.repeat(20)}`);
    await send('minutes', `Decided:\n\n${'* A line of the minutes\n'.repeat(60)}`);
    const page = await stage.open(topicHash('minutes'), cast.ada, { colorScheme: 'dark' });
    await page.locator('article', { hasText: 'Decided' }).waitFor();
    await page.setViewportSize({ width: 700, height: 1000 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.getByRole('heading', { name: /plans.*minutes/ }).waitFor();
    await page.waitForFunction(() => document.documentElement.scrollHeight > 1500);
    for (const part of ['.sidebar', '.search', '.compose', '.toolbar', '.message-more'])
      expect(await page.locator(part).filter({ visible: true }).count()).toBe(0);
    const rows = await page.locator('.row').evaluateAll((elements) =>
      elements.map((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { top: Math.round(top), bottom: Math.round(bottom) };
      }),
    );
    // One below the other, whatever their heights on the screen were.
    for (const [at, row] of rows.slice(1).entries()) expect(row.top).toBe(rows[at]!.bottom);
    const sizes = await page.evaluate(() => ({
      page: document.documentElement.scrollHeight,
      last: document.querySelector('.row:last-child')!.getBoundingClientRect().bottom + scrollY,
      ground: getComputedStyle(document.documentElement).backgroundColor,
      clipped: Array.from(document.querySelectorAll('.main, .message-scroller, .shortened')).filter(
        ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1,
      ).length,
    }));
    expect(sizes.last).toBeLessThanOrEqual(sizes.page);
    expect([sizes.ground, sizes.clipped]).toEqual(['rgb(255, 255, 255)', 0]);
    await page.context().close();
  }, 60_000);

  it('[WB1058] has room for accounts and topics beside the sidebar of a narrow window', async () => {
    await send('quarterly goals', 'For everyone');
    const page = await stage.open('#organization/users', cast.dara, { viewport: { width: 800, height: 800 } });
    for (const width of [800, 960, 1040, 1100, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const role = page.getByRole('row', { name: /Bela/ }).getByText('Administrator', { exact: true });
      const [name, seen] = [role.locator('xpath=..').locator('.roster-detail'), page.locator('.account-seen').nth(1)];
      expect(await isCut(name.first())).toBe(false);
      expect(await isCut(role)).toBe(false);
      expect(await overlap(role, seen)).toBe(false);
    }
    await page.evaluate(() => {
      location.hash = '#recent';
    });
    for (const width of [800, 960]) {
      await page.setViewportSize({ width, height: 800 });
      const topic = page.locator('.conversation > a', { hasText: 'quarterly goals' });
      await topic.waitFor();
      expect(await isCut(topic)).toBe(false);
    }
    await page.context().close();
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
