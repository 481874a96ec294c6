// What fits at any font size and width of the window: the breakpoints follow the reader's font size.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { composeField, hasBrowser, openStage, type Stage } from './stage.ts';

const WIDTHS = [390, 780, 820, 900, 1024, 1280];
const SIZES = [12, 14, 18, 20, 24];
const HEIGHT = 800;

let stage: Stage;
let cast: Cast;
let channel_id: number;

const addressesOf = (page: Page) =>
  page
    .locator('.sections-list a')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).hash));

/** Per font size: what leaves the window to the right, or what it shows beside each other lies over; empty if all is well. */
const faultsOn = (page: Page) =>
  page.evaluate((sizes) => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}${[...element.classList].map((name) => `.${name}`).join('')}`;
    // What an ancestor cuts or scrolls by intention is reached there, or ends in an ellipsis.
    const isCut = (element: Element): boolean => {
      const above = element.parentElement;
      if (!above || above.matches('.page, .channels-page, .people-page, .topics-page, .main, .shell')) return false;
      return getComputedStyle(above).overflowX !== 'visible' || isCut(above);
    };
    const faults = (): string[] => {
      const found = new Set<string>();
      for (const element of document.querySelectorAll('#main *, body > :not(#app) *')) {
        const { left, right, width, height } = element.getBoundingClientRect();
        if (width === 0 || height === 0 || (right <= innerWidth + 1 && left >= -1)) continue;
        if (element.closest('.hidden-text, svg') || isCut(element)) continue;
        found.add(`${nameOf(element)} ends at ${Math.round(right)}`);
      }
      for (const page of document.querySelectorAll('#main :is(.page, .channels-page, .people-page, .topics-page)'))
        if (page.scrollWidth > page.clientWidth)
          found.add(`the page scrolls by ${page.scrollWidth - page.clientWidth}`);
      for (const select of document.querySelectorAll('.labelled > select')) {
        const one = select.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(select.previousElementSibling ?? select.parentElement!.firstChild!);
        const other = range.getBoundingClientRect();
        if (
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1
        )
          found.add(`${nameOf(select)} lies over its label`);
      }
      return [...found].slice(0, 3);
    };
    // Asking for a rectangle lays the page out: no frame needs to be drawn for each size.
    return sizes.flatMap((px) => {
      document.documentElement.style.fontSize = `${px}px`;
      return faults().map((fault) => `${px} px: ${fault}`);
    });
  }, SIZES);

/** The faults of a page at every size and width. */
async function sweep(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const fault of await faultsOn(page)) found.push(`${name} at ${width}, ${fault}`);
  }
  return found;
}

async function sweepPages(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) {
    await page.setViewportSize({ width: 1280, height: HEIGHT });
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await page.locator('#main :is(.page, .channels-page, .people-page, .topics-page)').first().waitFor();
    await page.waitForFunction(() => !document.querySelector('#main [aria-busy="true"]'));
    await page.waitForTimeout(150);
    found.push(...(await sweep(page, address)));
  }
  return found;
}

describe.skipIf(!hasBrowser)('font sizes and widths of the window', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const people = [cast.ada.user_id, cast.chen.user_id, cast.dara.user_id];
    await cast.ada.subscribe({
      subscriptions: [{ name: 'plans', description: 'What comes next' }],
      principals: people,
    });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
    await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic: 'autumn', content: 'Which *rooms* do we need?' });
    await cast.chen.sendMessage({ type: 'direct', to: [cast.ada.user_id], content: 'Hello' });
    await cast.ada.createDrafts({
      drafts: [{ type: 'stream', to: [channel_id], topic: 'autumn', content: 'Not yet' }],
    });
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  for (const language of ['en', 'de'] as const)
    it(`[WB251] no page is wider than its window, and nothing lies over anything, at any font size (${language})`, async () => {
      await cast.ada.updateSettings({ default_language: language });
      const { user_group_id } = (await cast.ada.getUserGroups({})).user_groups
        .map(({ id }) => ({ user_group_id: id }))
        .at(-1)!;
      const page = await stage.open('#settings/preferences', cast.ada);
      await page.locator('.sections-list a').first().waitFor();
      const settings = await addressesOf(page);
      await page.goto(`${stage.server.url}/#organization`);
      await page.locator('.sections-list a[href^="#organization"]').first().waitFor();
      const organization = await addressesOf(page);
      const others = [
        '#groups/all',
        '#groups/new',
        `#groups/${user_group_id}`,
        '#people',
        `#user/${cast.chen.user_id}`,
        '#channels',
        '#channels/new',
        `#channels/${channel_id}/general`,
        `#channels/${channel_id}/permissions`,
        `#channels/${channel_id}/subscribers`,
        '#inbox',
        '#recent',
        '#drafts',
        `#topics/channel/${channel_id}`,
      ];
      const found = await sweepPages(page, [...settings, ...organization, ...others]);
      await page.context().close();
      expect(found).toEqual([]);
    }, 240_000);

  it('[WB251] the composer wraps its tools, and Send is always in sight', async () => {
    await cast.ada.updateSettings({ default_language: 'de' });
    const page = await stage.open(`#narrow/channel/${channel_id}/topic/autumn`, cast.ada);
    await page.keyboard.press('r');
    await composeField(page).waitFor();
    const found = await sweep(page, 'the composer');
    await page.context().close();
    expect(found).toEqual([]);
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
