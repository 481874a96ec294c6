// What happens to an open page while it stays open: another language, a lost connection, a restarted server, a key taken away.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;

describe.skipIf(!hasBrowser)('a page that stays open', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it("[WB81] uses the browser's language, then the reader's, and switches without a reload", async () => {
    const page = await stage.open('', null, { locale: 'de-AT' });
    const root = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
    await page.getByRole('button', { name: 'Anmelden' }).waitFor();
    expect(await root()).toEqual(['de', 'ltr']);
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('E-Mail-Adresse').fill(cast.finn.email);
    await page.getByLabel('Passwort', { exact: true }).fill(`${cast.finn.full_name} signs in`);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    // Finn's setting says English, whatever the browser.
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(await root()).toEqual(['en', 'ltr']);
    await cast.finn.updateSettings({ default_language: 'de' });
    await page.getByRole('heading', { name: 'Posteingang' }).waitFor();
    expect(await root()).toEqual(['de', 'ltr']);
    expect(await page.getByText('Inbox').count()).toBe(0);
    // Remembered on this device, before anybody is asked.
    await cast.finn.updateSettings({ default_language: 'en' });
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB80] fetches no other language for English readers', async () => {
    const page = await stage.open('', null);
    // What the first page still fetches could not be read once it is left.
    await page.waitForLoadState('networkidle');
    const scripts: string[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith('.js')) scripts.push(await response.text());
    });
    await page.reload({ waitUntil: 'networkidle' });
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((text) => text.includes('Willkommen'))).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB83] notifies of a message while the page is hidden, and removes the notification once read', async () => {
    const page = await stage.open('#feed', cast.dara, { permissions: ['notifications'] });
    await page.locator('#main h1').waitFor();
    // What the system would show, and a window that nobody looks at.
    await page.evaluate(() => {
      const shown: Record<string, unknown>[] = [];
      class Shown {
        static permission = 'granted';
        onclick: (() => void) | null = null;
        constructor(title: string, { body, tag }: { body: string; tag: string }) {
          shown.push({ title, body, tag, notice: this });
        }
        close() {
          shown.splice(
            shown.findIndex(({ notice }) => notice === this),
            1,
          );
        }
      }
      Object.assign(globalThis, { Notification: Shown, shown });
      document.hasFocus = () => false;
      dispatchEvent(new Event('blur'));
    });
    const shown = () =>
      page.evaluate(() =>
        (globalThis as unknown as { shown: Record<string, string>[] }).shown.map(({ title, body }) => ({
          title,
          body,
        })),
      );
    const notices = async (count: number) => {
      await page.waitForFunction(
        (wanted) => (globalThis as unknown as { shown: unknown[] }).shown.length === wanted,
        count,
      );
      return shown();
    };
    const icon = await page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')!.type);
    expect(icon).toBe('image/svg+xml');
    const text = 'A **secret**:\n\n```spoiler What\nPlums\n```';
    const sent = await cast.ada.sendMessage({ type: 'direct', to: [cast.dara.user_id], content: text });
    const [first] = await notices(1);
    expect(first).toEqual({ title: cast.ada.full_name, body: expect.stringMatching(/^A secret: What …$/) });
    await page.waitForFunction(() => document.title.startsWith('(1) '));
    await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')!.type === 'image/png');
    // Read on another device.
    await cast.dara.updateMessageFlags({ messages: [sent.id], op: 'add', flag: 'read' });
    await notices(0);
    await page.waitForFunction(() => !document.title.startsWith('('));
    // Without words, if the reader wants none on their screen; a click leads to the conversation.
    await cast.dara.updateSettings({ pm_content_in_desktop_notifications: false });
    await cast.ada.sendMessage({ type: 'direct', to: [cast.dara.user_id], content: 'Another secret' });
    expect((await notices(1))[0]!.body).toBe('New direct message');
    await page.evaluate(() => {
      const { shown } = globalThis as unknown as { shown: { notice: { onclick(): void } }[] };
      shown[0]!.notice.onclick();
    });
    await notices(0);
    await page.locator('article', { hasText: 'Another secret' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB83] asks for permission at the first notification, and not again', async () => {
    const page = await stage.open('#feed', cast.eli);
    await page.locator('#main h1').waitFor();
    await page.evaluate(() => {
      const PendingPermission = {
        permission: 'default',
        requestPermission: async () => {
          PendingPermission.permission = 'granted';
        },
      };
      Object.assign(globalThis, { Notification: PendingPermission });
      document.hasFocus = () => false;
      dispatchEvent(new Event('blur'));
    });
    expect(await page.getByRole('button', { name: 'Turn on notifications' }).count()).toBe(0);
    await cast.ada.sendMessage({ type: 'direct', to: [cast.eli.user_id], content: 'Are you there?' });
    const allow = page.getByRole('button', { name: 'Turn on notifications' });
    await allow.waitFor();
    expect(await barriers(page)).toEqual([]);
    await allow.click();
    await allow.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('stoa.notifications.answered'))).toBe('asked');
    await page.context().close();
  }, 60_000);

  it('[WB86] moves between messages and views by keyboard', async () => {
    await cast.ada.subscribe({ subscriptions: [{ name: 'keys' }], principals: [cast.ada.user_id, cast.dara.user_id] });
    const { stream_id } = await cast.ada.getStreamId({ stream: 'keys' });
    const send = (person: Cast['ada'], content: string) =>
      person.sendMessage({ type: 'channel', to: 'keys', topic: 'piano', content });
    await send(cast.dara, 'First of mine');
    const { id } = await send(cast.ada, 'Second by another');
    await cast.ada.addReaction({ message_id: id, emoji_name: 'octopus' });
    const page = await stage.open(`#narrow/channel/${stream_id}/topic/piano`, cast.dara);
    await page.getByText('Second by another').waitFor();
    const selected = page.locator('article.selected');
    await page.keyboard.press('End');
    await selected.getByText('Second by another').waitFor();
    await page.keyboard.press('=');
    await selected
      .getByRole('button', { name: /^\S+ 2|: .*Dara/ })
      .first()
      .waitFor();
    await page.keyboard.press('k');
    await selected.getByText('First of mine').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.activeElement?.matches('.editor textarea'));
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Edit' }).waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.matches('article.selected'));
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor({ state: 'detached' });
    for (const [key, hash] of [
      ['T', `#topics/channel/${stream_id}`],
      ['t', '#recent'],
      ['d', '#drafts'],
      ['I', '#inbox'],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForFunction((wanted) => location.hash === wanted, hash);
    }
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.id === 'search-input');
    await page.keyboard.type('jk');
    expect(await page.locator('#search-input').inputValue()).toBe('jk');
    await page.context().close();
  }, 60_000);

  it('[WB88] lays out right to left', async () => {
    await cast.ada.sendMessage({
      type: 'direct',
      to: [cast.eli.user_id],
      content: 'שלום! **bold** and `code`\n\n> a quote',
    });
    const page = await stage.open('#recent', cast.ada, PHONE);
    await page.locator('#main h1').waitFor();
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    const wrong: string[] = [];
    const look = async (place: string) => {
      const found = await page.evaluate(() => {
        const out = document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : [];
        for (const icon of document.querySelectorAll('svg.pointing'))
          if (getComputedStyle(icon).scale !== '-1 1') out.push('an icon points the wrong way');
        return out;
      });
      wrong.push(...found.map((fault) => `${place}: ${fault}`));
    };
    for (const hash of [
      '#recent',
      '#inbox',
      '#feed',
      `#narrow/dm/${cast.eli.user_id}`,
      '#drafts',
      '#settings/preferences',
      '#settings/notifications',
      '#organization',
      '#people',
      '#groups',
      '#channels',
    ]) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.waitForFunction((to) => location.hash.startsWith(to), hash);
      await page.locator('#main h1').first().waitFor();
      await look(hash);
    }
    expect(wrong).toEqual([]);
    await page.getByRole('button', { name: 'Show navigation' }).click();
    const place = () =>
      page.evaluate(() => Math.round(innerWidth - document.querySelector('#sidebar')!.getBoundingClientRect().right));
    await page.waitForFunction(
      () => Math.round(innerWidth - document.querySelector('#sidebar')!.getBoundingClientRect().right) === 0,
    );
    expect(await place()).toBe(0);
    // A name in Latin letters, beside the mark of its line.
    const gaps = await page.locator('#sidebar .sidebar-name').evaluateAll((names) =>
      names.map((name) => {
        const words = document.createRange();
        words.selectNodeContents(name);
        return Math.round(name.getBoundingClientRect().right - words.getBoundingClientRect().right);
      }),
    );
    expect(gaps.length).toBeGreaterThan(1);
    expect(gaps.filter((gap) => gap > 1)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
