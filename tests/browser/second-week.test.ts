// What people do when Stoa is no longer new: they come back to much that is unread, and read on small screens.

import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { join } from 'node:path';
import type { Cast, Person } from '@stoa/testkit';
import { barriers, composeField, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;

const say = (who: Person, topic: string, content: string) =>
  who.sendMessage({ type: 'channel', to: 'holidays', topic, content });
const topicHash = (topic: string) =>
  `#narrow/channel/${channel_id}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`;

describe.skipIf(!hasBrowser)('the second week', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const { ada, bela, chen, dara, eli } = cast;
    await ada.subscribe({
      subscriptions: [{ name: 'holidays' }],
      principals: [ada, bela, chen, dara, eli].map(({ user_id }) => user_id),
      send_new_subscription_messages: false,
    });
    channel_id = (await ada.getStreamId({ stream: 'holidays' })).stream_id;
  });
  afterAll(async () => {
    await stage?.stop();
  });

  it('[WB1003] a search up to a day leads to the newest message before it', async () => {
    const { ada, dara } = cast;
    const { clock } = stage.server;
    // The first of these tests: ids and times of messages grow together.
    const DAY_MS = 86_400_000;
    clock.advance(-3 * DAY_MS);
    await say(ada, 'days', 'lantern long ago');
    const { id } = await say(ada, 'days', 'lantern three days ago');
    clock.advance(3 * DAY_MS);
    await say(ada, 'days', 'lantern now');
    const page = await stage.open('#inbox', dara);
    const day = (ago: number) =>
      page.evaluate((ms) => {
        const date = new Date(Date.now() - ms);
        return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
          .map((part) => String(part).padStart(2, '0'))
          .join('-');
      }, ago * DAY_MS);
    const field = page.getByRole('combobox', { name: 'Search messages' });
    await field.fill(`lantern before:${await day(1)}`);
    await field.press('Enter');
    await page.waitForURL((url) => url.hash.endsWith(`/near/${id}`));
    await page.locator(`[data-message-id="${id}"].target`).waitFor();
    await field.fill(`lantern before:${await day(9)}`);
    await field.press('Enter');
    await page.getByText(/^No messages before /).waitFor();
    await page.getByText('lantern now').waitFor();
    await page.context().close();
  });

  it('[WB1001] marks all as read, or all but what was written to the reader', async () => {
    const { ada, bela } = cast;
    await bela.updateMessageFlagsForNarrow({
      anchor: 'oldest',
      num_before: 0,
      num_after: 5000,
      narrow: [],
      op: 'add',
      flag: 'read',
    });
    await bela.updateUserTopic({ stream_id: channel_id, topic: 'quiet', visibility_policy: 1 });
    for (const [topic, content] of [
      ['plans', 'one'],
      ['plans', 'two'],
      ['quiet', 'three'],
      ['plans', `@**${bela.full_name}** four`],
    ] as const)
      await say(ada, topic, content);
    await ada.sendMessage({ type: 'direct', to: [bela.user_id], content: 'five' });
    const page = await stage.open('#inbox', bela);
    const button = page.getByRole('button', { name: 'Mark all as read…' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Mark all messages as read?' });
    await dialog.getByText('5 messages will be marked').waitFor();
    await dialog.getByLabel('Leave direct messages and mentions unread').check();
    await dialog.getByText('3 messages will be marked').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Mark as read' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('3 messages marked as read').waitFor();
    const rest = page.locator('#main .count');
    await page.waitForFunction(
      () => Array.from(document.querySelectorAll('#main .count'), (count) => count.textContent).join() === '1,1',
    );
    expect(await rest.count()).toBe(2);
    // Only these two are left, so there is nothing to choose.
    await button.click();
    await dialog.getByText('2 messages will be marked').waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByText('2 messages marked as read').waitFor();
    await button.waitFor({ state: 'detached' });
    // The focus is on the page, not lost.
    await page.waitForFunction(() => document.activeElement !== document.body);
    await page.context().close();
  });

  it('[WB1002] on a phone the tools of a message without a head cover no text', async () => {
    const { ada, dara } = cast;
    for (const content of [
      'above, and long enough to reach the other side of a phone',
      'in the middle',
      'and one more',
    ])
      await say(ada, 'grouped', content);
    const { id } = await say(ada, 'grouped', 'tapped, and long enough to reach the other side');
    const page = await stage.open(topicHash('grouped'), dara, { ...PHONE, hasTouch: true });
    const message = page.locator(`[data-message-id="${id}"]`);
    await message.waitFor();
    expect(await message.getAttribute('class')).toContain('grouped');
    const height = (await message.boundingBox())!.height;
    // Where the tools of a message with a head are: none is pressed by the tap that shows them.
    await message.tap({ position: { x: 340, y: 12 } });
    const tools = message.getByRole('toolbar');
    await tools.getByRole('button', { name: 'Add reaction' }).waitFor();
    expect((await message.boundingBox())!.height).toBe(height);
    const covered = await tools.evaluate((bar) => {
      const box = bar.getBoundingClientRect();
      const texts = document.querySelectorAll('.message-head, .message .rendered, .compose, .view-header');
      return Array.from(texts).filter((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      }).length;
    });
    expect(covered).toBe(0);
    await tools.getByRole('button', { name: 'Star', exact: true }).tap();
    await message.getByText('Starred', { exact: true }).waitFor({ state: 'attached' });
    await page.context().close();
  });

  it('[WB1002] the tools of a tall message stay in sight', async () => {
    const { ada, dara } = cast;
    const lines = Array.from({ length: 14 }, (_, n) => `line ${n}`);
    const { id } = await say(ada, 'tall', lines.join('\n\n'));
    await say(ada, 'tall', 'a last one');
    const page = await stage.open(topicHash('tall'), dara, { viewport: { width: 1280, height: 480 } });
    const message = page.locator(`[data-message-id="${id}"]`);
    await page.getByText('a last one').waitFor();
    const list = page.locator('.message-scroller');
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await page.waitForFunction(
      (id) => document.querySelector(`[data-message-id="${id}"]`)!.getBoundingClientRect().top < 40,
      id,
    );
    await message.getByText('line 12').hover();
    const tools = message.getByRole('toolbar');
    await tools.waitFor();
    const [bar, frame] = await Promise.all([tools, list].map(async (part) => (await part.boundingBox())!));
    expect(bar!.y).toBeGreaterThanOrEqual(frame!.y);
    await tools.getByRole('button', { name: 'Star', exact: true }).click();
    await message.getByText('Starred', { exact: true }).waitFor({ state: 'attached' });
    await page.context().close();
  });

  it('[WB1004] a low window leaves its room to what is read', async () => {
    const { ada, dara } = cast;
    for (let n = 0; n < 12; n++) await say(ada, 'low', `low ${n}`);
    // A phone with its keyboard.
    const page = await stage.open(topicHash('low'), dara, {
      viewport: { width: 390, height: 460 },
      hasTouch: true,
      isMobile: true,
    });
    await page.getByText('low 11').waitFor();
    await composeField(page).tap();
    const heightOf = async (part: string) => (await page.locator(part).boundingBox())!.height;
    expect(await heightOf('.message-scroller')).toBeGreaterThan(280);
    expect(await heightOf('.view-header')).toBeLessThan(60);
    // What is left of the search field opens it.
    const search = page.locator('.search');
    await search.tap();
    const field = page.getByRole('combobox', { name: 'Search messages' });
    await page.waitForFunction(() => document.activeElement?.id === 'search-input');
    expect((await field.boundingBox())!.width).toBeGreaterThan(200);
    await field.fill('low');
    await field.press('Enter');
    await page.getByRole('heading', { name: /low/ }).waitFor();
    // The words stay in sight.
    expect((await field.boundingBox())!.width).toBeGreaterThan(200);
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  });

  it('[WB1006] on a phone the heading names whom a group writes to, and no tab is out of sight', async () => {
    const { chen, dara, eli } = cast;
    const ids = [chen, eli].map(({ user_id }) => user_id);
    const page = await stage.open(`#narrow/dm/${ids.join()}`, dara, { viewport: { width: 390, height: 740 } });
    const names = page.locator('.title-name');
    await names.nth(1).waitFor();
    const frame = await page.locator('.title-names').boundingBox();
    for (const name of await names.all()) {
      const box = (await name.boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(frame!.y + frame!.height + 1);
    }
    await page.setViewportSize({ width: 320, height: 740 });
    await page.evaluate((id) => {
      location.hash = `#channels/${id}/holidays/permissions`;
    }, channel_id);
    const tabs = page.locator('.channel-details .tabs a');
    await tabs.nth(3).waitFor();
    for (const tab of await tabs.all()) {
      const box = (await tab.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(320);
    }
    await page.context().close();
  });

  it('[WB1005] questions move nothing, come one at a time, and leave the account in sight', async () => {
    const { ada, eli } = cast;
    await eli.updateSettings({ timezone: 'America/New_York' });
    await say(ada, 'asked', 'read in peace');
    const page = await stage.open(topicHash('asked'), eli, { timezoneId: 'Asia/Tokyo' });
    await page.getByText('read in peace').waitFor();
    const zone = page.getByRole('region', { name: 'Time zone' });
    await zone.waitFor();
    const header = page.locator('.view-header');
    expect((await header.boundingBox())!.y).toBe(0);
    const offer = page.getByText('Get notified about new messages when you’re not looking?');
    for (let tries = 0; tries < 20 && (await offer.count()) === 0; tries++) {
      await ada.sendMessage({ type: 'direct', to: [eli.user_id], content: `look ${tries}` });
      await page.waitForTimeout(500);
    }
    await offer.waitFor();
    expect(await zone.isVisible()).toBe(false);
    expect((await header.boundingBox())!.y).toBe(0);
    const [question, main, account] = await Promise.all(
      ['.banner-question:visible', '#main', '.account'].map(async (part) => (await page.locator(part).boundingBox())!),
    );
    expect(question!.x + question!.width).toBeLessThanOrEqual(main!.x);
    expect(question!.y + question!.height).toBeLessThanOrEqual(account!.y);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Not now' }).click();
    await zone.waitFor();
    await page.context().close();
  });

  it('[WB1007] the list of channels cuts no name that has room beside the number of members', async () => {
    const { ada, dara } = cast;
    await ada.subscribe({ subscriptions: [{ name: 'customers-europe', description: 'Who buys what, and why' }] });
    const page = await stage.open('#channels/all', dara);
    const row = page.locator('.channel-row', { hasText: 'customers-europe' });
    const name = row.locator('.channel-row-name');
    await name.waitFor();
    const isCut = await name.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(isCut).toBe(false);
    const [members, box] = await Promise.all(
      [row.getByText('1 member'), name].map(async (part) => (await part.boundingBox())!),
    );
    expect(box!.x + box!.width).toBeLessThanOrEqual(members!.x);
    await page.context().close();
  });

  it('[WB1008] the next unread topic is the next one of the sidebar, also from one that was read', async () => {
    const { ada, chen } = cast;
    const channels = ['walk c', 'walk a', 'walk b'];
    for (const name of channels)
      await ada.subscribe({
        subscriptions: [{ name }],
        principals: [chen.user_id],
        send_new_subscription_messages: false,
      });
    await chen.updateMessageFlagsForNarrow({
      anchor: 'newest',
      num_before: 5000,
      num_after: 0,
      narrow: [],
      op: 'add',
      flag: 'read',
    });
    const send = (to: string, topic: string) => ada.sendMessage({ type: 'channel', to, topic, content: 'hello' });
    const ids: Record<string, number> = {};
    for (const [to, topic] of [
      ['walk c', 'last'],
      ['walk b', 'older'],
      ['walk b', 'newer'],
      ['walk a', 'first'],
    ] as const)
      ids[topic] = (await send(to, topic)).id;
    // Nothing is read by being looked at.
    await chen.updateSettings({ web_mark_read_on_scroll_policy: 3 });
    const page = await stage.open('#recent', chen);
    await page.getByRole('link', { name: 'first' }).first().waitFor();
    const goNext = async (topic: string) => {
      await page.keyboard.press('n');
      await page.locator('h1').getByText(topic, { exact: true }).waitFor();
    };
    await goNext('first');
    await goNext('newer');
    await goNext('older');
    await chen.updateMessageFlags({ messages: [ids.older!], op: 'add', flag: 'read' });
    await page.locator('#sidebar .topics li', { hasText: 'older' }).locator('.count').waitFor({ state: 'detached' });
    await goNext('last');
    await goNext('first');
    await page.context().close();
  });

  it('[WB1009] with colours forced by the system, rings say what has the focus, is chosen and is current', async () => {
    const { ada, dara } = cast;
    await say(ada, 'contrast', 'seen');
    await say(ada, 'contrast', 'seen too');
    const page = await stage.open(topicHash('contrast'), dara, { forcedColors: 'active' });
    await page.getByText('seen too').waitFor();
    const ringOf = (selector: string) =>
      page.locator(selector).evaluateAll((elements) =>
        elements.map((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return outlineStyle === 'solid' ? outlineWidth : 'none';
        }),
      );
    expect(await ringOf('#sidebar .topics [aria-current]')).toEqual(['2px']);
    await page.locator('#main').focus();
    await page.keyboard.press('k');
    await page.locator('.message:focus').waitFor();
    expect(await ringOf('.message:focus')).toEqual(['3px']);
    await page.keyboard.press('i');
    await page.locator('.menu-item[data-active-item]').waitFor();
    expect(await ringOf('.menu-item[data-active-item]')).toEqual(['2px']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    expect(await ringOf('#search-input')).toEqual(['3px']);
    await page.keyboard.press('ArrowDown');
    await page.locator('.suggestion[data-active-item]').waitFor();
    expect(await ringOf('.suggestion[data-active-item]')).toEqual(['2px']);
    await page.context().close();
  });

  it('[WB1010] a topic that is resolved or renamed while somebody reads it stays where it is', async () => {
    const { ada, chen, dara } = cast;
    let first = 0;
    for (let n = 0; n < 220; n++) {
      const { id } = await say(ada, 'renamed', `line ${n}`);
      first ||= id;
    }
    await dara.updateMessageFlagsForNarrow({
      anchor: 'newest',
      num_before: 5000,
      num_after: 0,
      narrow: [],
      op: 'add',
      flag: 'read',
    });
    const page = await stage.open(topicHash('renamed'), dara);
    await page.getByText('line 219').waitFor();
    const list = page.locator('.message-scroller');
    await list.hover();
    for (let turns = 0; turns < 8; turns++) await page.mouse.wheel(0, -200);
    const place = () =>
      list.evaluate((element) => {
        const frame = element.getBoundingClientRect();
        const row = Array.from(element.querySelectorAll('[data-message-id]')).find(
          (one) => one.getBoundingClientRect().bottom > frame.top,
        )!;
        return { line: row.textContent?.match(/line \d+/)?.[0], y: row.getBoundingClientRect().top };
      });
    // The wheel's animation ends.
    let before = await place();
    for (let y = 0; y !== before.y; before = await place()) {
      ({ y } = before);
      await page.waitForTimeout(300);
    }
    expect(before.line).not.toBe('line 219');
    for (const topic of ['✔ renamed', 'named anew']) {
      await chen.editMessage({ message_id: first, topic, propagate_mode: 'change_all' });
      await page.locator('h1').getByText(topic.replace('✔ ', ''), { exact: true }).waitFor();
      await page.locator(`#sidebar [aria-current]`, { hasText: topic.replace('✔ ', '') }).waitFor();
      await page.waitForFunction(
        (topic) => decodeURIComponent(location.hash.replaceAll('.', '%')).endsWith(topic),
        topic,
      );
      await page.waitForTimeout(500);
      const now = await place();
      expect(now.line).toBe(before.line);
      expect(Math.abs(now.y - before.y)).toBeLessThan(20);
    }
    await page.context().close();
  });

  it('[WB1011] the inbox shows what a poll is about, not the command that made it', async () => {
    const { ada, eli } = cast;
    await say(ada, 'asked', '/poll Where do we meet?\nRoof\nCanal');
    await say(ada, 'listed', '/todo');
    const page = await stage.open('#inbox', eli);
    await page.getByText('Where do we meet? · Roof · Canal').waitFor();
    await page.getByText('/todo').waitFor();
    expect(await page.getByText('/poll').count()).toBe(0);
    await page.context().close();
  });

  it('[WB1012] says before a move that there is such a topic already', async () => {
    const { ada, chen } = cast;
    await say(ada, 'one half', 'a');
    await say(ada, 'other half', 'b');
    const page = await stage.open(topicHash('one half'), chen);
    await page.locator('header').getByRole('button', { name: 'Actions for one half' }).click();
    await page.getByRole('menuitem', { name: 'Rename or move…' }).click();
    const dialog = page.getByRole('dialog');
    const warning = dialog.getByText('There is a topic “other half” already. The messages will join it');
    await dialog.getByLabel('Topic').fill('Other half');
    await warning.waitFor();
    await dialog.getByLabel('Topic').fill('One half');
    await warning.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('[WB1013] names a picture once where a message is plain text', async () => {
    const { ada, eli } = cast;
    const png = Bun.file(join(import.meta.dir, '../../docs/screenshots/inbox-phone-dark.png'));
    const { url } = await ada.uploadFile(
      {},
      { file: new File([await png.arrayBuffer()], 'inbox.png', { type: 'image/png' }) },
    );
    await say(ada, 'linked', `Here it is: [inbox.png](${url})`);
    await say(ada, 'shown', `![alone.png](${url})`);
    const page = await stage.open('#inbox', eli);
    await page.getByText(/: Here it is: inbox\.png$/).waitFor();
    await page.getByText(/: alone\.png$/).waitFor();
    await page.context().close();
  });

  it('[WB1083] Back leads to where pages and lists were scrolled to, and a reload keeps it', async () => {
    for (let at = 0; at < 14; at++) await say(cast.ada, `trip ${at}`, 'Who comes along?');
    const page = await stage.open('#inbox', cast.dara, { viewport: { width: 1280, height: 420 } });
    for (const [hash, scroller] of [
      ['#inbox', '.page'],
      ['#recent', '.recent-scroll'],
      ['#settings/preferences', '.page'],
      ['#organization/organization-permissions', '.page'],
    ] as const) {
      await page.goto(`${stage.server.url}/${hash}`);
      const scrolledTo = () => page.locator(`#main ${scroller}`).evaluate(({ scrollTop }) => scrollTop);
      const isAt = (top: number) =>
        page.waitForFunction(
          ([selector, wanted]) =>
            Math.abs((document.querySelector(`#main ${selector}`)?.scrollTop ?? -1) - wanted) <= 1,
          [scroller, top] as const,
        );
      await page.waitForFunction((selector) => {
        const element = document.querySelector(`#main ${selector}`);
        return element && element.scrollHeight > element.clientHeight + 200;
      }, scroller);
      await page.locator(`#main ${scroller}`).hover();
      await page.mouse.wheel(0, 160);
      await isAt(160);
      await page.evaluate((to) => {
        location.hash = to;
      }, topicHash('trip 3'));
      await page.locator('article').first().waitFor();
      await page.goBack();
      await isAt(160);
      await page.reload();
      await isAt(160);
      // Another visit begins at the top.
      await page.evaluate((to) => {
        location.hash = to;
      }, topicHash('trip 4'));
      await page.locator(`#main ${scroller}`).waitFor({ state: 'detached' });
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.locator(`#main ${scroller}`).waitFor();
      expect([hash, await scrolledTo()]).toEqual([hash, 0]);
    }
    await page.context().close();
  }, 90_000);

  it('[WB1014] cards of the inbox fold to their headings, and stay folded', async () => {
    const { ada, eli } = cast;
    await say(ada, 'to be folded', 'a');
    await ada.sendMessage({ type: 'direct', to: [eli.user_id], content: 'still in sight' });
    const page = await stage.open('#inbox', eli);
    const card = page.locator('.card', { has: page.getByRole('button', { name: 'holidays', exact: true }) });
    const fold = card.getByRole('button', { name: 'holidays', exact: true });
    const row = page.locator('.conversation', { hasText: 'to be folded' });
    await row.waitFor();
    await fold.focus();
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'detached' });
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    const unread = Number.parseInt(await card.locator('.count .hidden-text').innerText(), 10);
    expect(unread).toBeGreaterThan(0);
    await say(ada, 'to be folded', 'b');
    await card.locator('.count', { hasText: String(unread + 1) }).waitFor();
    await say(ada, 'to be folded', `@**${eli.full_name}**`);
    await card.locator('.card-heading').getByText('@', { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    await page.getByText('still in sight').waitFor();
    expect(await row.count()).toBe(0);
    // Only the direct conversation is left to walk through.
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('j');
    await page.locator('.conversation:focus-within', { hasText: 'still in sight' }).waitFor();
    await fold.click();
    await row.waitFor();
    await page.context().close();
  });
});
