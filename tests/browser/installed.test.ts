// The client as an app: without a connection, after an upgrade of the server, with what other apps share, and after signing out.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let page: Page;
let context: BrowserContext;

/** Pictures to look at, if wanted. */
async function look(name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}
async function signIn({ email, full_name }: { email: string; full_name: string }): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(`${full_name} signs in`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#main h1').waitFor();
}
const article = (text: string) => page.getByRole('article').getByText(text);
const field = () => page.locator('.compose-field');
const kept = () =>
  page.evaluate(async () => {
    const open = indexedDB.open('stoa-device');
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    if (!database.objectStoreNames.contains('records')) return '';
    const all = database.transaction('records').objectStore('records').getAll();
    const values = await new Promise<unknown[]>((resolve) => {
      all.onsuccess = () => resolve(all.result);
    });
    database.close();
    return JSON.stringify([values, { ...localStorage }, { ...sessionStorage }, await caches.keys()], (_, value) =>
      value instanceof Map ? [...value] : value,
    );
  });
async function keptSoon(isSo: (text: string) => boolean, meanwhile = async () => {}): Promise<void> {
  for (let tries = 0; tries < 100 && !isSo(await kept()); tries++) {
    await meanwhile();
    await Bun.sleep(50);
  }
  expect(isSo(await kept())).toBe(true);
}
const hide = () =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });

describe.skipIf(!hasBrowser)('the installed client, in a browser', () => {
  let channel_id: number;
  beforeAll(async () => {
    stage = await openStage();
    const { dara, bela } = stage.cast;
    await dara.subscribe({
      subscriptions: [{ name: 'kitchen' }],
      principals: [dara.user_id, bela.user_id] as number[],
    });
    channel_id = (await dara.getStreamId({ stream: 'kitchen' })).stream_id;
    await bela.sendMessage({ type: 'stream', to: 'kitchen', topic: 'soup', content: 'Is there soup today?' });
    page = await stage.visit(`${stage.server.url}/`, { serviceWorkers: 'allow' });
    context = page.context();
    await page.evaluate(async () => {
      for (const name of ['stoa-shell-a', 'stoa-shell-b']) await caches.open(name);
    });
    await signIn(dara);
  }, 60_000);
  afterAll(async () => {
    await context?.close();
    await stage?.stop();
  }, 30_000);

  it('[WB141] caches the files of its build, and of the last older build', async () => {
    await page.goto(`${stage.server.url}/#narrow/channel/${channel_id}/topic/soup`);
    await article('Is there soup today?').waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const names = await page.evaluate(() => caches.keys());
    const build = await page.evaluate(() => document.documentElement.dataset.build);
    expect(names.sort()).toEqual([`stoa-shell-${build}`, 'stoa-shell-b'].sort());
    await keptSoon((text) => text.includes('Is there soup today?'));
    expect(await kept()).not.toContain('session_key');
  }, 30_000);

  it('[WB144] opens without a connection with its cached data, and sends waiting messages once', async () => {
    await field().fill('A draft of the night');
    await context.setOffline(true);
    const reaches = () =>
      context.serviceWorkers()[0]!.evaluate(() =>
        fetch('/health').then(
          () => true,
          () => false,
        ),
      );
    expect(await reaches()).toBe(false);
    await page.reload();
    await article('Is there soup today?').waitFor();
    await page.getByText('You’re offline.').waitFor();
    await page.getByText('Earlier messages will load when you’re back online.').waitFor();
    expect(await field().inputValue()).toBe('A draft of the night');
    expect(await barriers(page)).toEqual([]);
    await look('offline');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await article('A draft of the night').waitFor();
    await page.goto(`${stage.server.url}/#settings/preferences`);
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    await page.reload();
    await page.goto(`${stage.server.url}/#narrow/channel/${channel_id}/topic/soup`);
    await article('A draft of the night').waitFor();
    await context.setOffline(false);
    await page.locator('.outgoing').waitFor({ state: 'detached' });
    await article('A draft of the night').waitFor();
    await page.getByText('when you’re back online.').waitFor({ state: 'detached' });
    const { messages } = await stage.cast.dara.getMessages({ anchor: 'newest', num_before: 10, num_after: 0 });
    expect(messages.filter(({ content }) => content.includes('A draft of the night'))).toHaveLength(1);
  }, 40_000);

  it('[WB142] offers a new version, and unsent text survives the reload', async () => {
    await field().fill('Half a sentence');
    const announce = () =>
      context.serviceWorkers()[0]!.evaluate(async () => {
        const { clients } = self as never as {
          clients: { matchAll(): Promise<{ postMessage(data: object): void }[]> };
        };
        for (const client of await clients.matchAll()) client.postMessage({ build: 'another' });
      });
    const offered = page.getByText('A new version is ready.');
    // The page listens some seconds after its first view.
    for (let tries = 0; tries < 100 && (await offered.count()) === 0; tries++) {
      await announce();
      await Bun.sleep(100);
    }
    await page.getByText('A new version is ready.').waitFor();
    expect(await field().inputValue()).toBe('Half a sentence');
    expect(await barriers(page)).toEqual([]);
    await look('update');
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize(PHONE.viewport);
    await Bun.sleep(400);
    await look('update-phone');
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
    await article('Is there soup today?').waitFor();
    expect(await field().inputValue()).toBe('Half a sentence');
    expect(await page.getByText('A new version is ready.').count()).toBe(0);
  }, 30_000);

  it('[WB140] [WB143] opens with a new message, the search, or shared content', async () => {
    await page.goto(`${stage.server.url}/#find`);
    await page.waitForFunction(() => document.activeElement?.id === 'search-input');
    await page.evaluate(async () => {
      const form = new FormData();
      form.set('title', 'A recipe');
      form.set('text', 'https://soup.example/');
      form.set('url', 'https://soup.example/');
      form.append('files', new File(['salt'], 'list.txt', { type: 'text/plain' }));
      await fetch('/share', { method: 'POST', body: form, redirect: 'manual' });
      location.hash = '#share';
    });
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.compose-field')?.value.includes('recipe'),
    );
    await page.locator('.compose').getByText('list.txt').first().waitFor();
    expect(await field().inputValue()).toStartWith('A recipe\nhttps://soup.example/');
    await look('shared');
    expect(await page.evaluate(() => caches.has('stoa-shared'))).toBe(false);
    expect(new URL(page.url()).hash).toBe('');
  }, 30_000);

  it('[WB144] signing out deletes everything, and the next person finds nothing', async () => {
    await hide();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email address').waitFor();
    await keptSoon((text) => !text.includes('soup') && !text.includes('Dara'));
    await signIn(stage.cast.finn);
    // The page begins to keep its state some time after it opened.
    await keptSoon((text) => text.includes(stage.cast.finn.email) && text.includes('realm_non_active_users'), hide);
    const text = await kept();
    for (const secret of ['soup', 'sentence', 'recipe']) expect(text).not.toContain(secret);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('You’re offline.').waitFor();
    await page.goto(`${stage.server.url}/#narrow/channel/${channel_id}/topic/soup`);
    expect(await page.getByText('Is there soup today?').count()).toBe(0);
    await context.setOffline(false);
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
