// The API reference in a real browser: without scripts, light and dark, on a desktop and a phone.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, type Options, openStage, PHONE, picture, type Stage } from './stage.ts';

const PLACES = [
  '/api/docs',
  '/api/docs?q=draft',
  '/api/docs/groups/messages',
  '/api/docs/endpoints/send-message',
  '/api/docs/endpoints/register-queue',
  '/api/docs/guides/permissions',
  '/api/docs/errors',
  '/api/docs/events',
];
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

let stage: Stage;

describe.skipIf(!hasBrowser)('the API reference, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  const settings: [string, Options][] = [
    ['desktop-light', {}],
    ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
  ];
  for (const [name, options] of settings)
    it(`[PG4] ${name}: everybody can read every kind of page`, async () => {
      const page = await stage.visit(`${stage.server.url}/api/docs`, options);
      for (const place of PLACES) {
        await page.goto(`${stage.server.url}${place}`);
        expect([place, await barriers(page)]).toEqual([place, []]);
        expect([place, await isTooWide(page)]).toEqual([place, false]);
      }
      await page.goto(`${stage.server.url}/api/docs/endpoints/send-message`);
      await picture(page, `api-endpoint-${name}`);
      await page.context().close();
      expect(stage.complaints).toEqual([]);
    });

  it('[PG4] [PG12] without scripts, a search leads to an endpoint, and its address to a parameter', async () => {
    const page = await stage.visit(`${stage.server.url}/api/docs`, { javaScriptEnabled: false });
    await page.getByRole('searchbox', { name: 'Search' }).fill('edit message content');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: /^Edit the content of a message/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Edit the content of a message/ }).waitFor();
    expect(page.url()).toEndWith('/api/docs/endpoints/update-message');
    await page.goto(`${page.url()}#parameter-propagate_mode`);
    expect(await page.locator(':target').innerText()).toContain('propagate_mode');
    await page.context().close();
  });
});
