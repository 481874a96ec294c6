// Reading without an account, in a real browser: web-public channels, and nothing else.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test';
import { type Cast, type FakeMail, samplePicture, startFakeMail } from '@stoa/testkit';
import type { Page, Response } from 'playwright-core';
import { barriers, hasBrowser, type Options, openStage, PHONE, type Stage } from './stage.ts';

const MESSAGES = 160;

let stage: Stage;
let cast: Cast;
let mail: FakeMail;
/** By name. */
const channels = new Map<string, number>();
const ids: number[] = [];
/** What the server answered to visitors. */
let answers: Response[] = [];

const send = (to: string, topic: string, content: string) =>
  cast.ada.sendMessage({ type: 'channel', to, topic, content });
const allow = (enable_spectator_access: boolean) => cast.ada.updateRealm({ enable_spectator_access });
const hashIs = (page: Page, hash: string) => page.waitForFunction((wanted) => location.hash === wanted, hash);
const title = (page: Page) => page.locator('#main h1').innerText();
const signInTitle = (page: Page) => page.getByRole('heading', { name: /^Sign in to/ });
const square = (rest = '') => `#narrow/channel/${channels.get('square')}${rest}`;
const sidebar = (page: Page) => page.locator('#sidebar');
const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** A browser without a session; what it asks for is noted. */
async function visit(hash: string, options: Options = {}): Promise<Page> {
  const page = await stage.visit('about:blank', options);
  page.on('response', (response) => answers.push(response));
  await page.goto(`${stage.server.url}/${hash}`);
  return page;
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(cast.dara.email);
  await page.getByLabel('Password', { exact: true }).fill(`${cast.dara.full_name} signs in`);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** For looking at what was built. */
async function look(page: Page, name: string): Promise<void> {
  const directory = process.env.STOA_LOOK;
  if (directory) await page.screenshot({ path: `${directory}/${name}.png` });
}

describe.skipIf(!hasBrowser)('visitors, in a browser', () => {
  beforeAll(async () => {
    mail = await startFakeMail();
    stage = await openStage({ smtp_url: mail.url });
    cast = stage.cast;
    const { ada, dara } = cast;
    await allow(true);
    for (const name of ['square', 'garden', 'kitchen', 'attic']) {
      await ada.subscribe({ subscriptions: [{ name }], principals: [ada.user_id, dara.user_id] });
      channels.set(name, (await ada.getStreamId({ stream: name })).stream_id);
    }
    const change = (name: string, how: object) => ada.updateStream({ stream_id: channels.get(name)!, ...how } as never);
    await change('square', { is_web_public: true });
    await change('garden', { is_web_public: true });
    await change('attic', { is_private: true });
    for (let at = 1; at <= MESSAGES; at++) ids.push((await send('square', 'news', `News number ${at}.`)).id);
    const { id } = await dara.sendMessage({
      type: 'channel',
      to: 'square',
      topic: 'fountain',
      content: `/poll Which colour?\nblue\ngreen`,
    });
    ids.push(id);
    const { id: painted } = await dara.sendMessage({
      type: 'channel',
      to: 'square',
      topic: 'fountain',
      content: `Let us paint the fountain, @**${ada.full_name}**`,
    });
    await ada.addReaction({ message_id: painted, emoji_name: 'tada' });
    await ada.uploadCustomEmoji({ emoji_name: 'brush' }, { file: samplePicture('brush.png') });
    await dara.addReaction({ message_id: painted, emoji_name: 'brush' });
    const file = new File([await samplePicture().arrayBuffer()], 'rose.png', { type: 'image/png' });
    const { url } = await ada.uploadFile({}, { file });
    await send('garden', 'roses', `The roses are out. [rose.png](${url})`);
    await send('kitchen', 'soup', 'Soup of the day.');
    await send('attic', 'ghosts', 'Nobody may know.');
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
    await mail?.stop();
  }, 30_000);
  beforeEach(() => {
    answers = [];
  });

  it('[WB281] [WB283] [WB285] [WB289] read a linked topic, and are offered nothing else', async () => {
    const page = await visit(square('-square/topic/fountain'));
    await article(page, 'paint the fountain').waitFor();
    expect(await title(page)).toContain('fountain');
    await sidebar(page).getByRole('link', { name: 'news' }).waitFor();
    const links = await sidebar(page).getByRole('link').allInnerTexts();
    expect(links.map((text) => text.trim()).sort()).toEqual([
      'All web-public channels',
      'fountain',
      'garden',
      'news',
      'square',
    ]);
    expect(await page.locator('body').innerText()).not.toMatch(/kitchen|attic/);
    // In place of what takes an account: an invitation.
    await page.getByText('You’re reading without an account. Sign in to write and react.').waitFor();
    await article(page, 'paint the fountain').hover();
    await article(page, 'paint the fountain').click();
    expect(await page.locator('textarea, .toolbar, .count, .sidebar-menu, .view-members').count()).toBe(0);
    // A reaction and a vote are shown, and are no buttons.
    await page.locator('.reactions', { hasText: cast.ada.full_name }).waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.reactions img')?.naturalWidth);
    await article(page, 'Which colour?').getByText('blue').waitFor();
    expect(await page.locator('.reactions button, .widget button, .widget input').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await look(page, 'visitor-topic');
    // The card of the author.
    await article(page, 'Which colour?').getByRole('button', { name: cast.dara.full_name }).click();
    const card = page.getByRole('dialog', { name: cast.dara.full_name });
    await card.getByRole('link', { name: 'View messages sent' }).waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    expect(await card.getByRole('link').count()).toBe(1);
    expect(await card.innerText()).not.toContain('@');
    expect(await barriers(page)).toEqual([]);
    await look(page, 'visitor-card');
    await card.getByRole('link', { name: 'View messages sent' }).click();
    await article(page, 'paint the fountain').waitFor();
    await hashIs(page, `#narrow/channels/web-public/sender/${cast.dara.user_id}`);
    await page.locator('.conversation-heading', { hasText: 'fountain' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(2);
    const refused = answers.filter((response) => response.status() >= 400);
    expect(refused.map((response) => `${response.status()} ${response.url()}`)).toEqual([]);
    const headers = await Promise.all(answers.map((response) => response.request().allHeaders()));
    expect(headers.filter(({ authorization, cookie }) => authorization ?? cookie)).toEqual([]);
    const asked = answers
      .map((response) => new URL(response.url()))
      .filter(({ pathname }) => pathname.endsWith('/messages'));
    expect(asked.length).toBeGreaterThan(1);
    for (const { searchParams } of asked) expect(searchParams.get('narrow')).toContain('"web-public"');
    await page.context().close();
  }, 60_000);

  it('[WB284] [WB289] load a list both ways from a linked message, and search', async () => {
    const page = await visit(square(`/topic/news/near/${ids[79]}`));
    await article(page, 'News number 80.').waitFor();
    const scroll = (to: number) =>
      page.locator('[data-message-list]').evaluate((list, top) => list.scrollTo({ top }), to);
    await scroll(0);
    await page.waitForFunction(() => !document.querySelector('.message-top')?.textContent);
    await scroll(0);
    await article(page, 'News number 1.').waitFor();
    // Nothing is new to somebody of whom nobody knows what they have read.
    expect((await page.getByTitle('Jump to latest').innerText()).trim()).toBe('Jump to latest');
    await page.getByTitle('Jump to latest').click();
    await article(page, `News number ${MESSAGES}.`).waitFor();
    const field = page.getByRole('combobox', { name: 'Search messages' });
    await field.click();
    const offered = await page.getByRole('option').allInnerTexts();
    expect(offered.map((text) => text.split('\n')[0]!.trim())).toEqual([
      'channel:',
      'topic:',
      'sender:',
      'has:',
      'date:',
    ]);
    await field.fill('is:');
    await page.getByRole('option').first().waitFor();
    expect((await page.getByRole('option').allInnerTexts()).join()).not.toMatch(/starred|unread|mention/);
    await field.fill('roses');
    await field.press('Enter');
    await article(page, 'The roses are out.').waitFor();
    await hashIs(page, '#narrow/channels/web-public/search/roses');
    await field.fill('ghosts');
    await field.press('Enter');
    await page.getByText('No results').first().waitFor();
    // All that there is to read.
    await sidebar(page).getByRole('link', { name: 'All web-public channels' }).click();
    await article(page, 'The roses are out.').waitFor();
    await page.locator('.conversation-heading', { hasText: 'garden' }).waitFor();
    await article(page, 'The roses are out.').locator('img[src^="blob:"]').waitFor();
    expect(await page.locator('.search-tokens').count()).toBe(0);
    expect(await title(page)).toBe('All web-public channels');
    await look(page, 'visitor-all');
    await page.getByRole('button', { name: 'Jump to date' }).click();
    await page.getByRole('button', { name: 'The beginning' }).click();
    await article(page, 'News number 1.').waitFor();
    await hashIs(page, '#narrow/channels/web-public/date/1970-01-01');
    await page.getByTitle('Jump to latest').click();
    await page.locator('.conversation-heading', { hasText: 'garden' }).getByRole('link', { name: 'garden' }).click();
    await page.getByRole('link', { name: 'Topics', exact: true }).first().click();
    await page.locator('.topics-page').getByRole('link', { name: 'roses' }).waitFor();
    expect(await page.locator('.topics-page button').count()).toBe(0);
    expect(answers.filter((response) => response.status() >= 400).map((response) => response.url())).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB281] [WB286] sign in for anything else, and are there afterwards', async () => {
    for (const name of ['kitchen', 'attic']) {
      const hash = `#narrow/channel/${channels.get(name)}`;
      const page = await visit(hash);
      await signInTitle(page).waitFor();
      expect(await page.locator('body').innerText()).not.toContain(name);
      if (name === 'attic') {
        await signIn(page);
        await article(page, 'Nobody may know.').waitFor();
        expect(await page.evaluate(() => location.hash)).toBe(hash);
      }
      expect(answers.filter((response) => response.status() === 401).map((response) => response.url())).toEqual([]);
      await page.context().close();
    }
  }, 60_000);

  it('[WB286] sign in and continue where they were reading', async () => {
    const hash = square('/topic/fountain');
    const page = await visit(hash);
    await article(page, 'paint the fountain').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await signInTitle(page).waitFor();
    await page.goBack();
    await article(page, 'paint the fountain').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).last().click();
    await signInTitle(page).waitFor();
    await page.reload();
    await signInTitle(page).waitFor();
    await signIn(page);
    await article(page, 'paint the fountain').waitFor();
    await page.locator('.compose textarea').waitFor();
    expect(await page.evaluate(() => location.hash)).toBe(hash);
    expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('[WB286] create an account where anybody may', async () => {
    const { ada } = cast;
    const page = await visit(square());
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Create account' }).count()).toBe(0);
    await ada.updateRealm({ invite_required: false, emails_restricted_to_domains: false });
    await page.reload();
    expect(await page.getByRole('link', { name: 'Create account' }).first().getAttribute('href')).toBe('/register/');
    await page.context().close();
    await ada.updateRealm({ invite_required: true });
  }, 60_000);

  it('[WB282] find what they may read from the sign-in page', async () => {
    const page = await visit('');
    await signInTitle(page).waitFor();
    const link = page.getByRole('link', { name: 'Look around without an account' });
    await link.waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'visitor-sign-in');
    await link.click();
    await article(page, 'The roses are out.').waitFor();
    await page.goBack();
    await signInTitle(page).waitFor();
    await page.context().close();
    await allow(false);
    const later = await visit('');
    await signInTitle(later).waitFor();
    await later.waitForLoadState('networkidle');
    expect(await later.getByRole('link', { name: 'Look around without an account' }).count()).toBe(0);
    await later.goto(`${stage.server.url}/${square()}`);
    await signInTitle(later).waitFor();
    expect(answers.filter((response) => response.status() >= 400).map((response) => response.url())).toEqual([]);
    await later.context().close();
    await allow(true);
  }, 60_000);

  it('[WB287] choose theme and language, in this browser', async () => {
    const page = await visit(square('/topic/fountain'));
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await page.getByRole('button', { name: 'Theme and language' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    expect(await theme()).toBe('dark');
    await look(page, 'visitor-dark');
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Anmelden' }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Anmelden' }).first().waitFor();
    await article(page, 'paint the fountain').waitFor();
    expect(await theme()).toBe('dark');
    await page.context().close();
  }, 60_000);

  it('[WB288] get what is new on return, and by a button', async () => {
    const page = await visit(square('/topic/fountain'));
    await article(page, 'paint the fountain').waitFor();
    await send('square', 'fountain', 'Blue it is.');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await article(page, 'Blue it is.').waitFor();
    await send('square', 'benches', 'New benches.');
    const come = () => page.evaluate(() => dispatchEvent(new Event('focus')));
    const before = answers.length;
    await come();
    await Bun.sleep(300);
    // Not that soon again.
    expect(answers.length).toBe(before);
    await page.clock.install({ time: Date.now() + 61_000 });
    await come();
    await sidebar(page).getByRole('link', { name: 'benches' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB288] get a new message while they look, within a minute, and ask for little until then', async () => {
    const page = await stage.visit('about:blank');
    await page.clock.install();
    page.on('response', (response) => answers.push(response));
    await page.goto(`${stage.server.url}/${square('/topic/fountain')}`);
    await article(page, 'paint the fountain').waitFor();
    answers = [];
    await page.clock.fastForward(61_000);
    await page.waitForResponse(/messages/);
    await Bun.sleep(300);
    const asked = answers.map((response) => new URL(response.url()).pathname);
    // A picture may take its time.
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/v1/messages']);
    await send('square', 'fountain', 'Painted by now.');
    await page.clock.fastForward(61_000);
    await article(page, 'Painted by now.').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB290] lose what is no longer web-public', async () => {
    const stream_id = channels.get('garden') as never;
    const page = await visit(`#narrow/channel/${channels.get('garden')}`);
    await article(page, 'The roses are out.').waitFor();
    await cast.ada.updateStream({ stream_id, is_web_public: false });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await signInTitle(page).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('roses');
    await page.getByRole('link', { name: 'Look around without an account' }).click();
    await article(page, 'Which colour?').waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/garden|roses/);
    await allow(false);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await signInTitle(page).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('square');
    await page.context().close();
    await allow(true);
    await cast.ada.updateStream({ stream_id, is_web_public: true });
  }, 60_000);

  it('[WB285] read on a phone', async () => {
    const page = await visit(square('/topic/fountain'), PHONE);
    await article(page, 'paint the fountain').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).last().waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await look(page, 'visitor-phone');
    await page.getByRole('button', { name: 'Show navigation' }).click();
    await sidebar(page).getByRole('link', { name: 'news' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await look(page, 'visitor-phone-sidebar');
    await sidebar(page).getByRole('link', { name: 'news' }).click();
    await article(page, `News number ${MESSAGES}.`).waitFor();
    await page.context().close();
  }, 60_000);

  it('complains of nothing', () => expect(stage.complaints).toEqual([]));
});
