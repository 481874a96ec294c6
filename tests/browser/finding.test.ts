// Finding: the search field, days, recent conversations, and walking through inbox and recent conversations by keyboard.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;
let page: Page;

const field = (on: Page) => on.getByRole('combobox', { name: 'Search messages' });
const tokens = (on: Page) => on.locator('.search-tokens .chip-name').allTextContents();
const options = (on: Page) => on.getByRole('option');
const go = (on: Page, hash: string) =>
  on.evaluate((to) => {
    location.hash = to;
  }, hash);
const hashIs = (on: Page, hash: string) => on.waitForFunction((wanted) => location.hash === wanted, hash);
const send = (topic: string, content: string) => cast.ada.sendMessage({ type: 'channel', to: 'plans', topic, content });
const title = (on: Page) => on.locator('#main h1');
const inView = (on: Page, content: string) =>
  on.waitForFunction((wanted) => {
    const list = document.querySelector('[data-message-list]');
    const frame = list?.getBoundingClientRect();
    return [...(list?.querySelectorAll('article') ?? [])].some((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return row.textContent?.includes(wanted) && top >= frame!.top - 1 && bottom <= frame!.bottom + 1;
    });
  }, content);

const DAY_MS = 86_400_000;
const DAYS = 8;
const PER_DAY = 14;
/** As addresses write it. */
const dayBefore = (days: number): string => {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
};
/** The first message in view. */
const firstIs = (on: Page, content: string) =>
  on.waitForFunction((wanted) => {
    const list = document.querySelector('[data-message-list]');
    const { top } = list?.getBoundingClientRect() ?? { top: 0 };
    const rows = [...(list?.querySelectorAll('article') ?? [])];
    return rows.find((row) => row.getBoundingClientRect().top >= top - 1)?.textContent?.includes(wanted);
  }, content);

/** For looking at what was built. */
async function look(on: Page, name: string): Promise<void> {
  const directory = process.env.STOA_LOOK;
  if (directory) await on.screenshot({ path: `${directory}/${name}.png` });
}

describe.skipIf(!hasBrowser)('searching', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const principals = [cast.ada.user_id, cast.dara.user_id, cast.eli.user_id];
    await cast.ada.subscribe({ subscriptions: [{ name: 'plans' }, { name: 'garden' }], principals });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
    const { clock } = stage.server;
    clock.jump(-DAYS * DAY_MS);
    for (let days = DAYS; days > 0; days--) {
      for (let n = 0; n < PER_DAY; n++) await send('diary', `Entry ${n} of ${days} days ago`);
      clock.jump(DAY_MS);
    }
    for (let n = 1; n <= 60; n++) await send(n % 2 ? 'roof' : 'cellar', `Tiles number ${n} of the house`);
    await cast.eli.sendMessage({
      type: 'channel',
      to: 'plans',
      topic: 'roof',
      content: 'See https://example.com tiles',
    });
    page = await stage.open('#inbox', cast.dara);
    await field(page).waitFor();
  }, 90_000);
  afterAll(async () => {
    expect(stage?.complaints ?? []).toEqual([]);
    await stage?.stop();
  }, 30_000);

  it('[WB130] suggests operators and their values, which become tokens', async () => {
    await page.keyboard.press('/');
    await options(page).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'search-empty');
    await page.keyboard.type('cha');
    await options(page).filter({ hasText: 'channel:' }).first().waitFor();
    await page.keyboard.press('Escape');
    await field(page).fill('channel:pla');
    await options(page).filter({ hasText: 'In #plans' }).waitFor();
    // As a combobox: the option that Enter takes is named by the field.
    await page.waitForFunction(() => {
      const input = document.querySelector('#search-input')!;
      const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
      return input.getAttribute('aria-expanded') === 'true' && active?.textContent?.includes('In #plans');
    });
    await page.keyboard.press('Enter');
    expect(await tokens(page)).toEqual(['In #plans']);
    // Its topics, once it is chosen.
    await page.keyboard.type('topic:ro');
    await options(page).filter({ hasText: 'Topic: roof' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await tokens(page)).toEqual(['In #plans', 'Topic: roof']);
    await page.keyboard.type(`from:${cast.eli.full_name.slice(0, 3).toLowerCase()}`);
    const eli = options(page).filter({ hasText: cast.eli.full_name }).first();
    await eli.locator('.avatar').waitFor();
    await look(page, 'search-people');
    await eli.click();
    expect(await tokens(page)).toEqual(['In #plans', 'Topic: roof', `From ${cast.eli.full_name}`]);
    expect(await barriers(page)).toEqual([]);
    // Taken off by Backspace, and by pointer.
    await page.keyboard.press('Backspace');
    expect(await tokens(page)).toEqual(['In #plans', 'Topic: roof']);
    await page.getByRole('button', { name: /Remove.*Topic: roof/ }).click();
    expect(await tokens(page)).toEqual(['In #plans']);
    await page.keyboard.type('tiles');
    await page.keyboard.press('Enter');
    await hashIs(page, `#narrow/channel/${channel_id}/search/tiles`);
    expect(await title(page).textContent()).toBe('Search: In #plans · “tiles”');
    expect(await tokens(page)).toEqual(['In #plans']);
    expect(await field(page).inputValue()).toBe('tiles');
  }, 60_000);

  it('[WB131] shows the newest first, marks nothing as read, and navigates by j and k at once', async () => {
    await cast.dara.updateSettings({ web_mark_read_on_scroll_policy: 1 });
    await go(page, '#inbox');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('tiles');
    await page.keyboard.press('Enter');
    await hashIs(page, '#narrow/search/tiles');
    await inView(page, 'See https://example.com');
    await page.waitForFunction(() => document.activeElement?.id !== 'search-input');
    await page.keyboard.press('k');
    await page.locator('article.selected', { hasText: 'See https://example.com' }).waitFor();
    await page.keyboard.press('k');
    await page.locator('article.selected', { hasText: 'Tiles number 60' }).waitFor();
    await page.keyboard.press('j');
    await page.locator('article.selected', { hasText: 'See https://example.com' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'search-results');
    await page.evaluate(() => document.querySelector('[data-message-list]')!.scrollBy(0, -600));
    await page.waitForTimeout(1500);
    const { messages } = await cast.dara.getMessages({ anchor: 'newest', num_before: 70, num_after: 0 });
    expect(messages.filter(({ flags }) => flags.includes('read'))).toEqual([]);
  }, 60_000);

  it('[WB131] names the search terms, and the reason of a refusal', async () => {
    await go(page, `#narrow/sender/${cast.eli.user_id}/dm-including/${cast.ada.user_id}`);
    const named = `Search: From ${cast.eli.full_name} · Direct messages including ${cast.ada.full_name}`;
    await page.waitForFunction((wanted) => document.querySelector('#main h1')?.textContent === wanted, named);
    await page.keyboard.press('/');
    await page.keyboard.press('Control+A');
    for (let n = 0; n < 3; n++) await page.keyboard.press('Backspace');
    expect(await tokens(page)).toEqual([]);
    await page.keyboard.type('from:nobody-at-all tiles');
    await page.keyboard.press('Enter');
    await page.getByText('There’s no such person.').waitFor();
    await look(page, 'search-refused');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.id !== 'search-input');
  }, 60_000);

  it('[WB132] opens a day of the view, from the header, a search and a link', async () => {
    const address = `#narrow/channel/${channel_id}/topic/diary`;
    await go(page, address);
    await page.locator('[data-message-list] article').first().waitFor();
    await page.getByRole('button', { name: 'Jump to date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Jump to date' });
    await dialog.getByLabel('Day', { exact: true }).fill(dayBefore(4));
    expect(await barriers(page)).toEqual([]);
    await look(page, 'day-dialog');
    await page.keyboard.press('Enter');
    await hashIs(page, `${address}/date/${dayBefore(4)}`);
    await firstIs(page, 'Entry 0 of 4 days ago');
    await look(page, 'day-view');
    // The keyboard leads on from there.
    await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
    await page.keyboard.press('j');
    await page.locator('article.selected', { hasText: 'Entry 0 of 4 days ago' }).waitFor();
    await page.reload();
    await firstIs(page, 'Entry 0 of 4 days ago');
    await page.getByRole('button', { name: 'Jump to date' }).click();
    await dialog.getByRole('button', { name: 'The beginning' }).click();
    await firstIs(page, `Entry 0 of ${DAYS} days ago`);
    // As a term of a search, beside others.
    await page.keyboard.press('/');
    await page.keyboard.type(`channel:plans date:${dayBefore(3)}`);
    await page.keyboard.press('Enter');
    await hashIs(page, `#narrow/channel/${channel_id}/date/${dayBefore(3)}`);
    await firstIs(page, 'Entry 0 of 3 days ago');
    await page.keyboard.press('/');
    await page.keyboard.type('date:choose');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('date:');
    await options(page).filter({ hasText: 'Pick a date' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Where nothing was written since, the newest is shown, and it is said.
    await go(page, `${address}/date/2999-01-01`);
    await page.getByText('No messages on or after').waitFor();
    await inView(page, `Entry ${PER_DAY - 1} of 1 days ago`);
    await go(page, `#feed/date/${dayBefore(2)}`);
    await firstIs(page, 'Entry 0 of 2 days ago');
  }, 60_000);

  it('[WB135] after a first direct message from elsewhere the focus is in the composer of that conversation', async () => {
    await go(page, '#inbox');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('x');
    await page.getByRole('combobox', { name: 'To', exact: true }).waitFor();
    await page.keyboard.type(cast.finn.full_name.slice(0, 4));
    await options(page).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hello there');
    await page.keyboard.press('Control+Enter');
    await hashIs(page, `#narrow/dm/${cast.finn.user_id}`);
    await page.locator('article', { hasText: 'Hello there' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.compose-field'));
    await page.keyboard.type('and more');
    expect(await page.locator('.compose textarea').inputValue()).toBe('and more');
    await page.locator('.compose textarea').fill('');
    // Where the reader stays, it is at what opens the text again.
    await cast.dara.updateSettings({ web_navigate_to_sent_message: false });
    await go(page, '#inbox');
    await page.getByRole('button', { name: 'New direct message' }).click();
    await page.keyboard.type(cast.finn.full_name.slice(0, 4));
    await options(page).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Once more');
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(() => document.activeElement?.matches('.compose.closed .button'));
    await cast.dara.updateSettings({ web_navigate_to_sent_message: true });
  }, 60_000);

  it('[WB134] keys navigate inbox and recent conversations; the inbox shows the last sender and message', async () => {
    await go(page, '#inbox');
    const row = page.locator('.conversation', { hasText: 'roof' });
    await row.getByText(`${cast.eli.full_name}: See https://example.com tiles`).waitFor();
    const focused = (text: string) =>
      page.waitForFunction(
        (wanted) => document.activeElement?.closest('.conversation, li')?.textContent?.includes(wanted),
        text,
      );
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('j');
    await focused('roof');
    await look(page, 'inbox');
    await page.keyboard.press('ArrowDown');
    await focused('cellar');
    await page.keyboard.press('k');
    await focused('roof');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await hashIs(page, `#narrow/channel/${channel_id}/topic/roof`);
    // Another last message: the row follows.
    await go(page, '#inbox');
    await cast.eli.sendMessage({ type: 'channel', to: 'plans', topic: 'cellar', content: 'The *last* word' });
    await page.getByText(`${cast.eli.full_name}: The last word`).waitFor();
    await go(page, '#recent');
    await page.locator('li[aria-posinset="1"]', { hasText: 'cellar' }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('j');
    await focused('cellar');
    await page.keyboard.press('End');
    await focused('diary');
    await page.keyboard.press('Home');
    await focused('cellar');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await focused('cellar');
    await look(page, 'recent');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await hashIs(page, `#narrow/channel/${channel_id}/topic/cellar`);
  }, 60_000);

  it('[WB133] recent conversations load back to the first, with filters and live updates', async () => {
    // More messages than a page of them has: in two topics, above hundreds of older ones.
    const { actor, write } = { actor: cast.ada, write: 1100 };
    for (let n = 0; n < 150; n++)
      await actor.sendMessage({ type: 'channel', to: 'garden', topic: `bed ${n}`, content: `Planted ${n}` });
    for (let n = 0; n < write; n += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          actor.sendMessage({ type: 'channel', to: 'garden', topic: 'pond', content: `Fish ${n + at}` }),
        ),
      );
    const other = await stage.open('#recent', cast.dara);
    await other.locator('li[aria-posinset="1"]', { hasText: 'pond' }).waitFor();
    await other.getByText('That’s all').waitFor({ state: 'attached' });
    expect(await other.locator('.recent-scroll li').count()).toBeLessThan(60);
    expect(Number(await other.locator('.recent-scroll li').first().getAttribute('aria-setsize'))).toBeGreaterThan(153);
    await other.locator('.recent-scroll').press('End');
    await other.locator('li', { hasText: 'diary' }).waitFor();
    await look(other, 'recent-end');
    // Filters: by words, participation, kind.
    const find = other.getByRole('searchbox', { name: 'Filter conversations' }).last();
    await find.fill('bed 17');
    await other.locator('li[aria-setsize="1"]', { hasText: 'bed 17' }).waitFor();
    await find.press('ArrowDown');
    await other.waitForFunction(() => document.activeElement?.closest('li')?.textContent?.includes('bed 17'));
    await find.fill('');
    const filter = (name: string) => other.getByRole('group', { name: 'Filters' }).getByRole('button', { name });
    await filter('Participated').click();
    await other.locator('li[aria-setsize="1"]', { hasText: cast.finn.full_name }).waitFor();
    await filter('Participated').click();
    await filter('Direct messages').click();
    await other.locator('li[aria-setsize="1"]', { hasText: cast.finn.full_name }).waitFor();
    // What was chosen holds over a reload.
    await other.reload();
    await other.locator('li[aria-setsize="1"]', { hasText: cast.finn.full_name }).waitFor();
    await filter('Direct messages').click();
    // Muted topics are left out, unless they are wanted.
    await cast.dara.updateUserTopic({ stream_id: channel_id, topic: 'roof', visibility_policy: 1 } as never);
    const roof = other.locator('.recent-scroll li', { hasText: 'roof' });
    await roof.waitFor({ state: 'detached' });
    await find.fill('roof');
    await filter('Include muted').click();
    await roof.waitFor();
    await filter('Include muted').click();
    await other.getByRole('heading', { name: 'No conversations match these filters.' }).waitFor();
    expect(await barriers(other)).toEqual([]);
    await other.getByRole('button', { name: 'Reset filters' }).click();
    // Moved, deleted and new messages.
    const { id } = await cast.ada.sendMessage({
      type: 'channel',
      to: 'garden',
      topic: 'hedge',
      content: 'Cut it',
    });
    await other.locator('li[aria-posinset="1"]', { hasText: 'hedge' }).waitFor();
    await cast.ada.editMessage({
      message_id: id,
      topic: 'fence',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    });
    await other.locator('li[aria-posinset="1"]', { hasText: 'fence' }).waitFor();
    await other.locator('.recent-scroll li', { hasText: 'hedge' }).waitFor({ state: 'detached' });
    await cast.ada.removeMessage({ message_id: id });
    await other.locator('.recent-scroll li', { hasText: 'fence' }).waitFor({ state: 'detached' });
    await other.locator('li[aria-posinset="1"]', { hasText: 'pond' }).waitFor();
    await other.context().close();
    const phone = await stage.open('#recent', cast.dara, PHONE);
    await phone.locator('li[aria-posinset="1"]').waitFor();
    await look(phone, 'recent-phone');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await go(phone, '#inbox');
    await phone.locator('.last-author').first().waitFor();
    await look(phone, 'inbox-phone');
    await phone.context().close();
    const dark = await stage.open('#inbox', cast.dara, { colorScheme: 'dark' });
    await dark.locator('.last-author').first().waitFor();
    await look(dark, 'inbox-dark');
    await go(dark, '#recent');
    await dark.locator('li[aria-posinset="1"]').waitFor();
    await look(dark, 'recent-dark');
    expect(await barriers(dark)).toEqual([]);
    await dark.keyboard.press('/');
    await options(dark).first().waitFor();
    await dark.keyboard.type('plan');
    await options(dark).filter({ hasText: 'In #plans' }).waitFor();
    await look(dark, 'search-dark');
    expect(await barriers(dark)).toEqual([]);
    await dark.context().close();
  }, 90_000);

  it('[WB1048] offers to search all public channels where nothing was found', async () => {
    await cast.ada.subscribe({ subscriptions: [{ name: 'attic' }] });
    await cast.ada.sendMessage({ type: 'channel', to: 'attic', topic: 'old', content: 'The gangway is slippery' });
    await cast.eli.subscribe({ subscriptions: [{ name: 'attic' }] });
    const newcomer = await stage.open('#inbox', cast.eli);
    await field(newcomer).fill('gangway');
    await field(newcomer).press('Enter');
    await newcomer.getByText('Only messages that you received were searched.').waitFor();
    expect(await barriers(newcomer)).toEqual([]);
    await newcomer.getByRole('link', { name: 'Search all public channels' }).click();
    await newcomer.locator('article', { hasText: 'The gangway is slippery' }).waitFor();
    await go(newcomer, `#narrow/channel/${channel_id}/search/nothing-of-the-kind`);
    await newcomer.getByRole('heading', { name: 'No results' }).waitFor();
    expect(await newcomer.getByRole('link', { name: 'Search all public channels' }).count()).toBe(0);
    await newcomer.context().close();
  }, 60_000);

  it('[WB130] works on a phone, and accepts typing before its script has loaded', async () => {
    const phone = await stage.open('#inbox', cast.dara, PHONE);
    await field(phone).fill('from:me is:sta');
    await options(phone).filter({ hasText: 'Starred' }).first().click();
    expect(await tokens(phone)).toEqual(['From me', 'Starred']);
    await look(phone, 'search-phone');
    expect(await barriers(phone)).toEqual([]);
    const width = await phone.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    // What is typed before the script has come is not lost, and neither is the focus.
    const arrived = Promise.withResolvers<void>();
    await phone.route('**/web/part-*.js', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      if (body.includes('search-suggestions')) await arrived.promise;
      await route.fulfill({ response, body });
    });
    await phone.reload();
    await phone.getByRole('textbox', { name: 'Search messages' }).pressSequentially('ti');
    arrived.resolve();
    await field(phone).waitFor();
    await phone.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
    await phone.keyboard.type('les');
    expect(await field(phone).inputValue()).toBe('tiles');
    await phone.keyboard.press('Enter');
    await hashIs(phone, '#narrow/search/tiles');
    await phone.unrouteAll({ behavior: 'ignoreErrors' });
    await phone.context().close();
  }, 60_000);
});
