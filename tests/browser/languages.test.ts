// Every place of the client in German and French: nothing that is the client's own is left in English.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Text } from '../../packages/web/src/base/text/catalogue.ts';
import { failureTexts, texts } from '../../packages/web/src/base/text/compile.ts';
import { hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
const look = process.env.PICTURES;

const PLACES = [
  '#inbox',
  '#recent',
  '#feed',
  '#drafts',
  '#scheduled',
  '#reminders',
  '#narrow/is/starred',
  '#narrow/is/mentioned',
  '#narrow/is/resolved/sender/nobody',
  '#settings/profile',
  '#settings/account',
  '#settings/sessions',
  '#settings/preferences',
  '#settings/notifications',
  '#settings/privacy',
  '#settings/topics',
  '#settings/muted-users',
  '#settings/alert-words',
  '#settings/snippets',
  '#organization/organization-profile',
  '#organization/organization-settings',
  '#organization/organization-permissions',
  '#organization/auth-methods',
  '#organization/organization-level-user-defaults',
  '#organization/profile-field-settings',
  '#organization/emoji-settings',
  '#organization/linkifier-settings',
  '#organization/playground-settings',
  '#organization/default-channels-list',
  '#organization/users',
  '#organization/bot-list-admin',
  '#organization/invites-list-admin',
  '#organization/data-exports-admin',
  '#organization/deactivation',
  '#channels/all',
  '#people',
  '#groups',
] as const;

const formsOf = (text: Text): string[] => {
  if (typeof text === 'string') return [text];
  const forms = Array.isArray(text) ? (text[2] as Record<string, Text>) : (text as Record<string, Text>);
  return Object.values(forms).flatMap(formsOf);
};
const allForms = (tag: string) =>
  Object.values({ ...texts(tag), ...failureTexts(tag) }).flatMap((text) => formsOf(text));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** What a text looks like with any values; null where it says too little to be known by it. */
function patternOf(text: string): RegExp | null {
  const words = text.replaceAll(/\{\w+\}/g, ' ').match(/\p{L}{2,}/gu) ?? [];
  if (words.length < (text.includes('{') ? 2 : 1)) return null;
  const parts = text.split(/\{\w+\}/).map(escaped);
  return new RegExp(`^${parts.join('.+')}$`, 'u');
}

/** Words of English that are none of German or French. */
const ENGLISH = /\b(?:the|your|you|this|with|from|are|been|they|their|when|which|where|someone|everyone|people)\b/i;

/** Texts on the page, and names of controls, that are visible or read aloud. */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const add = (text: string | null | undefined) => {
      const clean = text?.replace(/\s+/g, ' ').trim();
      if (clean && /\p{L}{2}/u.test(clean)) found.add(clean);
    };
    const OTHERS = '[data-others], .rendered, .message-body, code, pre, kbd, textarea, [lang]:not(html)';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.currentNode as Element | null; node; node = walker.nextNode() as Element | null) {
      if (node.closest(OTHERS) || !node.checkVisibility()) continue;
      for (const name of ['title', 'aria-label', 'placeholder', 'alt']) add(node.getAttribute(name));
      for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE) add(child.textContent);
    }
    return [...found];
  });

/** The English texts among these, in a client that speaks another language. */
function englishIn(words: readonly string[], tag: string): string[] {
  const own = new Set(allForms(tag));
  const english = allForms('en').filter((text) => !own.has(text));
  const exact = new Set(english);
  const patterns = english.flatMap((text) => (text.includes('{') ? (patternOf(text) ?? []) : []));
  return words.filter(
    (text) => exact.has(text) || ENGLISH.test(text) || patterns.some((pattern) => pattern.test(text)),
  );
}

/** What people and the server have named, which no client translates. */
const NAMED = ['Gus the bot'];

describe.skipIf(!hasBrowser)('in another language', () => {
  let channel_id: number;
  beforeAll(async () => {
    stage = await openStage();
    const { ada, bela } = stage.cast;
    await ada.subscribe({
      subscriptions: [{ name: 'werft', description: 'Boote' }],
      principals: [ada.user_id, bela.user_id] as number[],
    });
    channel_id = (await ada.getStreamId({ stream: 'werft' })).stream_id;
    await bela.sendMessage({ type: 'stream', to: 'werft', topic: 'masten', content: 'Ahoi' });
    await bela.sendMessage({ type: 'direct', to: [ada.user_id] as never, content: 'Ahoi Ada' });
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  const walk = async (page: Page, tag: string, kind: string, places: readonly string[]) => {
    const left: string[] = [];
    const own = new Set(allForms(tag));
    const check = async (place: string) => {
      const words = await wordsOn(page);
      // A page that was not drawn has nothing in English either.
      expect(words.filter((text) => own.has(text)).length).toBeGreaterThan(8);
      const found = englishIn(words, tag).filter((text) => !NAMED.includes(text));
      left.push(...found.map((text) => `${place}: ${text}`));
      if (look) await page.screenshot({ path: `${look}/${tag}-${kind}-${place.replace(/\W+/g, '-')}.png` });
    };
    for (const place of places) {
      await page.goto(`${stage.server.url}/${place}`);
      await page.locator('#main').waitFor();
      const loading = String(texts(tag).loading);
      await page.waitForFunction((text) => !document.querySelector('#main')?.textContent?.includes(text), loading);
      await page.waitForTimeout(250);
      await check(place);
    }
    return { left, check };
  };

  for (const [tag, locale, wrong] of [
    ['de', 'de-DE', /falsch/i],
    ['fr', 'fr-FR', /incorrect/i],
  ] as const) {
    it(`[WB81] signing in speaks ${tag}, errors included`, async () => {
      const page = await stage.open('', null, { locale });
      await page.locator('.sign-in h1').waitFor();
      const before = englishIn(await wordsOn(page), tag);
      await page.locator('input[type=email]').fill('nobody@stoa.example');
      await page.locator('input[type=password]').fill('not this one');
      await page.locator('button[type=submit]').click();
      await page.getByText(wrong).first().waitFor();
      expect([...before, ...englishIn(await wordsOn(page), tag)]).toEqual([]);
      await page.context().close();
    }, 30_000);

    it(`[WB81] [WB1047] every place speaks ${tag}, light on a desktop and dark on a phone`, async () => {
      const { ada } = stage.cast;
      await ada.updateSettings({ default_language: tag });
      const conversation = `#narrow/channel/${channel_id}/topic/masten`;
      const places = [...PLACES, conversation, `#channels/${channel_id}/general`];
      const desktop = await stage.open('#inbox', ada, { locale });
      const wide = await walk(desktop, tag, 'light', places);
      await desktop.keyboard.press('?');
      await desktop.getByRole('dialog').waitFor();
      await wide.check('keyboard');
      await desktop.context().close();
      const phone = await stage.open('#inbox', ada, { ...PHONE, locale, colorScheme: 'dark' });
      const narrow = await walk(phone, tag, 'dark', ['#inbox', conversation, '#settings/preferences', '#people']);
      await phone.locator('[aria-controls=sidebar]').first().click();
      await phone.locator('.sidebar.open .sidebar-link').first().waitFor();
      await narrow.check('drawer');
      await phone.context().close();
      const usual = await stage.open(`#channels/${channel_id}/general`, ada, {
        locale,
        viewport: { width: 390, height: 800 },
      });
      const tabs = usual.locator('.channel-details > .tabs > a');
      await tabs.first().waitFor();
      const tops = await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().top)));
      expect(new Set(tops).size).toBe(1);
      await usual.context().close();
      expect([...new Set([...wide.left, ...narrow.left])]).toEqual([]);
    }, 120_000);
  }
});
