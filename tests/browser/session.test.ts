// Getting in, in a real browser: a new server, invitations, new passwords; and getting others out.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import {
  type EmptyServer,
  type FakeMail,
  type FakeWebPush,
  samplePicture,
  startEmptyServer,
  startFakeMail,
  startFakeWebPush,
} from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

const PASSWORD = 'eleven quiet lanterns';

let stage: Stage;
let mail: FakeMail;
let empty: EmptyServer;
let push: FakeWebPush;

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
async function mailedLink(to: string): Promise<string> {
  await stage.server.app.jobs.settle();
  return mail.newest(to).text.match(/http\S+\/(?:join|reset-password)\/\S+/)![0];
}
const sessionIn = (page: Page) => page.evaluate(() => localStorage.getItem('stoa.session'));

describe.skipIf(!hasBrowser)('signing in and out, in a browser', () => {
  beforeAll(async () => {
    mail = await startFakeMail();
    push = await startFakeWebPush();
    [stage, empty] = await Promise.all([
      openStage({ smtp_url: mail.url, web_push_allow: '127.0.0.1' }),
      startEmptyServer(),
    ]);
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
    await empty?.stop();
    await mail?.stop();
    await push?.stop();
  }, 30_000);

  it('[WB20] [WB21] sets up a new server on one page, then opens a conversation', async () => {
    const page = await stage.visit(`${empty.url}/`, PHONE);
    await page.getByRole('heading', { name: 'This server isn’t set up yet' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    const key = await empty.app.setupKey();
    await page.goto(`${empty.url}/#setup/${'0'.repeat(40)}`);
    const form = {
      'Organization name': 'The garden',
      'Full name': 'Ada Owner',
      'Email address': 'ada@a.example',
    };
    await fill(page, { ...form, Password: PASSWORD });
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByText('This link doesn’t work').waitFor();
    await page.goto(`${empty.url}/#setup/${key}`);
    await fill(page, { ...form, Password: 'password1' });
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByText(/easily guessed|too weak|easy to guess/i).waitFor();
    await fill(page, { Password: PASSWORD });
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('heading', { name: 'The garden is ready' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    const link = await page.getByLabel('Invitation link').inputValue();
    expect(link).toMatch(/\/join\/[0-9a-f]{40}\/$/);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Copy link');
    await page.getByText('Anyone with this link can join within the next ten days.').waitFor();
    await page.getByRole('button', { name: 'Go to the conversation' }).click();
    await page.getByText('Welcome to The garden!').waitFor();
    await page.getByRole('textbox', { name: /^Message/ }).fill('The first words of ours');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').getByText('The first words of ours').waitFor();
    await page.goto(`${empty.url}/#setup/${key}`);
    await page.context().close();

    const guest = await stage.visit(link);
    await guest.getByText('Ada Owner invited you.').waitFor();
    await fill(guest, { 'Email address': 'bela@a.example', 'Full name': 'Bela', Password: PASSWORD });
    await guest.getByRole('button', { name: 'Create account' }).click();
    await guest.getByRole('link', { name: 'general' }).first().click();
    await guest.getByText('The first words of ours').first().waitFor();
    const late = await stage.visit(`${empty.url}/#setup/${key}`);
    await late.getByText('This server is already set up').waitFor();
    for (const page of [guest, late]) await page.context().close();
  }, 60_000);

  it('[WB22] [WB1073] a mailed invitation opens a page of the client that signs in', async () => {
    const { dara } = stage.cast;
    await dara.sendInvites({ invitee_emails: 'nora@new.example', stream_ids: [] });
    const link = await mailedLink('nora@new.example');
    const page = await stage.visit(link, { ...PHONE, colorScheme: 'dark' });
    await page.getByText('Dara Member invited you.').waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe('nora@new.example');
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await fill(page, { 'Full name': 'Nora New', Password: 'short' });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Passwords need at least 8 characters.').waitFor();
    await fill(page, { Password: PASSWORD });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(JSON.parse((await sessionIn(page))!)).toMatchObject({ email: 'nora@new.example' });
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor();
    await page.context().close();
  }, 30_000);

  it('[WB191] shows the organization’s icon, or its first letter, before sign-in', async () => {
    const { ada } = stage.cast;
    const { invite_link: link } = await ada.createMultiuseInvite({});
    const page = await stage.visit(link);
    expect(await page.locator('.sign-in-icon').textContent()).toBe('S');
    await ada.uploadRealmIcon({}, { file: samplePicture('icon.png') });
    for (const url of [link, stage.server.url]) {
      await page.goto(url);
      await page.locator('img.sign-in-icon[src^="/user_avatars/"]').waitFor();
      expect(
        await page.locator('.sign-in-icon').evaluate((image) => (image as HTMLImageElement).decode()),
      ).toBeUndefined();
    }
    await ada.deleteRealmIcon();
    await page.context().close();
  }, 30_000);

  it('[WB22] a mailed link without scripts is a plain form', async () => {
    const page = await stage.visit(`${stage.server.url}/forgot-password/`, { javaScriptEnabled: false });
    await page.waitForURL('**/forgot-password/?plain');
    await page.getByLabel('Email address').fill('nobody@new.example');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('we’ve sent a link to it').waitFor();
    await page.context().close();
  }, 30_000);

  it('[WB1051] [WB1052] pages of links begin in the first empty field, and what follows a form gets the focus', async () => {
    const { ada } = stage.cast;
    const focusedField = (page: Page) =>
      page.evaluate(() => {
        const focused = document.activeElement;
        return focused instanceof HTMLInputElement ? focused.name : null;
      });
    const { invite_link: link } = await ada.createMultiuseInvite({});
    const page = await stage.visit(link);
    await page.getByLabel('Email address').waitFor();
    expect(await focusedField(page)).toBe('email');
    await page.keyboard.type('otto@new.example');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: 'Check your email' });
    await heading.waitFor();
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await page.goto(await mailedLink('otto@new.example'));
    await page.getByLabel('Full name').waitFor();
    expect(await focusedField(page)).toBe('full_name');
    await page.goto(`${stage.server.url}/forgot-password/`);
    await page.getByLabel('Email address').waitFor();
    expect(await focusedField(page)).toBe('email');
    await page.context().close();
  }, 30_000);

  it('[WB23] resets a lost password by mail, and signs in', async () => {
    const { chen } = stage.cast;
    const page = await stage.visit(`${stage.server.url}/`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await fill(page, { 'Email address': chen.email });
    await page.getByRole('button', { name: 'Send email' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const link = await mailedLink(chen.email);
    await page.goto(link);
    await page.getByLabel('Password', { exact: true }).fill('password1');
    await page.getByRole('button', { name: 'Change password and sign in' }).click();
    await page.locator('.problem[role="alert"]').waitFor();
    expect(await barriers(page)).toEqual([]);
    await fill(page, { Password: PASSWORD });
    await page.getByRole('button', { name: 'Change password and sign in' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor();
    expect((await stage.server.client().fetchApiKey({ username: chen.email, password: PASSWORD })).email).toBe(
      chen.email,
    );
    await page.context().close();
  }, 30_000);

  it("[WB24] the sign-in page shows the organization's description and the sign-in methods", async () => {
    const { ada } = stage.cast;
    await ada.updateRealm({ name: 'The kitchen', description: 'Where *we* cook', invite_required: false });
    // Requests know the organization's former name for two seconds more.
    stage.server.clock.advance(3000);
    const page = await stage.visit(`${stage.server.url}/`);
    await page.getByRole('heading', { name: 'Sign in to The kitchen' }).waitFor();
    expect(await page.locator('.sign-in-lead em').textContent()).toBe('we');
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Join The kitchen' }).waitFor();
    await fill(page, { 'Email address': 'open@new.example' });
    await page.getByRole('button', { name: 'Send email' }).click();
    await page.getByText('We sent an email to open@new.example').waitFor();
    await page.goto(await mailedLink('open@new.example'));
    await page.getByRole('heading', { name: 'Join The kitchen' }).waitFor();
    await page.context().close();
  }, 30_000);

  it('[WB25] [WB26] signs a device out from another one at once', async () => {
    const { eli } = stage.cast;
    const signIn = async (options = {}) => {
      const page = await stage.visit(`${stage.server.url}/`, options);
      await fill(page, { 'Email address': eli.email, Password: `${eli.full_name} signs in` });
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
      return page;
    };
    const phone = await signIn({
      ...PHONE,
      userAgent:
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    });
    const page = await signIn();
    await page.goto(`${stage.server.url}/#settings/sessions`);
    await page.getByText('This device', { exact: true }).waitFor();
    expect(await sessionIn(page)).not.toContain(eli.api_key);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out Chrome, Android' }).click();
    await phone.getByText('You’ve been signed out. Please sign in again.').waitFor();
    expect(await sessionIn(phone)).toBeNull();

    await page.getByRole('button', { name: 'Show API key…' }).click();
    await page.getByLabel('Your password').fill(`${eli.full_name} signs in`);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe(eli.api_key);

    await page.getByRole('button', { name: 'Sign out everywhere else…' }).click();
    await page.getByLabel('Also reset my API key').check();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out everywhere else', exact: true }).click();
    await page.getByText('0 devices were signed out.').waitFor();
    const refused = await eli.getOwnUser().catch(({ code }) => code);
    expect(refused).toBe('UNAUTHORIZED');

    const { key } = JSON.parse((await sessionIn(page))!) as { key: string };
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email address').waitFor();
    const gone = () =>
      stage.server
        .client(eli.email, key)
        .getOwnUser()
        .then(
          () => null,
          ({ code }) => code,
        );
    for (let tries = 0; tries < 100 && (await gone()) === null; tries++) await Bun.sleep(20);
    expect(await gone()).toBe('UNAUTHORIZED');
    for (const open of [page, phone]) await open.context().close();
  }, 30_000);

  it('[WB101] signing out offline forgets the key at once and ends the session later', async () => {
    const { bela } = stage.cast;
    let page = await stage.visit(`${stage.server.url}/`);
    const context = page.context();
    const storage = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    const signIn = async () => {
      await fill(page, { 'Email address': bela.email, Password: `${bela.full_name} signs in` });
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
      return (JSON.parse((await sessionIn(page))!) as { key: string }).key;
    };
    const signOutAway = async () => {
      // The menu is no part of the first view; it comes a few seconds later, or when it is opened.
      await page.getByRole('button', { name: 'Your account' }).click();
      const sign_out = page.getByRole('menuitem', { name: 'Sign out' });
      await sign_out.waitFor();
      await context.setOffline(true);
      await sign_out.click();
      await page.getByLabel('Email address').waitFor();
      await page.waitForFunction(() => localStorage.getItem('stoa.pending-sign-outs') !== null);
    };
    const isGood = (key: string) =>
      stage.server
        .client(bela.email, key)
        .getOwnUser()
        .then(
          () => true,
          () => false,
        );
    const ends = async (key: string) => {
      for (let tries = 0; tries < 1000 && (await isGood(key)); tries++) await Bun.sleep(20);
      expect(await isGood(key)).toBe(false);
      await page.waitForFunction(() => localStorage.getItem('stoa.pending-sign-outs') === null);
    };

    // The page stays open.
    const first = await signIn();
    await signOutAway();
    expect(await storage()).not.toContain(first);
    const [digest] = JSON.parse(JSON.parse(await storage())['stoa.pending-sign-outs']) as string[];
    for (const address of [bela.email, ''])
      expect(
        await stage.server
          .client(address, digest!)
          .getOwnUser()
          .catch(({ status }) => status),
      ).toBe(401);
    expect(await isGood(first)).toBe(true);
    await context.setOffline(false);
    await ends(first);

    // The page is gone before there is a connection; nobody had signed in in it, but the form to do so is there.
    const second = await signIn();
    const form = page.waitForResponse(
      async (response) => response.url().includes('/web/part-') && (await response.text()).includes('current-password'),
    );
    await page.reload();
    await form;
    await signOutAway();
    await page.close();
    await context.setOffline(false);
    expect(await isGood(second)).toBe(true);
    page = await context.newPage();
    await page.goto(`${stage.server.url}/`);
    await ends(second);
    await context.close();
  }, 60_000);

  it('[WB27] [WB28] [WB103] a subscribed browser is notified once, with or without a page, and a click opens the conversation', async () => {
    const { dara, bela } = stage.cast;
    const browser = push.browser('a real one');
    const page = await stage.visit(`${stage.server.url}/`, { serviceWorkers: 'allow' });
    const context = page.context();
    await context.grantPermissions(['notifications']);
    // The browser's own push service is far away: it is asked, and what it would hand on is handed on below.
    await page.addInitScript((subscription) => {
      PushManager.prototype.subscribe = async () =>
        ({
          toJSON: () => ({ endpoint: subscription.endpoint, keys: subscription }),
          unsubscribe: async () => true,
        }) as never;
    }, browser);
    await page.reload();
    await fill(page, { 'Email address': dara.email, Password: `${dara.full_name} signs in` });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.goto(`${stage.server.url}/#settings/sessions`);
    await page.getByLabel('Notifications on this device').check();
    await page.getByText('Saved').waitFor();
    expect((await dara.getSessions()).sessions).toMatchObject([{ has_web_push: true }]);

    // Somebody who is there is not called, unless they want to.
    await dara.updateSettings({ enable_online_push_notifications: true });
    const worker = context.serviceWorkers()[0]!;
    const send = async (content: string) => {
      await bela.sendMessage({ type: 'direct', to: [dara.user_id], content });
      await stage.server.app.jobs.settle();
      const { payload } = push.pushed.at(-1)!;
      expect(payload).toMatchObject({ content });
      return payload;
    };
    const arrive = (payload: object) =>
      worker.evaluate(async (data) => {
        const { PushEvent } = self as never as { PushEvent: new (type: string, init: object) => Event };
        const event = new PushEvent('push', { data });
        let work: Promise<unknown> = Promise.resolve();
        Object.assign(event, {
          waitUntil(promise: Promise<unknown>) {
            work = promise;
          },
        });
        dispatchEvent(event);
        await work;
      }, JSON.stringify(payload));
    const shown = () =>
      worker.evaluate(async () => {
        const { registration } = self as never as { registration: ServiceWorkerRegistration };
        const all = await registration.getNotifications();
        return all.map(({ title, body, silent }) => [title, body, silent === true ? 'quiet' : 'loud']);
      });
    const showsOnly = async (...wanted: unknown[]) => {
      for (let tries = 0; tries < 500 && (await shown()).at(-1)?.[1] !== wanted[1]; tries++) await Bun.sleep(20);
      expect(await shown()).toEqual([wanted as never]);
    };

    // A page that can be seen tells of it, and nothing is shown twice.
    const soup = await send('Soup?');
    await showsOnly(bela.full_name, 'Soup?', 'quiet');
    await arrive(soup);
    await showsOnly(bela.full_name, 'Soup?', 'quiet');
    const unseen = { ...soup, message_id: Number(soup.message_id) + 1000, content: 'Of a page that can be seen' };
    await arrive(unseen);
    await showsOnly(bela.full_name, 'Soup?', 'quiet');

    // Beside a page that can't be seen there is one for both, whichever comes first.
    await worker.evaluate(() => {
      const { WindowClient } = self as never as { WindowClient: { prototype: object } };
      Object.defineProperty(WindowClient.prototype, 'visibilityState', { get: () => 'hidden' });
    });
    await arrive(soup);
    await showsOnly(bela.full_name, 'Soup?', 'quiet');
    await arrive({ ...unseen, content: 'Sooner than the page' });
    await showsOnly(bela.full_name, 'Sooner than the page', 'quiet');

    // Without a page it is told of aloud; a press opens the conversation.
    await page.goto('about:blank');
    const salad = await send('Salad?');
    await arrive(salad);
    await showsOnly(bela.full_name, 'Salad?', 'loud');
    await page.goto(`${stage.server.url}/#settings/sessions`);
    await page.getByLabel('Notifications on this device').waitFor();
    await worker.evaluate(async () => {
      const { registration, NotificationEvent } = self as never as {
        registration: ServiceWorkerRegistration;
        NotificationEvent: new (type: string, init: object) => Event;
      };
      const [notification] = await registration.getNotifications();
      dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    });
    await page.waitForURL(`**/#narrow/dm/${bela.user_id}/near/*`);
    await page.getByRole('article').getByText('Salad?').waitFor();
    await page.goto(`${stage.server.url}/#settings/sessions`);
    await page.getByLabel('Notifications on this device').uncheck();
    await page.getByText('Saved').waitFor();
    await context.close();
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
