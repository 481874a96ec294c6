// Previews of linked pages, as readers see them.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type Cast, samplePicture } from '@stoa/testkit';
import { type Server, serve } from 'bun';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let site: Server<undefined>;
let channel_id: number;

const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;
const send = async (topic: string, content: string) =>
  (await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic, content })).id;
const narrow = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const pictures = (page: Page) => page.locator('img[src^="/external_content/"]');
const cards = (page: Page) => page.locator('.message_embed');
const below = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('[data-message-list]')!;
    return Math.round(list.scrollHeight - list.scrollTop - list.clientHeight);
  });

describe.skipIf(!hasBrowser)('previews of linked pages', () => {
  beforeAll(async () => {
    const bytes = await samplePicture().arrayBuffer();
    const page = (title: string, description: string, image: string) =>
      `<title>${title}</title><meta name="description" content="${description}"><meta property="og:image" content="${image}">`;
    const pages: Record<string, string> = {
      '/article': page(
        'How we moved a thousand channels in one night',
        'Notes from a migration: what we measured before, what broke, and why nobody noticed. With the scripts we used.',
        '/picture.png',
      ),
      '/broken': page('A picture that is not there', 'The card goes without it.', '/missing.png'),
      '/hostile': page(
        '&lt;img src=x onerror=alert(1)&gt;',
        '&lt;/div&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
        'javascript:alert(1)',
      ),
    };
    site = serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname === '/picture.png') return new Response(bytes, { headers: { 'content-type': 'image/png' } });
        const found = pages[pathname];
        return found === undefined
          ? new Response(null, { status: 404 })
          : new Response(found, { headers: { 'content-type': 'text/html' } });
      },
    });
    stage = await openStage({ outbound_allow: '127.0.0.1' });
    cast = stage.cast;
    await cast.ada.updateRealm({ inline_url_embed_preview: true });
    await cast.ada.subscribe({ subscriptions: [{ name: 'plans' }], principals: [cast.ada.user_id, cast.dara.user_id] });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
    const messages: number[] = [];
    for (let line = 0; line < 12; line += 1) messages.push(await send('reading', `Line ${line}\n\nsecond\n\nthird`));
    await cast.dara.updateMessageFlags({ messages: messages as never, op: 'add', flag: 'read' });
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
    await site?.stop(true);
  }, 30_000);

  it('[WB170] are cards that keep the end of the list and collapse', async () => {
    const page = await stage.open(narrow('reading'), cast.dara);
    await page.locator('[data-message-list] article').last().waitFor();
    await page.getByText('Line 11').waitFor();
    await send('reading', `Worth reading: ${at('/article')}`);
    await cards(page).first().waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.message_embed img')?.naturalWidth);
    expect(await below(page)).toBeLessThan(3);
    const card = cards(page).first();
    expect(await card.locator('.link-card-site').textContent()).toBe(`127.0.0.1:${site.port}`);
    expect(await card.getByRole('link').count()).toBe(1);
    const height = (await card.boundingBox())!.height;

    const toggle = card.getByRole('button', { name: /^Preview of How we moved/ });
    await toggle.press('Enter');
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    expect(await card.locator('.message_embed_description').isVisible()).toBe(false);
    expect((await card.boundingBox())!.height).toBeLessThan(height);
    await toggle.click();
    expect((await card.boundingBox())!.height).toBe(height);

    await send('reading', `${at('/broken')} and ${at('/hostile')}`);
    await cards(page).nth(2).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.message_embed img').length === 1);
    expect(await cards(page).nth(2).locator('.message_embed_title').textContent()).toBe('<img src=x onerror=alert(1)>');
    expect(await page.locator('.message_embed :is(script, style, [style], [onerror])').count()).toBe(0);
    expect(await below(page)).toBeLessThan(3);
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
    expect(stage.complaints).toEqual([]);
  });

  it('[WB171] are not shown to who turned them off', async () => {
    await send('choice', `Read ${at('/article')}`);
    await send('choice', `The chart: ${at('/picture.png')}`);
    const page = await stage.open(narrow('choice'), cast.dara);
    await cards(page).first().waitFor();
    await pictures(page).first().waitFor();
    const choice = page.getByRole('checkbox', { name: 'Show previews of linked pages' });
    await page.goto(`${stage.server.url}/#settings/preferences`);
    await choice.uncheck();
    await page.goto(`${stage.server.url}/${narrow('choice')}`);
    await page.getByRole('link', { name: at('/picture.png') }).waitFor();
    await cards(page).first().waitFor({ state: 'detached' });
    await pictures(page).first().waitFor({ state: 'detached' });
    await page.goto(`${stage.server.url}/#settings/preferences`);
    await choice.check();
    await page.goto(`${stage.server.url}/${narrow('choice')}`);
    await cards(page).first().waitFor();
    await pictures(page).first().waitFor();
    await page.context().close();
    expect(stage.complaints).toEqual([]);
  });

  it('[WB170] leave the link alone where the picture is not there', async () => {
    const page = await stage.open(narrow('lost'), cast.dara);
    await send('lost', `A lost one: ${at('/lost.png')}`);
    await page.getByRole('link', { name: at('/lost.png') }).waitFor();
    await send('lost', `The chart: ${at('/picture.png')}`);
    await page.waitForFunction(
      () => document.querySelectorAll<HTMLImageElement>('img[src^="/external_content/"]')[0]?.naturalWidth,
    );
    expect(await pictures(page).count()).toBe(1);
    await page.context().close();
    expect(stage.complaints).toEqual([]);
  });

  it('[WB171] go and come with the setting of the organization, and fit a phone', async () => {
    for (const path of ['/article', '/broken', '/hostile']) await send('setting', `Read ${at(path)}`);
    const page = await stage.open(narrow('setting'), cast.dara);
    await cards(page).nth(2).waitFor();
    await cast.ada.updateRealm({ inline_url_embed_preview: false });
    await cards(page).first().waitFor({ state: 'detached' });
    await cast.ada.updateRealm({ inline_url_embed_preview: true });
    await cards(page).nth(2).waitFor();

    await page.setViewportSize(PHONE.viewport);
    const beyond = await page.evaluate(() => {
      const edge = document.querySelector('[data-message-list]')!.getBoundingClientRect().right;
      return [...document.querySelectorAll('.message_embed')].filter(
        (card) => card.getBoundingClientRect().right > edge,
      ).length;
    });
    expect(beyond).toBe(0);
    await page.context().close();
    expect(stage.complaints).toEqual([]);
  });
});
