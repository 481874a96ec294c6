// Channels and topics in the browser: browsing, creating, settings, folders, the sidebar, menus, moving and deleting.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, chooseChannel, composeField, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
/** Ada's page, and that of Dara, a member; opened once. */
let ada: Page;
let dara: Page;
let kitchen: number;
let garden: number;

const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
const idOf = async (stream: string) => (await cast.ada.getStreamId({ stream })).stream_id;
const post = (person: Cast['ada'], to: string, topic: string, content: string) =>
  person.sendMessage({ type: 'channel', to, topic, content });
const sidebar = (page: Page) => page.locator('#sidebar');
const line = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: false }).first();
/** Opens the menu of a line of the sidebar, which shows on pointing at the line. */
async function menuOf(page: Page, name: string): Promise<void> {
  const button = sidebar(page).getByRole('button', { name: `Actions for ${name}`, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
}
const choose = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click();

describe.skipIf(!hasBrowser)('channels in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const both = [cast.ada.user_id, cast.dara.user_id];
    await cast.ada.createStream({ name: 'kitchen', description: 'What there is to *eat*', subscribers: both });
    await cast.ada.createStream({ name: 'workshop', description: '', subscribers: both });
    await cast.bela.createStream({ name: 'garden', description: 'Plants', subscribers: [cast.bela.user_id] });
    kitchen = await idOf('kitchen');
    garden = await idOf('garden');
    for (const topic of ['lunch', 'supper', 'plates']) await post(cast.ada, 'kitchen', topic, `About ${topic}`);
    [ada, dara] = await Promise.all([
      stage.open('#channels/subscribed', cast.ada),
      stage.open('#channels/available', cast.dara),
    ]);
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB60] lists channels, finds them, joins and leaves them', async () => {
    const list = dara.getByRole('region', { name: 'Channels' });
    await list.getByRole('button', { name: 'Subscribe to garden' }).click();
    await line(dara, 'garden').waitFor();
    await list.getByText('No matching channels.').waitFor();
    await list.getByRole('link', { name: 'Subscribed' }).click();
    await dara.getByRole('searchbox', { name: 'Find a channel' }).fill('plant');
    await list.getByText('1 channel', { exact: true }).waitFor();
    await list.getByRole('button', { name: 'Unsubscribe from garden' }).click();
    await line(dara, 'garden').waitFor({ state: 'detached' });
    await dara.getByRole('searchbox', { name: 'Find a channel' }).fill('');
    expect(await barriers(dara)).toEqual([]);
    const { is_subscribed } = await cast.ada.getSubscriptionStatus({
      user_id: cast.dara.user_id,
      stream_id: garden as never,
    });
    expect(is_subscribed).toBe(false);
  }, 30_000);

  it('[WB61] creates a channel with people, privacy and a described purpose', async () => {
    await go(ada, '#channels/new');
    await ada.getByLabel('Name', { exact: true }).fill('board');
    await ada.getByLabel('Description').fill('For **four** eyes');
    await ada.getByRole('button', { name: 'Preview' }).click();
    await ada.locator('.description-preview strong', { hasText: 'four' }).waitFor();
    await ada.getByLabel('Private, protected history').check();
    expect(await ada.getByLabel('Default channel for new accounts').count()).toBe(0);
    await chooseChannel(ada.getByRole('combobox', { name: 'Copy subscribers from a channel' }), 'kitchen');
    await ada.getByText('2 members', { exact: true }).last().waitFor();
    expect(await barriers(ada)).toEqual([]);
    await ada.getByRole('button', { name: 'Create channel' }).click();
    await ada.getByRole('heading', { name: 'board', level: 1 }).waitFor();
    await line(dara, 'board').waitFor();
    const { subscriptions } = await cast.dara.getSubscriptions({});
    expect(subscriptions.find(({ name }) => name === 'board')).toMatchObject({
      invite_only: true,
      history_public_to_subscribers: false,
      description: 'For **four** eyes',
      creator_id: cast.ada.user_id,
    });
    // A name that is taken is said to be.
    await go(ada, '#channels/new');
    await ada.getByLabel('Name', { exact: true }).fill('Board');
    await ada.getByRole('button', { name: 'Create channel' }).click();
    await ada.getByRole('alert').waitFor();
    await ada.getByRole('main').getByRole('link', { name: 'Cancel' }).click();
    await ada.getByLabel('Name', { exact: true }).waitFor({ state: 'detached' });
  }, 30_000);

  it('[WB62] [WB1075] lets administrators change a channel, and shows it to others', async () => {
    await go(dara, `#channels/${kitchen}/kitchen/general`);
    await dara.getByText('You don’t have permission to change').waitFor();
    expect(await dara.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    await go(ada, `#channels/${kitchen}/kitchen/general`);
    const name = ada.getByLabel('Name', { exact: true });
    await name.fill('canteen');
    await name.press('Enter');
    await dara.getByRole('heading', { name: 'canteen', level: 2 }).waitFor();
    await go(ada, `#channels/${kitchen}/canteen/permissions`);
    await ada.getByRole('combobox', { name: 'Topics', exact: true }).selectOption({ label: 'Topics required' });
    await ada.getByRole('group', { name: 'Who can post' }).waitFor();
    await ada.getByText('This channel is public: everyone except guests can subscribe.').waitFor();
    expect(await barriers(ada)).toEqual([]);
    await expectChannel({ name: 'canteen', topics_policy: 'disable_empty_topic' });
    await cast.ada.updateStream({ stream_id: kitchen as never, new_name: 'kitchen', topics_policy: 'inherit' });
    await dara.getByRole('heading', { name: 'kitchen', level: 2 }).waitFor();
  }, 30_000);

  it('[WB1056] confirms what shortens the retention of a channel, and nothing else', async () => {
    await go(ada, `#channels/${kitchen}/kitchen/general`);
    const kept = ada.getByRole('combobox', { name: 'Keep messages' });
    const amount = ada.getByLabel('Keep messages: amount');
    const dialog = ada.getByRole('dialog', { name: 'Delete old messages?' });
    await kept.selectOption({ label: 'Custom…' });
    for (const refused of ['0', '-5', 'a month']) {
      await amount.fill(refused);
      await ada.getByText('Enter a whole number').waitFor();
      await amount.press('Enter');
    }
    await amount.fill('90');
    await amount.press('Enter');
    await dialog.getByText('once they’re 90 days old').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectChannel({ name: 'kitchen', message_retention_days: null });
    await amount.press('Enter');
    await dialog.getByRole('button', { name: 'Delete old messages' }).click();
    await amount.waitFor({ state: 'detached' });
    await expectChannel({ name: 'kitchen', message_retention_days: 90 });
    await kept.selectOption({ label: 'Custom…' });
    await amount.fill('120');
    await amount.press('Enter');
    await amount.waitFor({ state: 'detached' });
    await expectChannel({ name: 'kitchen', message_retention_days: 120 });
    await cast.ada.updateStream({ stream_id: kitchen as never, message_retention_days: 'realm_default' });
  }, 30_000);

  it('[WB63] has personal settings: color, pin, mute and notifications', async () => {
    await go(dara, `#channels/${kitchen}/kitchen/personal`);
    await dara.getByRole('radio', { name: 'Color #e4523d' }).check();
    await dara.getByLabel('Pin channel').check();
    await sidebar(dara).getByRole('button', { name: 'Pinned' }).waitFor();
    await dara.getByLabel('Mobile').selectOption({ label: 'On' });
    expect(await barriers(dara)).toEqual([]);
    const own = async () =>
      (
        await cast.dara.registerQueue({
          fetch_event_types: ['subscription'],
          client_capabilities: { notification_settings_null: true },
        })
      ).subscriptions!.find(({ stream_id }) => stream_id === kitchen);
    expect(await own()).toMatchObject({ color: '#e4523d', pin_to_top: true, push_notifications: true });
    await dara.getByRole('button', { name: 'Reset to default' }).click();
    await dara.getByLabel('Pin channel').uncheck();
    await sidebar(dara).getByRole('button', { name: 'Pinned' }).waitFor({ state: 'detached' });
    expect(await own()).toMatchObject({ pin_to_top: false, push_notifications: null });
  }, 30_000);

  it('[WB252] shows and searches the addresses that the reader may see, and no made-up ones', async () => {
    await cast.ada.updateSettings({ email_address_visibility: 5 });
    await cast.chen.subscribe({ subscriptions: [{ name: 'kitchen' }] });
    await go(dara, `#channels/${kitchen}/kitchen/subscribers`);
    const rows = dara.locator('.subscriber');
    await rows.filter({ hasText: cast.chen.full_name }).getByText(cast.chen.email).waitFor();
    expect(await rows.filter({ hasText: cast.ada.full_name }).locator('.subscriber-email').count()).toBe(0);
    await dara.getByRole('searchbox', { name: 'Find a subscriber' }).fill('user');
    await dara.getByText('0 members', { exact: true }).waitFor();
    await go(dara, `#narrow/channel/${kitchen}/topic/lunch`);
    await dara.keyboard.press('r');
    const name = cast.ada.full_name;
    await composeField(dara).fill(`@${name.slice(0, 3)}`);
    const made_up = `user${cast.ada.user_id}@`;
    const suggestion = dara.getByRole('option', { name }).first();
    await suggestion.waitFor();
    expect(await suggestion.textContent()).not.toContain(made_up);
    await composeField(dara).fill('');
    for (const key of ['/', 'Control+k']) {
      await dara.keyboard.press('Escape');
      await dara.keyboard.press(key);
      await dara.keyboard.type(name.slice(0, 3));
      await dara.getByRole('option', { name }).first().waitFor();
      expect((await dara.getByRole('option').allTextContents()).join()).not.toContain(made_up);
    }
    // The first one empties the field.
    await dara.keyboard.press('Escape');
    await dara.keyboard.press('Escape');
    await dara.getByRole('dialog').waitFor({ state: 'detached' });
    await cast.chen.unsubscribe({ subscriptions: ['kitchen'] });
    await cast.ada.updateSettings({ email_address_visibility: 1 });
  }, 30_000);

  it('[WB64] lists, adds and removes subscribers', async () => {
    await go(ada, `#channels/${kitchen}/kitchen/subscribers`);
    const field = ada.getByRole('combobox', { name: /Add people or groups/ });
    await field.fill('eli');
    await ada.getByRole('option', { name: /Eli/ }).click();
    await ada.getByRole('button', { name: 'Add', exact: true }).click();
    const remove = ada.getByRole('button', { name: `Remove ${cast.eli.full_name} from the channel` });
    await remove.waitFor();
    await ada.getByRole('searchbox', { name: 'Find a subscriber' }).fill('eli');
    await ada.getByText('1 member', { exact: true }).first().waitFor();
    expect(await barriers(ada)).toEqual([]);
    await remove.click();
    await remove.waitFor({ state: 'detached' });
    // Who may not put others out is not offered it.
    await go(dara, `#channels/${kitchen}/kitchen/subscribers`);
    await dara.getByRole('button', { name: `Remove ${cast.dara.full_name} from the channel` }).waitFor();
    expect(await dara.getByRole('button', { name: `Remove ${cast.ada.full_name} from the channel` }).count()).toBe(0);
  }, 30_000);

  it('[WB64] says which bots leave a private channel with their owner, and keeps them if asked', async () => {
    const { user_id } = await cast.eli.createBot({ full_name: 'Tea Bot', short_name: 'tea' });
    const subscribers = [cast.ada.user_id, cast.eli.user_id, user_id];
    const own = { name: 'cellar', description: '', invite_only: true, subscribers };
    await cast.ada.createStream(own);
    const cellar = await idOf('cellar');
    const isIn = async (who: typeof user_id) =>
      (await cast.ada.getSubscriptionStatus({ user_id: who, stream_id: cellar })).is_subscribed;
    await go(ada, `#channels/${cellar}/cellar/subscribers`);
    const remove = ada.getByRole('button', { name: `Remove ${cast.eli.full_name} from the channel` });
    const bot = ada.getByRole('button', { name: 'Remove Tea Bot from the channel' });
    const dialog = ada.getByRole('dialog', { name: `Remove ${cast.eli.full_name} from cellar?` });
    for (const keeps of [true, false]) {
      await remove.click();
      await dialog.getByText('Tea Bot').waitFor();
      expect(await barriers(ada)).toEqual([]);
      if (keeps) await dialog.getByLabel('Keep the bots in the channel').check();
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
      await remove.waitFor({ state: 'detached' });
      if (!keeps) await bot.waitFor({ state: 'detached' });
      expect([await isIn(cast.eli.user_id), await isIn(user_id)]).toEqual([false, keeps]);
      if (!keeps) break;
      await cast.ada.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [cast.eli.user_id] });
      await remove.waitFor();
    }
  }, 60_000);

  it('[WB65] [WB66] creates folders, adds channels to them, and collapses them in the sidebar', async () => {
    await go(ada, '#channels/folders');
    for (const name of ['House', 'Outside']) {
      await ada.getByLabel('Name', { exact: true }).fill(name);
      await ada.getByRole('button', { name: 'Create folder' }).click();
      await ada.getByRole('button', { name: `Edit ${name}` }).waitFor();
    }
    await ada.getByRole('button', { name: 'Move Outside up' }).click();
    await ada.waitForFunction(() => document.querySelector('.entry-text')?.textContent?.startsWith('Outside'));
    expect(await barriers(ada)).toEqual([]);
    await go(ada, `#channels/${kitchen}/kitchen/general`);
    await ada.getByLabel('Folder').selectOption({ label: 'House' });
    const heading = sidebar(dara).getByRole('button', { name: 'House' });
    await heading.waitFor();
    await heading.click();
    expect(await heading.getAttribute('aria-expanded')).toBe('false');
    await line(dara, 'kitchen').waitFor({ state: 'detached' });
    await dara.reload();
    await heading.waitFor();
    expect(await line(dara, 'kitchen').count()).toBe(0);
    await heading.click();
    await line(dara, 'kitchen').waitFor();
  }, 30_000);

  it('[WB66] closes the sidebar of a phone when the reader goes somewhere', async () => {
    const page = await stage.open('#inbox', cast.dara, PHONE);
    const drawer = page.locator('.scrim');
    const ways = [
      () => page.getByRole('link', { name: 'Combined feed' }).click(),
      // Its own page again.
      () => page.getByRole('link', { name: 'Combined feed' }).click(),
      async () => {
        await page.getByRole('button', { name: 'Your account' }).click();
        await page.getByRole('menuitem', { name: 'Groups' }).click();
      },
    ];
    for (const go of ways) {
      await page.getByRole('button', { name: 'Show navigation' }).click();
      await drawer.waitFor();
      await go();
      await drawer.waitFor({ state: 'detached' });
    }
    await page.context().close();
  }, 30_000);

  it("[WB66] moves between lines by keyboard, and opens a channel's newest topic", async () => {
    await go(dara, '#inbox');
    await dara.getByRole('searchbox', { name: 'Filter conversations' }).fill('kitch');
    await line(dara, 'board').waitFor({ state: 'detached' });
    await dara.keyboard.press('Enter');
    await dara.getByRole('heading', { name: /kitchen.*plates/ }).waitFor();
    await dara.getByRole('searchbox', { name: 'Filter conversations' }).fill('');
    await line(dara, 'supper').waitFor();
    await line(dara, 'plates').focus();
    await dara.keyboard.press('ArrowDown');
    await dara.keyboard.press('Enter');
    await dara.getByRole('heading', { name: /kitchen.*supper/ }).waitFor();
    expect(await barriers(dara)).toEqual([]);
  }, 30_000);

  it('[WB67] marks as read, mutes, follows and resolves from the menus', async () => {
    await go(dara, '#inbox');
    await post(cast.ada, 'workshop', 'saw', 'It is blunt');
    await line(dara, 'workshop').getByText('1 unread message').waitFor();
    await menuOf(dara, 'workshop');
    await choose(dara, 'Mark as read');
    await line(dara, 'workshop').getByText('unread').waitFor({ state: 'detached' });
    await menuOf(dara, 'workshop');
    await choose(dara, 'Mute channel');
    await dara.waitForFunction(() => document.querySelector('.sidebar-link.muted') !== null);
    await go(dara, `#narrow/channel/${kitchen}/topic/lunch`);
    await dara.locator('article').first().waitFor();
    const header = dara.locator('.view-header');
    await header.getByRole('button', { name: 'Actions for lunch' }).click();
    await dara.getByRole('menuitemradio', { name: 'Followed' }).click();
    await line(dara, 'lunch').getByText('Followed').waitFor({ state: 'attached' });
    await header.getByRole('button', { name: 'Actions for lunch' }).click();
    await choose(dara, 'Copy link');
    await dara.getByText('Copied').waitFor();
    await header.getByRole('button', { name: 'Actions for lunch' }).click();
    await choose(dara, 'Mark as resolved');
    await sidebar(dara)
      .getByRole('link', { name: /Resolved.*lunch/ })
      .waitFor();
    await header.getByRole('heading', { name: /Resolved.*lunch/ }).waitFor();
    expect(await dara.getByText('This conversation was moved').count()).toBe(0);
  }, 30_000);

  it("[WB68] [WB1016] renames, moves and deletes topics, and says why it can't", async () => {
    await go(ada, `#narrow/channel/${kitchen}/topic/supper`);
    await ada.locator('article').first().waitFor();
    await ada.locator('.view-header').getByRole('button', { name: 'Actions for supper' }).click();
    await choose(ada, 'Rename or move…');
    const dialog = ada.getByRole('dialog');
    await chooseChannel(dialog.getByRole('combobox', { name: 'Channel', exact: true }), 'workshop');
    await dialog.getByLabel('Topic', { exact: true }).fill('feast');
    await dialog.getByLabel('In the old place').check();
    expect(await barriers(ada)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await ada.getByRole('heading', { name: /workshop.*feast/ }).waitFor();
    await ada.locator('article', { hasText: 'About supper' }).waitFor();
    await ada.locator('.notice', { hasText: 'This conversation was moved: #workshop › feast' }).waitFor();
    expect(await ada.locator('.notice').count()).toBe(1);
    await ada.locator('.view-header').getByRole('button', { name: 'Actions for feast' }).click();
    await choose(ada, 'Delete topic…');
    await dialog.getByRole('button', { name: 'Delete topic' }).click();
    await dialog.waitFor({ state: 'detached' });
    const workshop = await idOf('workshop');
    const { topics } = await cast.ada.getStreamTopics({ stream_id: workshop });
    expect(topics.map(({ name }) => name)).toEqual(['saw']);
    // Dara's own messages have grown too old for her to move; the newest has not.
    await post(cast.dara, 'kitchen', 'spoons', 'One');
    stage.server.clock.advance(8 * 24 * 3600 * 1000);
    await post(cast.dara, 'kitchen', 'spoons', 'Two');
    await go(dara, `#narrow/channel/${kitchen}/topic/spoons`);
    await dara.locator('article', { hasText: 'Two' }).waitFor();
    await dara.locator('.view-header').getByRole('button', { name: 'Actions for spoons' }).click();
    await choose(dara, 'Rename or move…');
    const hers = dara.getByRole('dialog');
    await hers.getByLabel('Topic', { exact: true }).fill('forks');
    await hers.getByRole('button', { name: 'Move', exact: true }).click();
    await hers.getByText('Only the newest of 2 messages can still be moved.').waitFor();
    await hers.getByRole('button', { name: 'Move that message' }).click();
    await line(dara, 'forks').waitFor();
  }, 40_000);

  it('[WB69] closes the compose box where sending is not allowed, and offers to join', async () => {
    await go(dara, `#narrow/channel/${garden}`);
    await dara.getByText('You’re not subscribed to this channel.').waitFor();
    await dara.locator('.channel-banner').getByRole('button', { name: 'Subscribe' }).click();
    await line(dara, 'garden').waitFor();
    await dara.getByText('You’re not subscribed to this channel.').waitFor({ state: 'detached' });
    await cast.ada.archiveStream({ stream_id: garden as never });
    await dara.getByText('This channel is archived.').waitFor();
    expect(await dara.locator('.compose').count()).toBe(0);
    await cast.ada.updateStream({ stream_id: kitchen as never, topics_policy: 'disable_empty_topic' });
    await go(dara, `#narrow/channel/${kitchen}/topic/`);
    await dara.getByText('Messages in this channel need a topic.').waitFor();
    expect(await barriers(dara)).toEqual([]);
    await dara.locator('.channel-banner').getByRole('button', { name: 'New topic' }).click();
    await dara.locator('textarea.compose-field').fill('Without a topic?');
    const send = dara.getByRole('button', { name: 'Send', exact: true });
    await dara.locator('.compose').getByRole('status').getByText('Messages in this channel need a topic.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await dara.getByRole('combobox', { name: 'Topic' }).fill('forks');
    await dara.locator('.compose').getByText('Messages in this channel need a topic.').waitFor({ state: 'detached' });
    expect(await send.isEnabled()).toBe(true);
  }, 30_000);

  it('[WB60] [WB5] fits a phone, light and dark, with hundreds of channels', async () => {
    const found: string[] = [];
    const names = Array.from({ length: 400 }, (_, at) => ({ name: `room ${at}` }));
    await cast.bela.subscribe({ subscriptions: names });
    const views = {
      light: [
        ['#channels/all', '.channel-row'],
        [`#narrow/channel/${kitchen}`, 'article'],
        [`#channels/${kitchen}/kitchen/general`, '.setting-group'],
      ],
      dark: [
        [`#channels/${kitchen}/kitchen/subscribers`, '.subscriber'],
        ['#channels/folders', '.entry'],
        [`#topics/channel/${kitchen}`, '.conversation'],
      ],
    } as const;
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await stage.open('#channels/all', cast.ada, { ...PHONE, colorScheme });
      if (colorScheme === 'light') {
        await page.getByText(/^40\d channels$/).waitFor();
        // What is out of sight isn't drawn, and is found all the same.
        expect(await page.locator('.channel-row').count()).toBeLessThan(60);
        await page.getByRole('searchbox', { name: 'Find a channel' }).fill('room 399');
        await page.getByText('1 channel', { exact: true }).waitFor();
      }
      for (const [hash, sign] of views[colorScheme]) {
        await go(page, hash);
        await page.locator(sign).first().waitFor();
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
          found.push(`${hash} ${colorScheme}: wider than the screen`);
      }
      found.push(...(await barriers(page)).map((barrier) => `${colorScheme}: ${barrier}`));
      await page.context().close();
    }
    await go(ada, `#channels/${kitchen}/kitchen/general`);
    await ada.getByLabel('Name', { exact: true }).waitFor();
    expect(found).toEqual([]);
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});

/** What the kitchen is once what was changed has arrived. */
async function expectChannel(expected: Record<string, unknown>): Promise<void> {
  const deadline = performance.now() + 5000;
  for (;;) {
    const { stream } = await cast.ada.getStream({ stream_id: kitchen as never });
    const is_so = Object.entries(expected).every(([name, value]) => stream[name as keyof typeof stream] === value);
    if (is_so || performance.now() > deadline) return expect(stream).toMatchObject(expected);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
