// How things look where it matters: what covers what, what can be seen, and what is asked for in a form.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type Cast, startEmptyServer } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, composeField, composeHolds, hasBrowser, openStage, type Stage } from './stage.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const COLORS = ['#ffffff', '#f5f5dc', '#e2e619', '#76ce90', '#94c849', '#000000', '#0b1a2a', '#c2c2c2', '#ff00aa'];

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const send = (topic: string, content: string) => cast.ada.sendMessage({ type: 'channel', to: 'looks', topic, content });

/** How much lighter or darker these elements are than what they stand on, the least of all. */
const leastContrast = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const light = (color: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const ground = (element: Element | null): string => {
      if (!element) return 'white';
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? ground(element.parentElement) : backgroundColor;
    };
    const marks = [...document.querySelectorAll(selector)].map((mark) => {
      const [one, other] = [light(getComputedStyle(mark).color), light(ground(mark))];
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    });
    return { count: marks.length, least: Math.min(...marks) };
  }, selector);

describe.skipIf(!hasBrowser)('looks', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const principals = [cast.ada.user_id, cast.dara.user_id];
    await cast.ada.subscribe({ subscriptions: [{ name: 'looks' }], principals });
    channel_id = (await cast.ada.getStreamId({ stream: 'looks' })).stream_id;
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB990] a poll and a to-do list are asked for in a form', async () => {
    await send('polls', 'here');
    const page = await stage.open(topicHash('polls'), cast.dara);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Insert' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Poll');
    const poll = page.getByRole('dialog', { name: 'Poll' });
    await poll.getByLabel('Poll question').fill('Lunch?');
    expect(await barriers(page)).toEqual([]);
    // By keys alone; Enter makes another option.
    await page.keyboard.press('Tab');
    for (const option of ['Pizza', 'Soup', 'Bread']) {
      await page.keyboard.type(option);
      await page.keyboard.press('Enter');
    }
    await poll.getByLabel('Option 4').waitFor();
    // Nothing of it is dropped without a question.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard' }).getByRole('button', { name: 'Cancel' }).click();
    await poll.getByRole('button', { name: 'Insert' }).click();
    await composeHolds(page, '/poll Lunch?\nPizza\nSoup\nBread');
    await page.waitForFunction(() => document.activeElement?.matches('.compose textarea'));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Vote for Soup, 0 votes' }).click();
    await page.getByRole('button', { name: 'Vote for Soup, 1 vote' }).waitFor();
    await choose('To-do list');
    const list = page.getByRole('dialog', { name: 'To-do list' });
    await list.getByLabel('List title').fill('Party');
    await list.getByLabel('Task 1').fill('Bread: two loaves');
    expect(await barriers(page)).toEqual([]);
    await list.getByRole('button', { name: 'Insert' }).click();
    await composeHolds(page, '/todo Party\nBread: two loaves');
    await composeField(page).fill('');
    await page.context().close();
  }, 60_000);

  it('[WB991] [WB992] few emoji are large, and paragraphs have their own direction', async () => {
    const { id: few } = await send('kinds', ':tada: 👍');
    const { id: text } = await send('kinds', 'fine :tada:');
    const { id: mixed } = await send('kinds', 'שלום\n\nIn English.\n\n* שלום\n* hello');
    const page = await stage.open(topicHash('kinds'), cast.dara);
    const emoji = (id: number) => page.locator(`[data-message-id="${id}"] .emoji`).first();
    await emoji(few).waitFor();
    const size = (id: number) => emoji(id).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect((await size(few)) / (await size(text))).toBeGreaterThan(1.6);
    expect(await page.getByRole('img', { name: 'tada' }).count()).toBe(2);
    const sides = await page.locator(`[data-message-id="${mixed}"] :is(p, li)`).evaluateAll((blocks) =>
      blocks.map((block) => {
        const words = document.createRange();
        words.selectNodeContents(block);
        const [inner, outer] = [words.getBoundingClientRect(), block.getBoundingClientRect()];
        return inner.left - outer.left > outer.right - inner.right ? 'right' : 'left';
      }),
    );
    expect(sides).toEqual(['right', 'left', 'right', 'left']);
    await page.context().close();
  }, 60_000);

  it('[WB993] on a phone the tools of a message cover neither its sender nor what is above', async () => {
    await cast.ada.updateSettings({ full_name: 'Adalbertina von Humboldt-Wilhelmsen' });
    for (const content of ['above, long enough to reach the other side of a phone', 'own']) {
      await send('tools', content);
      await cast.dara.sendMessage({ type: 'channel', to: 'looks', topic: 'tools', content: 'another' });
    }
    const { id } = await send('tools', 'tapped');
    const page = await stage.open(topicHash('tools'), cast.dara, PHONE);
    const message = page.locator(`[data-message-id="${id}"]`);
    const height = (await message.boundingBox())!.height;
    await message.getByText('tapped').tap();
    const tools = message.getByRole('toolbar');
    await tools.getByRole('button', { name: 'Add reaction' }).waitFor();
    const [bar, row, time] = await Promise.all(
      [tools, message, message.locator('.message-time')].map(async (part) => (await part.boundingBox())!),
    );
    expect(row!.height).toBe(height);
    expect(bar!.y).toBeGreaterThanOrEqual(row!.y);
    expect(bar!.x).toBeGreaterThanOrEqual(time!.x + time!.width);
    const heading = page.getByRole('heading', { level: 1 });
    const [channel, topic] = await Promise.all(
      [heading.getByRole('link', { name: 'looks' }), heading.getByText('tools')].map(
        async (part) => (await part.boundingBox())!,
      ),
    );
    expect(topic!.y).toBeGreaterThanOrEqual(channel!.y + channel!.height - 2);
    await page.context().close();
  }, 60_000);

  it('[WB1068] on a phone the offer of notifications moves and covers nothing, and waits in the drawer', async () => {
    const page = await stage.open(topicHash('tools'), cast.dara, PHONE);
    const header = page.locator('.view-header');
    await page.getByText('tapped').waitFor();
    const before = await header.boundingBox();
    const offer = page.getByText('Get notified about new messages when you’re not looking?');
    // The script that asks comes after the first view.
    for (let tries = 0; tries < 20 && (await offer.count()) === 0; tries++) {
      await cast.ada.sendMessage({ type: 'direct', to: [cast.dara.user_id], content: `look ${tries}` });
      await page.waitForTimeout(500);
    }
    await offer.waitFor({ state: 'attached' });
    expect(await header.boundingBox()).toEqual(before);
    expect(await offer.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show navigation' }).tap();
    await offer.waitFor();
    const parts = ['.banner-question:visible', '.sidebar', '.account'];
    const [question, drawer, account] = await Promise.all(
      parts.map(async (part) => (await page.locator(part).boundingBox())!),
    );
    expect(question!.x + question!.width).toBeLessThanOrEqual(drawer!.width);
    expect(question!.y + question!.height).toBeLessThanOrEqual(account!.y);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Not now' }).tap();
    await offer.waitFor({ state: 'detached' });
    await page.context().close();
  }, 60_000);

  it('[WB1071] code can be read in every colour and theme, also what a search found', async () => {
    await send('code', '@**Dara Member**\n```python\n# Why\nimport os\n```');
    const classes =
      'k kd kn kp kr kc kt ow nv vc vg vi s s1 s2 sa sb sc sd se si sr ss sx cpf c c1 cm cp ch go m mb mi mf mh mo il ld bp no gp nf nc nd ne nn fm vm gh gu nt na nb gd gr gt ge gs gi n nx o p err w';
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await stage.open(topicHash('code'), cast.dara, { colorScheme });
      await page.locator('.codehilite .c1').waitFor();
      await page.locator('.codehilite code').evaluate((code, classes) => {
        for (const name of classes.split(' ')) {
          const plain = document.createElement('span');
          plain.className = name;
          const found = plain.cloneNode() as HTMLElement;
          found.append(Object.assign(document.createElement('span'), { className: 'highlight' }));
          code.append(plain, found);
        }
      }, classes);
      const { count, least } = await leastContrast(page, '.codehilite code span');
      expect(count).toBeGreaterThan(150);
      expect(least).toBeGreaterThanOrEqual(4.5);
      await page.context().close();
    }
  }, 60_000);

  it('[WB994] icons of channels can be seen in every colour and theme', async () => {
    for (const [at, color] of COLORS.entries()) {
      await cast.dara.subscribe({ subscriptions: [{ name: `colour ${at}` }] });
      const { stream_id } = await cast.dara.getStreamId({ stream: `colour ${at}` });
      await cast.dara.updateSubscriptionSettings({
        subscription_data: [{ stream_id, property: 'color', value: color }],
      });
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await stage.open(topicHash('tools'), cast.dara, { colorScheme });
      await page.locator('.sidebar').getByRole('link', { name: 'colour 8' }).waitFor();
      const { count, least } = await leastContrast(page, '.sidebar .channel-mark');
      expect(count).toBeGreaterThan(COLORS.length);
      expect(least).toBeGreaterThanOrEqual(3);
      await page.context().close();
    }
  }, 60_000);

  it('[WB996] says which word of a search is no filter', async () => {
    const page = await stage.open('#inbox', cast.dara);
    const field = page.getByRole('combobox', { name: 'Search messages' });
    await field.click();
    await field.fill('form:ada');
    await field.press('Enter');
    await page.getByText('There’s no search filter “form:”, so this was searched for as text.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB997] icons grow with the font, and a channel has its tabs below its name', async () => {
    const widths: number[] = [];
    for (const web_font_size_px of [14, 24]) {
      await cast.dara.updateSettings({ web_font_size_px });
      const page = await stage.open(`#narrow/channel/${channel_id}`, cast.dara, PHONE);
      const tabs = page.locator('.tabs');
      await tabs.waitFor();
      widths.push((await page.locator('.view-header .icon').first().boundingBox())!.width);
      const [name, below] = await Promise.all(
        [page.getByRole('heading', { level: 1 }), tabs].map(async (part) => (await part.boundingBox())!),
      );
      expect(below!.y).toBeGreaterThanOrEqual(name!.y + name!.height);
      expect(below!.width).toBeGreaterThan(300);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.context().close();
    }
    expect(widths[1]! / widths[0]!).toBeCloseTo(24 / 14, 1);
    await cast.dara.updateSettings({ web_font_size_px: 16 });
  }, 60_000);

  it('[WB995] the setup begins in its first field, and says once what a password must be', async () => {
    const empty = await startEmptyServer();
    const page = await stage.visit(`${empty.url}/#setup/${await empty.app.setupKey()}`);
    const name = page.getByLabel('Organization name');
    await name.waitFor();
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill('Garden');
    await page.getByLabel('Full name').fill('Olga');
    await page.getByLabel('Email address').fill('olga@garden.example');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('password1');
    const hint = page.locator('#password-hint');
    expect(await hint.count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.locator('input[name=password][aria-invalid=true]').waitFor();
    expect(await hint.count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
    await empty.stop();
  }, 60_000);

  it('[WB1017] tables have readable columns and scroll sideways', async () => {
    const address = 'https://example.org/a/very/long/address/that/does/not/break/anywhere';
    await send(
      'tables',
      `| Task | Deadline | Comment | Where |\n|---|---|---|---|\n| Landing page redesign | 2026-12-24 | waits for the copy of the marketing department, which is on holiday until Monday | ${address} |\n\n| a | b |\n|---|---|\n| 1 | 2 |`,
    );
    const page = await stage.open(topicHash('tables'), cast.dara, PHONE);
    const [wide, narrow] = [page.locator('.rendered table').first(), page.locator('.rendered table').last()];
    await narrow.waitFor();
    const cells = await wide.locator('td').evaluateAll((all) =>
      all.map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
        return { width: cell.getBoundingClientRect().width, lines };
      }),
    );
    expect(cells.slice(0, 2).map(({ lines }) => lines)).toEqual([1, 1]);
    for (const { width } of cells.slice(2)) {
      expect(width).toBeGreaterThan(200);
      expect(width).toBeLessThan(390);
    }
    expect((await narrow.boundingBox())!.width).toBeLessThan(120);
    // Within the message, by finger and by keys; the page itself is no wider than the phone.
    const scrolled = await wide.evaluate((table) => {
      const frame = table.closest('[tabindex="0"]')!;
      frame.scrollLeft = 9999;
      return { moved: frame.scrollLeft > 200, fits: document.documentElement.scrollWidth <= innerWidth };
    });
    expect(scrolled).toEqual({ moved: true, fits: true });
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB1018] on a phone the button that marks all as read says so', async () => {
    await send('unread', 'for all to read');
    for (const language of ['en', 'de', 'fr'] as const) {
      await cast.dara.updateSettings({ default_language: language });
      const page = await stage.open('#recent', cast.dara, PHONE);
      const button = page.locator('.mark-all');
      const label = { en: 'Mark all as read', de: 'Alles als gelesen markieren', fr: 'Tout marquer comme lu' }[
        language
      ];
      await button.getByText(label).waitFor();
      const { height, cut } = await button.locator('span').evaluate((text) => ({
        height: text.getBoundingClientRect().height,
        cut: text.scrollWidth > text.clientWidth + 1,
      }));
      expect(height).toBeGreaterThan(10);
      expect(cut).toBe(false);
      // The heading keeps its room.
      const heading = page.locator('.view-title h1 > span');
      expect(await heading.evaluate((h1) => h1.scrollWidth <= h1.clientWidth + 1)).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.context().close();
    }
    await cast.dara.updateSettings({ default_language: 'en' });
  }, 60_000);

  it('[WB1023] [WB1082] what the composer waits for, placeholders and last activity fit a phone in every language', async () => {
    /** What has less room than its text, also of placeholders, which browsers don't measure. */
    const cut = (page: Page, selector: string) =>
      page.locator(selector).evaluateAll((all) => {
        const pen = document.createElement('canvas').getContext('2d')!;
        const isCut = (element: Element) => {
          if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
            return true;
          if (!(element instanceof HTMLInputElement)) return false;
          const { font, paddingLeft, paddingRight } = getComputedStyle(element);
          pen.font = font;
          const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return element.value === '' && pen.measureText(element.placeholder).width > room;
        };
        return { count: all.length, cut: all.filter(isCut).map((element) => element.outerHTML) };
      });
    for (const language of ['en', 'de', 'fr'] as const) {
      await cast.ada.updateSettings({ default_language: language });
      const page = await stage.open(topicHash('polls'), cast.ada, PHONE);
      await page.route('**/api/v1/tus', () => {});
      await composeField(page).waitFor();
      await page
        .locator('.compose input[type=file]')
        .setInputFiles({ name: 'a', mimeType: 'text/plain', buffer: Buffer.from('a') });
      await page.locator('.compose-hint.reason').waitFor();
      expect(await cut(page, '.compose-hint.reason')).toEqual({ count: 1, cut: [] });
      const lines = await page.locator('.compose-hint.reason').evaluate((hint) => hint.getClientRects()[0]!.height);
      expect(lines).toBeLessThan(40);
      for (const [hash, selector] of [
        ['#organization/organization-permissions', '.holders input'],
        [`#channels/${channel_id}/subscribers`, '#main .holders input'],
        ['#people', '.roster-detail'],
        ['#inbox', '#search-input'],
        ['#recent', '#search-input'],
      ] as const) {
        await page.goto(`${stage.server.url}/${hash}`);
        await page.locator(selector).first().waitFor();
        const found = await cut(page, selector);
        expect([hash, found.cut]).toEqual([hash, []]);
        expect(found.count).toBeGreaterThan(0);
      }
      await page.context().close();
    }
    await cast.ada.updateSettings({ default_language: 'en' });
  }, 90_000);

  it('[WB1085] what is cut on a phone keeps the beginning of names and texts in scripts of either direction', async () => {
    const ARABIC = 'محمد بن عبد الرحمن آل الشيخ الطويل الاسم جدا';
    const { eli, ada } = cast;
    const send = (who: typeof eli, topic: string, content: string) =>
      who.sendMessage({ type: 'channel', to: channel_id, topic, content });
    await ada.updateUser({ user_id: eli.user_id, full_name: ARABIC });
    await send(eli, 'directions', 'A long English text that has no room beside such a name, nor below it');
    await send(ada, 'directions', `${ARABIC} ${ARABIC}`);
    await send(eli, 'other directions', 'A long English text that has no room beside such a name, nor below it');
    const page = await stage.open('#inbox', cast.dara, PHONE);
    /** The elements whose first letter lies outside of them. */
    const beginless = (selector: string) =>
      page.locator(selector).evaluateAll((all) =>
        all
          .filter((element) => {
            const first = document.createRange();
            first.setStart(element.firstChild!, 0);
            first.setEnd(element.firstChild!, 1);
            const letter = first.getBoundingClientRect();
            const box = element.getBoundingClientRect();
            return letter.left < box.left - 1 || letter.right > box.right + 1;
          })
          .map(({ textContent }) => textContent),
      );
    await page.locator('.last-author', { hasText: 'محمد' }).waitFor();
    expect(await beginless('.last-author, .last-text')).toEqual([]);
    // A long name leaves room for the text.
    const widths = await page.locator('.last-text').evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
    expect(Math.min(...widths)).toBeGreaterThan(80);
    await page.goto(`${stage.server.url}/${topicHash('directions')}`);
    await page.locator('.message-sender', { hasText: 'محمد' }).waitFor();
    expect(await beginless('.message-sender')).toEqual([]);
    await page.context().close();
    await ada.updateUser({ user_id: eli.user_id, full_name: eli.full_name });
  }, 60_000);

  it('[WB1072] every choice of a list is shown whole in every language, on a desktop and on a phone', async () => {
    const places = [
      '#settings/preferences',
      '#settings/notifications',
      '#organization/organization-settings',
      '#organization/organization-permissions',
      '#organization/audit-log',
      `#channels/${channel_id}/looks/permissions`,
    ];
    /** Beside the text: the arrow, as Chromium draws it. */
    const cut = (page: Page) =>
      page.locator('#main select').evaluateAll((all) => {
        const pen = document.createElement('canvas').getContext('2d')!;
        return (all as HTMLSelectElement[]).flatMap((select) => {
          if (select.clientWidth === 0) return [];
          const { font, paddingLeft, paddingRight } = getComputedStyle(select);
          pen.font = font;
          const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - 18;
          return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room + 1);
        });
      });
    const found: string[] = [];
    for (const language of ['en', 'de', 'fr'] as const) {
      await cast.ada.updateSettings({ default_language: language });
      for (const options of [{}, PHONE]) {
        const page = await stage.open(places[0]!, cast.ada, options);
        for (const place of places) {
          await page.goto(`${stage.server.url}/${place}`);
          await page.locator('#main select').nth(1).waitFor({ state: 'attached' });
          found.push(...(await cut(page)).map((text) => `${place} ${text}`));
        }
        await page.context().close();
      }
    }
    await cast.ada.updateSettings({ default_language: 'en' });
    expect(found).toEqual([]);
  }, 90_000);

  it('[WB1074] the tools of a message cover no button of its code or spoiler', async () => {
    for (const content of ['Look:', '```python\nprint(1)\n```', '```spoiler Riddle\nsecret\n```', 'End'])
      await send('covers', content);
    const page = await stage.open(topicHash('covers'), cast.dara);
    const code = page.locator('article', { has: page.locator('.codehilite') });
    await code.hover();
    await code.getByRole('button', { name: 'Copy code' }).click();
    await code.getByRole('button', { name: 'Star' }).click();
    const spoiler = page.locator('article', { has: page.locator('.spoiler-block') });
    await spoiler.hover();
    await spoiler.getByRole('button', { name: 'Show' }).click();
    await spoiler.getByText('secret').waitFor();
    await spoiler.getByRole('button', { name: 'Star' }).click();
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
