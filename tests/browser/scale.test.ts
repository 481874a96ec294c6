// A large organization: the page opens it, draws what is on the screen and little more, and keeps its place in a long topic.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { HttpSocket } from '../../bench/load/http-socket.ts';
import { endProcesses } from '../../bench/processes.ts';
import { type LargeWorld, largeWorld, UNREAD } from '../../bench/web/large-world.ts';
import { openBrowser, openReader, type Reader } from '../../bench/web/reader.ts';
import { call } from '../../bench/world/api.ts';
import { removeScratch } from '../../bench/world/directories.ts';
import { hashOf } from '../../packages/web/src/base/views/view.ts';
import { hasBrowser } from './stage.ts';

const SIZE = { users: 2000, channels: 500, messages: 3000 };

let world: LargeWorld;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let reader: Reader;

async function send(channel_id: number, topic: string, content: string): Promise<void> {
  // A connection of its own each time: one that is kept ends when a test takes long.
  const socket = await HttpSocket.open(world.stoa.port);
  await call(socket, world.world.owner, 'POST', '/api/v1/messages', {
    type: 'channel',
    to: channel_id,
    topic,
    content,
  });
  socket.close();
}

describe.skipIf(!hasBrowser)('a large organization', () => {
  beforeAll(async () => {
    world = await largeWorld(SIZE);
    browser = await openBrowser();
    reader = await openReader(browser, `http://127.0.0.1:${world.stoa.port}/#inbox`, world.reader);
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await world?.stoa.stop();
    await endProcesses();
    removeScratch();
  }, 30_000);

  it('[WB82] opens with all its people and channels', async () => {
    const { page } = reader;
    await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
    const requests = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/v1/register')),
    );
    expect(requests.length).toBe(1);
    // Somebody and some channel far down the lists are found at once.
    await page.locator('#sidebar-filter').fill('channel 0487');
    await page.locator('#sidebar .sidebar-link', { hasText: 'channel 0487' }).waitFor();
    await page.locator('#sidebar-filter').fill('member 01987');
    await page.locator('#sidebar .sidebar-link', { hasText: 'Member 01987' }).waitFor();
    await page.locator('#sidebar-filter').fill('');
  }, 60_000);

  it('[WB91] renders only the visible part of long sidebar lists, all of it reachable by keyboard', async () => {
    const { page } = reader;
    const lines = page.locator('#sidebar .long-list li');
    const heading = page.locator('#sidebar').getByRole('button', { name: /^Channels/ });
    const line = (name: string) => page.locator('#sidebar li', { has: page.getByText(name, { exact: true }) });
    await page.locator('#sidebar li[aria-setsize="500"]').first().waitFor();
    expect(await lines.count()).toBeLessThan(60);
    await page.locator('#sidebar .sidebar-scroll').evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await page.locator('#sidebar li[aria-posinset="500"]').waitFor();
    expect(await lines.count()).toBeLessThan(60);
    // In the middle nothing is left blank, down to the first line that can be seen.
    await page.locator('#sidebar .sidebar-scroll').evaluate((element) => {
      element.scrollTop = 5000;
    });
    await page.waitForFunction(() => {
      const { left, top } = document.querySelector('#sidebar .sidebar-scroll')!.getBoundingClientRect();
      return document.elementFromPoint(left + 60, top + 20)?.closest('li[aria-posinset]');
    });
    await page.locator('#sidebar .sidebar-scroll').evaluate((element) => {
      element.scrollTop = 0;
    });
    // Down from the heading, through what was not drawn yet, and up again.
    const posinset = () => page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset'));
    await heading.focus();
    for (let n = 0; n < 80; n++) await page.keyboard.press('ArrowDown');
    expect(await posinset()).toBe('80');
    expect(await page.locator('#sidebar a:focus').isVisible()).toBe(true);
    for (let n = 0; n < 80; n++) await page.keyboard.press('ArrowUp');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Channels');
    // The channel on the screen has its line, however far away, and keys do not stumble over it.
    const far = world.channel_ids[450]!;
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      hashOf({ kind: 'channel', channel_id: far }),
    );
    await page.locator('#sidebar .long-list a[aria-current=page]').waitFor({ state: 'attached' });
    await heading.focus();
    for (let n = 0; n < 60; n++) await page.keyboard.press('ArrowDown');
    expect(await posinset()).toBe('60');
    // Folded up, that line alone is left; what is found is in the list too.
    await heading.click();
    await page.locator('#sidebar .long-list').waitFor({ state: 'detached' });
    await line('channel 0450').waitFor();
    await page.locator('#sidebar-filter').fill('channel');
    await page.locator('#sidebar li[aria-setsize="500"]').first().waitFor();
    await page.locator('#sidebar-filter').fill('');
    await heading.click();
    await page.locator('#sidebar .long-list').waitFor();
    await page.evaluate(() => {
      location.hash = '#inbox';
    });
  }, 60_000);

  it('[WB84] a message redraws only what it concerns, not whole lists', async () => {
    const { page } = reader;
    await page.locator('.conversations').first().waitFor();
    // What the filter above changed is drawn when there is time for it: until then, lists are drawn for another reason.
    await page.evaluate(async () => {
      let changes = 0;
      const seen = new MutationObserver((records) => {
        changes += records.length;
      });
      seen.observe(document.querySelector('.shell')!, { subtree: true, childList: true, characterData: true });
      for (let still = 0, before = -1; still < 30; still = changes === before ? still + 1 : 0) {
        before = changes;
        await new Promise(requestAnimationFrame);
      }
      seen.disconnect();
    });
    await page.evaluate(() => {
      const touched = new Set<Element>();
      const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)!;
      new MutationObserver((records) => {
        for (const { target } of records)
          touched.add(elementOf(target).closest('.sidebar-link, .conversation, li, section') ?? elementOf(target));
      }).observe(document.querySelector('.shell')!, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      Object.assign(globalThis, { touched });
    });
    // One that the inbox draws at once: others follow as it is scrolled.
    await send(world.channel_ids[5]!, 'news', 'One more');
    await page.waitForFunction(() => (globalThis as unknown as { touched: Set<Element> }).touched.size > 0);
    await send(world.channel_ids[5]!, 'news', 'And another');
    await page.locator('.conversation .count', { hasText: /^3$/ }).first().waitFor();
    const touched = await page.evaluate(() => (globalThis as unknown as { touched: Set<Element> }).touched.size);
    expect(touched).toBeLessThan(12);
  }, 60_000);

  it('[WB82] opens a long topic at the first unread message, and keeps its position while it is read', async () => {
    const { page } = reader;
    const { channel_id, topic, last } = world.long;
    const first_unread = last - UNREAD + 1;
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      hashOf({ kind: 'topic', channel_id, topic }),
    );
    const topOf = (id: number) =>
      page.evaluate((wanted) => {
        const frame = document.querySelector('[data-message-list]')!.getBoundingClientRect();
        const article = document.querySelector(`article[data-message-id="${wanted}"]`);
        return article ? Math.round(article.getBoundingClientRect().top - frame.top) : null;
      }, id);
    await page.locator(`article[data-message-id="${first_unread}"]`).waitFor();
    await page.waitForFunction((id) => {
      const frame = document.querySelector('[data-message-list]')!.getBoundingClientRect();
      const top = document.querySelector(`article[data-message-id="${id}"]`)!.getBoundingClientRect().top - frame.top;
      return top >= 0 && top < 160;
    }, first_unread);
    const drawn = () => page.evaluate(() => document.querySelectorAll('article').length);
    expect(await drawn()).toBeLessThan(80);
    // The list holds its place for a moment, until all of it is measured; then it lets go.
    await page.waitForFunction(async () => {
      const list = document.querySelector<HTMLElement>('[data-message-list]')!;
      list.scrollTop -= 10;
      const at = list.scrollTop;
      for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame);
      return list.scrollTop === at;
    });
    // Up, while what was before is loaded: what was on the screen moves as far as was scrolled, and no further.
    const jumps: number[] = [];
    for (let n = 0; n < 12; n++) {
      const jump = await page.evaluate(async () => {
        const list = document.querySelector<HTMLElement>('[data-message-list]')!;
        const frame = list.getBoundingClientRect();
        const near = () =>
          Array.from(list.querySelectorAll<HTMLElement>('article')).find((article) => {
            const { top, bottom } = article.getBoundingClientRect();
            return top < frame.top + 150 && bottom > frame.top + 20;
          });
        // Until the place where it opened, and what was scrolled to, have been drawn.
        for (let still = 0, at = -1; still < 5 || !near(); still = at === list.scrollTop ? still + 1 : 0) {
          at = list.scrollTop;
          await new Promise(requestAnimationFrame);
        }
        const nearest = near()!;
        const id = nearest.dataset.messageId;
        const top = nearest.getBoundingClientRect().top;
        const before = list.scrollTop;
        list.scrollTop -= 300;
        const wanted = before - list.scrollTop;
        for (let frames = 0; frames < 8; frames++) await new Promise(requestAnimationFrame);
        const now = list.querySelector(`article[data-message-id="${id}"]`)?.getBoundingClientRect().top;
        return now === undefined ? Number.POSITIVE_INFINITY : Math.abs(now - top - wanted);
      });
      jumps.push(jump);
    }
    expect(Math.max(...jumps)).toBeLessThan(40);
    expect(await drawn()).toBeLessThan(80);
    const ids = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('article'), ({ dataset }) => Number(dataset.messageId)),
    );
    expect(ids).toEqual(ids.map((_, at) => ids[0]! + at));
    expect(await topOf(first_unread)).toBeNull();
    // And to the end at once.
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await page.locator(`article[data-message-id="${last}"]`).waitFor();
    await send(channel_id, topic, 'The very last');
    await page.getByText('The very last').waitFor();
    expect(await drawn()).toBeLessThan(80);
  }, 60_000);
});
