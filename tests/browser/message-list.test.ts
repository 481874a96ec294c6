// The list of messages as one unit: where it stands while things around it grow, where links lead, what it says of what is new.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type Cast, samplePicture } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;
let topics = 0;

const topicHash = (topic: string, near?: number) =>
  `#narrow/channel/${channel_id}/topic/${topic}${near ? `/near/${near}` : ''}`;
const composer = (page: Page) => page.locator('.compose textarea');

async function send(person: Cast['ada'], topic: string, content: string): Promise<number> {
  const { id } = await person.sendMessage({ type: 'channel', to: 'plans', topic, content });
  return id;
}

/** A topic of its own with so many messages of Ada's, all read by Dara unless told otherwise. */
async function fill(count: number, { unread = 0 } = {}): Promise<{ topic: string; ids: number[] }> {
  const topic = `list-${++topics}`;
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await send(cast.ada, topic, `Line ${at}\n\nsecond ${at}\n\nthird`));
  const read = ids.slice(0, count - unread);
  if (read.length > 0) await cast.dara.updateMessageFlags({ messages: read as never, op: 'add', flag: 'read' });
  return { topic, ids };
}

/** How many pixels of the list lie below what is in view. */
const below = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('[data-message-list]')!;
    return Math.round(list.scrollHeight - list.scrollTop - list.clientHeight);
  });
const atEnd = (page: Page) =>
  page.waitForFunction(() => {
    const list = document.querySelector('[data-message-list]');
    return list !== null && list.scrollHeight - list.scrollTop - list.clientHeight < 2;
  });
const top = (page: Page) => page.evaluate(() => document.querySelector('[data-message-list]')!.scrollTop);
/** Two frames: what was drawn has been measured and put in its place. */
const settle = async (page: Page, times = 3) => {
  for (let at = 0; at < times; at += 1)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};
const scrollTo = async (page: Page, px: number) => {
  await page.locator('[data-message-list]').hover();
  await page.mouse.wheel(0, px);
  await settle(page);
};
/** How far the middle of a message is from the middle of the list, as a part of the list's height; null when it is not drawn. */
const offCentre = (page: Page, id: number) =>
  page.evaluate((wanted) => {
    const row = document.querySelector(`[data-message-id="${wanted}"]`)?.getBoundingClientRect();
    const list = document.querySelector('[data-message-list]')!.getBoundingClientRect();
    return row ? ((row.top + row.bottom) / 2 - (list.top + list.bottom) / 2) / list.height : null;
  }, id);
const isWhole = (page: Page, id: number) =>
  page.evaluate((wanted) => {
    const row = document.querySelector(`[data-message-id="${wanted}"]`)?.getBoundingClientRect();
    const list = document.querySelector('[data-message-list]')!.getBoundingClientRect();
    return row !== undefined && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
  }, id);
/** The first message in view, and how far it begins below the top of the list. */
const placeNow = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('[data-message-list]')!.getBoundingClientRect();
    const row = [...document.querySelectorAll('[data-message-id]')].find(
      (element) => element.getBoundingClientRect().bottom > frame.top + 4,
    )!;
    return { id: row.getAttribute('data-message-id'), at: row.getBoundingClientRect().top - frame.top };
  });
const goTo = (page: Page, hash: string) =>
  page.evaluate((address) => {
    location.hash = address;
  }, hash);
const ready = (page: Page) => page.locator('[data-message-list] article').first().waitFor();

/** Opens a long topic and scrolls up from its end. */
async function openAbove(topic: string) {
  const page = await stage.open(topicHash(topic), cast.dara);
  await ready(page);
  await atEnd(page);
  await scrollTo(page, -3000);
  await settle(page, 6);
  return { page, before: await placeNow(page) };
}

describe.skipIf(!hasBrowser)('the list of messages', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const principals = [cast.ada.user_id, cast.dara.user_id, cast.eli.user_id];
    await cast.ada.subscribe({ subscriptions: [{ name: 'plans' }], principals });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB110] stays at the end while the composer grows, pictures load and the window changes', async () => {
    const { topic, ids } = await fill(25);
    const page = await stage.open(topicHash(topic), cast.dara);
    await ready(page);
    await atEnd(page);
    await composer(page).click();
    for (let line = 0; line < 9; line += 1) {
      await page.keyboard.type('a line');
      await page.keyboard.press('Shift+Enter');
    }
    await atEnd(page);
    expect(await isWhole(page, ids.at(-1)!)).toBe(true);
    await composer(page).fill('');
    await atEnd(page);
    const { url } = await cast.ada.uploadFile({}, { file: samplePicture('wide.png') });
    await send(cast.ada, topic, `[wide](${url})`);
    await page.locator('article img[data-file]').first().waitFor();
    await settle(page);
    await atEnd(page);
    for (const viewport of [
      { width: 700, height: 500 },
      { width: 1280, height: 400 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport);
      await settle(page);
      await atEnd(page);
    }
    await page.context().close();
  }, 60_000);

  it("[WB110] shows the reader's own message, wherever they were in the list", async () => {
    const { topic } = await fill(45, { unread: 40 });
    const page = await stage.open(topicHash(topic), cast.dara);
    await ready(page);
    await settle(page);
    expect(await below(page)).toBeGreaterThan(500);
    await composer(page).fill('sent from the middle');
    await page.keyboard.press('Control+Enter');
    await page.locator('article', { hasText: 'sent from the middle' }).last().waitFor();
    await atEnd(page);
    await scrollTo(page, -1500);
    await composer(page).fill('and once more');
    await page.keyboard.press('Control+Enter');
    await page.locator('article', { hasText: 'and once more' }).last().waitFor();
    await atEnd(page);
    await page.context().close();
  }, 60_000);

  it("[WB110] shows the reader's own message if only an earlier part was loaded", async () => {
    const { topic, ids } = await fill(130);
    const page = await stage.open(topicHash(topic, ids[5]), cast.dara);
    await ready(page);
    await settle(page);
    await composer(page).fill('from far above');
    await page.keyboard.press('Control+Enter');
    await page.locator('article', { hasText: 'from far above' }).last().waitFor();
    await atEnd(page);
    await page.context().close();
  }, 60_000);

  it('[WB111] keeps its position when older pages and new messages load, whatever is selected', async () => {
    const { topic, ids } = await fill(130);
    const page = await stage.open(topicHash(topic), cast.dara);
    await ready(page);
    await atEnd(page);
    await page.keyboard.press('k');
    await page.waitForFunction(() => document.querySelector('article.selected') !== null);
    await scrollTo(page, -1400);
    const anchor = await page.evaluate(() => {
      const frame = document.querySelector('[data-message-list]')!.getBoundingClientRect();
      const row = [...document.querySelectorAll('[data-message-id]')].find(
        (element) => element.getBoundingClientRect().top > frame.top + 100,
      )!;
      return { id: row.getAttribute('data-message-id'), at: row.getBoundingClientRect().top };
    });
    await send(cast.ada, topic, 'one more');
    await page.locator('.jump', { hasText: '1 new' }).waitFor();
    await settle(page, 10);
    const after = await page.evaluate(
      (id) => document.querySelector(`[data-message-id="${id}"]`)?.getBoundingClientRect().top,
      anchor.id,
    );
    expect(Math.abs(after! - anchor.at)).toBeLessThan(3);
    expect(ids.length).toBe(130);
    await page.context().close();
  }, 60_000);

  it('[WB112] offers to jump to the newest from 100 pixels on, and counts new messages', async () => {
    const { topic } = await fill(30);
    const page = await stage.open(topicHash(topic), cast.dara);
    await ready(page);
    await atEnd(page);
    expect(await page.locator('.jump').count()).toBe(0);
    await scrollTo(page, -160);
    await page.locator('.jump').waitFor();
    for (const text of ['first', 'second', 'third']) await send(cast.ada, topic, text);
    await page.locator('.jump', { hasText: '3 new' }).waitFor();
    await page.locator('.jump').click();
    await atEnd(page);
    await page.locator('.jump').waitFor({ state: 'detached' });
    await page.context().close();
  }, 60_000);

  it('[WB112] counts only what arrived since the list was opened, however much of it is loaded later', async () => {
    const { topic, ids } = await fill(130);
    const page = await stage.open(topicHash(topic, ids[5]), cast.dara);
    await ready(page);
    await page.locator('.jump').waitFor();
    // Down to where all is loaded, but not to the end.
    await page.waitForFunction(() => {
      const list = document.querySelector('[data-message-list]')!;
      if (document.querySelector('.message-bottom span') === null) return true;
      list.scrollTop = list.scrollHeight - list.clientHeight - 400;
      return false;
    });
    await scrollTo(page, -1500);
    expect(await page.locator('.jump').textContent()).toBe('Jump to latest');
    await send(cast.ada, topic, 'one more');
    await page.locator('.jump', { hasText: '1 new' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB192] keeps what is loaded when a message is sent offline, and shows that message once online', async () => {
    const { topic, ids } = await fill(130);
    const page = await stage.open(topicHash(topic, ids[5]), cast.dara);
    await ready(page);
    await settle(page);
    await page.context().setOffline(true);
    await composer(page).fill('from far above, offline');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Your message will be sent when you’re back online.').waitFor();
    expect(await isWhole(page, ids[5]!)).toBe(true);
    await page.context().setOffline(false);
    await page.locator('article:not(.outgoing)', { hasText: 'from far above, offline' }).waitFor();
    await atEnd(page);
    await page.context().close();
  }, 60_000);

  it('[WB113] links to a message center and highlight it, from anywhere', async () => {
    const { topic, ids } = await fill(130);
    const middle = ids[60]!;
    const check = async (page: Page, id: number, where: string) => {
      await page.locator(`[data-message-id="${id}"].target`).waitFor();
      await settle(page, 6);
      expect([where, await isWhole(page, id)]).toEqual([where, true]);
      expect([where, Math.abs((await offCentre(page, id))!) < 0.3]).toEqual([where, true]);
    };
    // Not loaded yet.
    const page = await stage.open(topicHash(topic, middle), cast.dara);
    await check(page, middle, 'first');
    // After a reload.
    await page.reload();
    await check(page, middle, 'reload');
    // Loaded, and from the same view.
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      topicHash(topic, ids[40]),
    );
    await check(page, ids[40]!, 'loaded');
    // The same link again, after the reader went elsewhere in the list.
    await scrollTo(page, 3000);
    await page.evaluate(
      (hash) => {
        const link = document.createElement('a');
        link.href = hash;
        document.querySelector('main')!.append(link);
        link.click();
        link.remove();
      },
      topicHash(topic, ids[40]),
    );
    await check(page, ids[40]!, 'again');
    // From another view.
    await page.evaluate(() => {
      location.hash = '#inbox';
    });
    await page.locator('[data-message-list]').waitFor({ state: 'detached' });
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      topicHash(topic, ids[70]),
    );
    await check(page, ids[70]!, 'another view');
    // At the very end it is whole above the composer.
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      topicHash(topic, ids.at(-1)),
    );
    await page.locator(`[data-message-id="${ids.at(-1)}"].target`).waitFor();
    await settle(page, 6);
    expect(await isWhole(page, ids.at(-1)!)).toBe(true);
    await page.context().close();
  }, 90_000);

  it('[WB113] the time of a message is a link to it', async () => {
    const { topic, ids } = await fill(3);
    const page = await stage.open(`#narrow/channel/${channel_id}/near/${ids[1]}`, cast.dara);
    const row = page.locator(`[data-message-id="${ids[1]}"]`);
    await row.waitFor();
    expect(await row.locator('a:has(time)').getAttribute('href')).toBe(topicHash(topic, ids[1]));
    await row.locator('a:has(time)').click();
    await page.locator(`[data-message-id="${ids[1]}"].target`).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB224] a link leads to a message that was moved since, and says when there is none to be read', async () => {
    const { topic, ids } = await fill(3);
    const [renamed, moved, hidden] = ids as [number, number, number];
    const from = topicHash(topic);
    for (const name of ['garage', 'attic'])
      await cast.ada.subscribe({ subscriptions: [{ name }], invite_only: name === 'attic' });
    await cast.ada.subscribe({ subscriptions: [{ name: 'garage' }], principals: [cast.dara.user_id] });
    const idOf = async (stream: string) => (await cast.ada.getStreamId({ stream })).stream_id;
    const [garage, attic] = [await idOf('garage'), await idOf('attic')];
    const move = (message_id: number, where: { stream_id?: number; topic?: string }) =>
      cast.ada.editMessage({ message_id: message_id as never, propagate_mode: 'change_one', ...where } as never);
    await move(renamed, { topic: 'named anew' });
    await move(moved, { stream_id: garage });
    const open = await send(cast.ada, 'links', `[old link](${from}/near/${moved})`);
    const page = await stage.open(`${from}/near/${renamed}`, cast.dara);
    const arrive = async (id: number, hash: string) => {
      await page.locator(`[data-message-id="${id}"].target`).waitFor();
      expect(await page.evaluate(() => location.hash)).toBe(hash);
    };
    await arrive(renamed, topicHash('named.20anew', renamed));
    await goTo(page, topicHash('links', open));
    await page.getByRole('link', { name: 'old link' }).click();
    await arrive(moved, `#narrow/channel/${garage}/topic/${topic}/near/${moved}`);
    // Back leads to where the link was, not to the address that it named.
    await page.goBack();
    await page.getByRole('link', { name: 'old link' }).waitFor();
    await goTo(page, `${from}/with/${renamed}`);
    await arrive(renamed, topicHash('named.20anew', renamed));
    await goTo(page, `#narrow/channel/${attic}/topic/${topic}/near/${moved}`);
    await arrive(moved, `#narrow/channel/${garage}/topic/${topic}/near/${moved}`);
    await goTo(page, from);
    await page.locator(`[data-message-id="${hidden}"]`).waitFor();
    await move(hidden, { stream_id: attic });
    await page.getByRole('heading', { name: 'No messages left' }).waitFor();
    const notice = 'The linked message was deleted, or you don’t have access to it.';
    for (const id of [hidden, 999_999]) {
      await goTo(page, `${from}/near/${id}`);
      await page.getByRole('heading', { name: 'Message not available' }).waitFor();
      expect(await page.locator('.empty-state').textContent()).toContain(notice);
    }
    // In a topic with others, it is a notice.
    await goTo(page, topicHash('links', hidden));
    await page.locator('.notice', { hasText: notice }).waitFor();
    await page.getByRole('link', { name: 'old link' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB111] respects scrolling in the very first moment', async () => {
    const { topic, ids } = await fill(130);
    const page = await stage.open(topicHash(topic, ids[60]), cast.dara);
    await page.locator(`[data-message-id="${ids[60]}"]`).waitFor();
    await page.locator('[data-message-list]').hover();
    await page.mouse.wheel(0, 900);
    await settle(page, 2);
    const then = await top(page);
    await page.waitForTimeout(800);
    expect(Math.abs((await top(page)) - then)).toBeLessThan(4);
    await page.context().close();
  }, 60_000);

  it('[WB111] the scroll position survives a reload', async () => {
    const { topic } = await fill(130);
    const { page, before } = await openAbove(topic);
    await page.reload();
    await ready(page);
    await settle(page, 10);
    const after = await placeNow(page);
    expect(after.id).toBe(before.id);
    expect(Math.abs(after.at - before.at)).toBeLessThan(4);
    await page.context().close();
  }, 60_000);

  it('[WB222] a list opened again is at its first unread message, or at its end', async () => {
    const { topic, ids } = await fill(60, { unread: 50 });
    const page = await stage.open(topicHash(topic), cast.dara);
    const first = page.locator(`[data-message-id="${ids[10]}"]`);
    for (const hash of [topicHash(topic), `#narrow/channel/${channel_id}`, '#feed']) {
      await goTo(page, hash);
      await ready(page);
      await page.waitForFunction(() => {
        const list = document.querySelector('[data-message-list]')!;
        list.dispatchEvent(new WheelEvent('wheel'));
        list.scrollTop += list.clientHeight / 2;
        return document.querySelector('.message-bottom span') === null && document.querySelector('.jump') === null;
      });
      await atEnd(page);
      await goTo(page, '#inbox');
      await page.locator('[data-message-list]').waitFor({ state: 'detached' });
      await goTo(page, hash);
      await ready(page);
      await settle(page);
      expect([hash, (await below(page)) < 2, await first.count()]).toEqual([hash, true, 0]);
      expect([hash, await page.locator('.row-new').count()]).toEqual([hash, 0]);
      await goTo(page, '#inbox');
      await page.locator('[data-message-list]').waitFor({ state: 'detached' });
      const news: number[] = [];
      for (let at = 0; at < 12; at += 1) news.push(await send(cast.ada, topic, `New ${at}\n\nsecond\n\nthird`));
      // All of them have arrived.
      await page.locator('.conversation', { hasText: topic }).getByText('12', { exact: true }).waitFor();
      await goTo(page, hash);
      await page.locator('.row-new').waitFor();
      await settle(page);
      expect([hash, await isWhole(page, news[0]!), await isWhole(page, news.at(-1)!)]).toEqual([hash, true, false]);
    }
    await page.context().close();
  }, 90_000);

  it('[WB223] Back and forward lead to where the reader was in the list', async () => {
    const { topic, ids } = await fill(130);
    const other = await fill(5);
    const { page, before } = await openAbove(topic);
    const isBack = async (where: string) => {
      await ready(page);
      await settle(page, 10);
      const { id, at } = await placeNow(page);
      expect([where, id, Math.abs(at - before.at) < 4]).toEqual([where, before.id, true]);
    };
    for (const hash of [topicHash(other.topic, other.ids[1]), topicHash(topic, ids[3]), '#inbox']) {
      await goTo(page, hash);
      await page.waitForFunction((id) => !document.querySelector(`[data-message-id="${id}"]`), before.id);
      if (hash === '#inbox') await page.reload();
      await page.goBack();
      await isBack(hash);
    }
    // Gone to anew, it opens where there is something to read.
    await goTo(page, '#inbox');
    await goTo(page, topicHash(topic));
    await ready(page);
    await atEnd(page);
    await page.context().close();
  }, 60_000);

  it('[WB114] announces new messages once each', async () => {
    const { topic } = await fill(5);
    const page = await stage.open(topicHash(topic), cast.dara);
    await ready(page);
    const region = page.locator('[data-announcements]');
    await region.waitFor({ state: 'attached' });
    expect(await region.getAttribute('aria-live')).toBe('polite');
    expect(await region.textContent()).toBe('');
    await send(cast.ada, topic, 'Lunch is **ready**');
    await page.waitForFunction(
      (words) => document.querySelector('[data-announcements]')!.textContent === words,
      `${cast.ada.full_name}: Lunch is ready`,
    );
    await composer(page).fill('my own words');
    await page.keyboard.press('Control+Enter');
    await page.locator('article', { hasText: 'my own words' }).last().waitFor();
    expect(await region.textContent()).not.toContain('my own words');
    await page.context().close();
  }, 60_000);

  it('[WB115] shows "edited" beside the time', async () => {
    const { topic, ids } = await fill(3);
    await cast.ada.editMessage({ message_id: ids[0] as never, content: 'changed' });
    const page = await stage.open(topicHash(topic), cast.dara);
    const row = page.locator(`[data-message-id="${ids[0]}"]`);
    await row.locator('.message-head', { hasText: 'edited' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
