// Writing in real browsers: what is pasted, where it goes among a thousand channels, files that go on after a reload, helpers.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic, type Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import {
  barriers,
  chooseChannel,
  composeField,
  composeHolds,
  hasBrowser,
  openStage,
  PHONE,
  type Stage,
} from './stage.ts';

const MANY = 1000;
const MIB = 1024 * 1024;

let stage: Stage;
let cast: Cast;
let ada: Page;
let channel_id: number;
/** Files with dates of their own, as people have them. */
const files = mkdtempSync(join(tmpdir(), 'stoa-writing-'));

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;

describe.skipIf(!hasBrowser)('writing in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.subscribe({
      subscriptions: [{ name: 'plans' }, { name: 'workshop' }],
      principals: [cast.ada.user_id, cast.dara.user_id],
    });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
    await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic: 'rooms', content: 'Nothing yet' });
    ada = await stage.open(topicHash('rooms'), cast.ada, { permissions: ['clipboard-read', 'clipboard-write'] });
    await ada.locator('article').first().waitFor();
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
    rmSync(files, { recursive: true, force: true });
  }, 30_000);

  it('[WB96] offers every writable channel, a thousand as smoothly as ten', async () => {
    const names = Array.from({ length: MANY }, (_, at) => `area ${String(at).padStart(4, '0')}`);
    for (const half of [names.slice(0, MANY / 2), names.slice(MANY / 2)])
      await cast.dara.subscribe({ subscriptions: half.map((name) => ({ name })) });
    await cast.dara.subscribe({ subscriptions: [{ name: 'hidden plans' }], invite_only: true });
    await cast.dara.subscribe({ subscriptions: [{ name: 'area of orders' }] });
    const { stream_id } = await cast.ada.getStreamId({ stream: 'area of orders' });
    const { user_groups } = await cast.ada.getUserGroups();
    const owners = user_groups.find(({ name }) => name === 'role:nobody')!.id;
    await cast.dara.updateStream({ stream_id, can_send_message_group: { new: owners } });
    await ada.keyboard.press('x');
    const where = ada.getByRole('combobox', { name: 'Where should it go?' });
    await where.waitFor();
    await ada.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'To');
    // By keyboard: back to the field, down into the list, a name, Enter.
    await where.focus();
    await ada.keyboard.press('ArrowDown');
    const options = ada.getByRole('option');
    await options.first().waitFor();
    expect(await options.first().textContent()).toBe('Direct messages');
    const drawn = await options.count();
    expect(drawn).toBeGreaterThan(10);
    expect(drawn).toBeLessThan(300);
    expect(await barriers(ada)).toEqual([]);
    await ada.keyboard.type('area of');
    await ada.getByText('There’s no channel with that name.').waitFor();
    await ada.keyboard.press('Control+A');
    await ada.keyboard.type('hidden');
    await ada.getByText('There’s no channel with that name.').waitFor();
    await ada.keyboard.press('Control+A');
    await ada.keyboard.type('area 0987');
    // The only option is drawn a moment before it becomes the one that Enter takes.
    await ada.waitForFunction(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
      const options = document.querySelectorAll('[role=option]');
      return options.length === 1 && options[0]!.id === id;
    });
    await ada.keyboard.press('Enter');
    await where.getByText('area 0987').waitFor();
    await ada.getByLabel('Topic', { exact: true }).fill('beams');
    await composeField(ada).fill('Are they long enough?');
    await ada.keyboard.press('Control+Enter');
    await ada.waitForFunction(() => location.hash.includes('beams'));
    await ada.locator('article', { hasText: 'Are they long enough?' }).waitFor();
    // What is chosen is where the list opens, and what is far down is reached by keys.
    await ada.goto(`${stage.server.url}/${topicHash('rooms')}`);
    await ada.getByText('Nothing yet').waitFor();
    await ada.keyboard.press('x');
    await chooseChannel(where, 'area 0500');
    await where.press('ArrowDown');
    await ada.locator('[role=option][data-active-item]', { hasText: 'area 0500' }).waitFor();
    await ada.getByRole('combobox', { name: 'Find a channel' }).press('ArrowDown');
    await ada.locator('[role=option][data-active-item]', { hasText: 'area 0501' }).waitFor();
    await ada.keyboard.press('Escape');
    await ada.getByRole('button', { name: 'Close' }).click();
    const phone = await stage.open('#inbox', cast.ada, { ...PHONE, colorScheme: 'dark' });
    await phone.getByRole('button', { name: 'Write a message' }).click();
    const there = phone.getByRole('combobox', { name: 'Where should it go?' });
    await there.click();
    await phone.getByRole('option').first().waitFor();
    expect(await barriers(phone)).toEqual([]);
    await phone.getByRole('option', { name: 'workshop' }).click();
    await there.getByText('workshop').waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await phone.context().close();
  }, 120_000);

  it('[WB95] pastes HTML as Markdown in one undo step, without executing any of it', async () => {
    await ada.goto(`${stage.server.url}/${topicHash('rooms')}`);
    await composeField(ada).fill('');
    const copy = (html: string, plain: string) =>
      ada.evaluate(
        (types) => {
          const blobs = Object.entries(types).map(([type, text]) => [type, new Blob([text], { type })]);
          return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
        },
        { 'text/html': html, 'text/plain': plain },
      );
    const list = '<p>Bring <b>both</b> <a href="https://a.example/keys">keys</a>:</p><ul><li>large<li>small</ul>';
    const markdown = 'Bring **both** [keys](https://a.example/keys):\n\n- large\n- small';
    await copy(list, 'Bring both keys: large small');
    await composeField(ada).pressSequentially('Note ');
    await ada.keyboard.press('Control+v');
    await composeHolds(ada, `Note \n\n${markdown}`);
    await ada.keyboard.press('Control+z');
    await composeHolds(ada, 'Note ');
    await ada.keyboard.press('Control+Shift+v');
    await composeHolds(ada, 'Note Bring both keys: large small');
    // Code and words only stay as they are.
    await composeField(ada).fill('');
    await composeField(ada).pressSequentially('```\n');
    await ada.keyboard.press('Control+v');
    await composeHolds(ada, '```\nBring both keys: large small');
    /** As other programs fill the clipboard; what is asked for is put there by the browser itself. */
    const paste = (types: Record<string, string>) =>
      ada.evaluate((input) => {
        const clipboardData = new DataTransfer();
        for (const [type, text] of Object.entries(input)) clipboardData.setData(type, text);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        return document.querySelector('.compose textarea')!.dispatchEvent(event);
      }, types);
    expect(await paste({ 'text/html': '<b>a</b> b', 'text/plain': 'a b', 'vscode-editor-data': '{}' })).toBe(true);
    await composeField(ada).fill('');
    const line = '<meta charset="utf-8"><span style="font-weight: 600; color: red">Only a line</span>';
    expect(await paste({ 'text/html': line, 'text/plain': 'Only a line' })).toBe(false);
    await composeHolds(ada, 'Only a line');
    await composeField(ada).fill('');
    const requests: string[] = [];
    const watch = (request: { url(): string }) => requests.push(request.url());
    ada.on('request', watch);
    const hostile = `<style>@import url(/evil.css)</style><base href="https://evil.example/">
      <img src="/evil.png" onerror="globalThis.hurt = 1" style="background: url(/evil.jpg)" alt="a picture">
      <svg><script>globalThis.hurt = 2</script></svg><script>globalThis.hurt = 3</script><iframe src="/evil"></iframe>
      <a href="javascript:globalThis.hurt = 4">press</a> <form action="/evil"><input autofocus onfocus="hurt = 5"></form>
      <b style="color: red" onclick="hurt = 6">here</b><object data="/evil"></object><template><p>unseen</p></template>`;
    expect(await paste({ 'text/html': hostile, 'text/plain': 'x' })).toBe(false);
    await ada.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value !== '');
    expect(await composeField(ada).inputValue()).toBe('a picture press\n\n**here**');
    expect(await ada.evaluate(() => 'hurt' in globalThis)).toBe(false);
    expect(requests.filter((url) => url.includes('evil'))).toEqual([]);
    ada.off('request', watch);
    await composeField(ada).fill('');
  }, 60_000);

  it('[WB97] resumes an upload after a reload, and adds one finished elsewhere to the draft', async () => {
    const large = join(files, 'film.bin');
    const bytes = randomBytes(12 * MIB);
    writeFileSync(large, bytes);
    const eli = await stage.open(topicHash('films'), cast.eli);
    await cast.eli.subscribe({ subscriptions: [{ name: 'plans' }] });
    await composeField(eli).waitFor();
    const calls: string[] = [];
    eli.on('request', (request) => {
      if (!request.url().includes('/api/v1/tus')) return;
      calls.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`.trim());
    });
    const kept = () => eli.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('stoa.upload.')));
    /** Parts after the first one stay on the way. */
    const hold = () =>
      eli.route('**/api/v1/tus/*', (route) =>
        route.request().method() === 'PATCH' && route.request().headers()['upload-offset'] !== '0'
          ? undefined
          : route.continue(),
      );
    const second_part = () => eli.waitForRequest((request) => request.headers()['upload-offset'] === String(5 * MIB));
    const choose = async () => {
      const underway = second_part();
      await eli.locator('.compose input[type=file]').setInputFiles(large);
      return (await underway).url();
    };
    const ready = eli.locator('.file.ready');
    const linked = async () => {
      await ready.waitFor();
      // The draft is kept shortly after.
      for (;;) {
        const [, link] = /\((\S+)\)/.exec((await cast.eli.getDrafts()).drafts[0]?.content ?? '') ?? [];
        if (link) return link;
        await Bun.sleep(50);
      }
    };
    await hold();
    await choose();
    expect((await kept()).length).toBe(1);
    await eli.reload();
    await composeField(eli).waitFor();
    calls.length = 0;
    await eli.unroute('**/api/v1/tus/*');
    await choose();
    const path = await linked();
    expect(calls).toEqual(['HEAD', `PATCH ${5 * MIB}`, `PATCH ${10 * MIB}`]);
    const back = await fetch(`${stage.server.url}${path}`, { headers: basic(cast.eli) });
    expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await kept()).toEqual([]);
    await eli.getByRole('button', { name: 'Remove file: film.bin' }).click();
    await ready.waitFor({ state: 'detached' });

    // What the server has no longer is sent from its beginning; who goes elsewhere finds the link in the draft.
    await hold();
    const address = await choose();
    await eli.reload();
    await composeField(eli).waitFor();
    const version = { 'tus-resumable': '1.0.0' };
    expect((await fetch(address, { method: 'DELETE', headers: { ...basic(cast.eli), ...version } })).status).toBe(204);
    calls.length = 0;
    await choose();
    expect(calls).toEqual(['HEAD', 'POST', 'PATCH 0', `PATCH ${5 * MIB}`]);
    await eli.goto(`${stage.server.url}/#inbox`);
    await composeField(eli).waitFor({ state: 'detached' });
    await eli.goto(`${stage.server.url}/${topicHash('films')}`);
    await eli.getByRole('progressbar', { name: 'Uploading film.bin' }).waitFor();
    await eli.getByRole('button', { name: 'Cancel upload: film.bin' }).click();
    await eli.getByRole('progressbar').waitFor({ state: 'detached' });
    await eli.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('stoa.upload.')));
    await eli.unroute('**/api/v1/tus/*');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await eli.route('**/api/v1/tus/*', async (route) => {
      if (route.request().headers()['upload-offset'] === String(10 * MIB)) await released;
      await route.continue();
    });
    await choose();
    await eli.goto(`${stage.server.url}/#inbox`);
    await composeField(eli).waitFor({ state: 'detached' });
    release();
    await eli.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('stoa.upload.')));
    await eli.goto(`${stage.server.url}/${topicHash('films')}`);
    await linked();
    await eli.unroute('**/api/v1/tus/*');

    // After a day nothing is kept; who signs out leaves nothing behind.
    await hold();
    await choose();
    await eli.evaluate((creationTime) => {
      const key = Object.keys(localStorage).find((key) => key.startsWith('stoa.upload.'))!;
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)!), creationTime }));
    }, new Date(Date.now() - 25 * 3600_000).toISOString());
    await eli.reload();
    await composeField(eli).waitFor();
    expect(await kept()).toEqual([]);
    await choose();
    expect((await kept()).length).toBe(1);
    await eli.getByRole('button', { name: cast.eli.full_name }).click();
    await eli.getByRole('menuitem', { name: 'Sign out' }).click();
    await eli.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await kept()).toEqual([]);
    await eli.context().close();
  }, 120_000);

  it('[WB98] completes commands, languages, times and snippets by keyboard', async () => {
    await ada.goto(`${stage.server.url}/${topicHash('rooms')}`);
    await ada.getByText('Nothing yet').waitFor();
    const option = (name: string | RegExp) => ada.getByRole('option', { name });
    for (const [name, text] of Object.entries({ '/me': '/me ', '/poll': '/poll ', '/todo': '/todo ' })) {
      await composeField(ada).fill('');
      await composeField(ada).pressSequentially(name.slice(0, 2));
      await option(new RegExp(`^${name}`)).waitFor();
      await ada.keyboard.press('Enter');
      await composeHolds(ada, text);
    }
    await composeField(ada).fill('');
    await composeField(ada).pressSequentially('Look:\n```');
    // Without a letter the Enter key begins a line, as ever.
    await ada.keyboard.press('Enter');
    await composeHolds(ada, 'Look:\n```\n');
    await ada.keyboard.press('Backspace');
    await composeField(ada).pressSequentially('pyth');
    await option('python Python').first().waitFor();
    expect(await barriers(ada)).toEqual([]);
    await ada.keyboard.press('Enter');
    await composeField(ada).pressSequentially('print(1)');
    await composeHolds(ada, 'Look:\n```python\nprint(1)\n```');
    await ada.keyboard.press('Control+z');
    await composeField(ada).fill('');
    await composeField(ada).pressSequentially('See you <time');
    await option(/^Another time/).waitFor();
    // From the first one over the text itself to the last one.
    await ada.keyboard.press('ArrowUp');
    await ada.keyboard.press('ArrowUp');
    await ada.locator('[role=option][data-active-item]', { hasText: 'Another time' }).waitFor();
    await ada.keyboard.press('Enter');
    const time = ada.getByRole('dialog', { name: 'Time' });
    await time.getByLabel('When').fill('2030-05-06T07:08');
    expect(await barriers(ada)).toEqual([]);
    await ada.keyboard.press('Enter');
    await ada.waitForFunction(() =>
      document
        .querySelector<HTMLTextAreaElement>('.compose textarea')
        ?.value.startsWith('See you <time:2030-05-06T07:08'),
    );
    await ada.waitForFunction(() => document.activeElement?.matches('.compose textarea'));
    await composeField(ada).fill('');
    // Down the menu to the snippets; what is kept is put in.
    await cast.ada.createSavedSnippet({ title: 'Bye', content: 'With kind regards' });
    await ada.getByRole('button', { name: 'Insert' }).press('Enter');
    await ada.getByRole('menuitem', { name: 'Saved snippets' }).waitFor();
    await ada.keyboard.press('Enter');
    const snippets = ada.getByRole('dialog', { name: 'Saved snippets' });
    await snippets.getByRole('button', { name: 'New snippet' }).press('Enter');
    const made = ada.getByRole('dialog', { name: 'New snippet' });
    await made.getByLabel('Title').fill('Hi');
    await made.getByLabel('Text').fill('Good morning');
    expect(await barriers(ada)).toEqual([]);
    await made.getByRole('button', { name: 'Save' }).press('Enter');
    await made.waitFor({ state: 'detached' });
    await snippets.getByRole('searchbox', { name: 'Search snippets' }).fill('morn');
    await snippets.getByRole('button', { name: /^Bye/ }).waitFor({ state: 'detached' });
    await snippets.getByRole('button', { name: /^Hi/ }).press('Enter');
    await composeHolds(ada, 'Good morning');
    await composeField(ada).fill('');
  }, 60_000);

  it('[WB98] quotes and forwards the message that is selected', async () => {
    await ada.goto(`${stage.server.url}/#inbox`);
    await ada.getByRole('heading', { name: 'Inbox' }).waitFor();
    await ada.goto(`${stage.server.url}/${topicHash('rooms')}`);
    await ada.locator('article', { hasText: 'Nothing yet' }).waitFor();
    await ada.keyboard.press('k');
    await ada.locator('article.selected', { hasText: 'Nothing yet' }).waitFor();
    await ada.keyboard.press('>');
    await ada.waitForFunction(() =>
      /said\]\(\S+\):\n```quote\nNothing yet\n```/.test(
        document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value ?? '',
      ),
    );
    await composeField(ada).fill('');
    await composeField(ada).press('Escape');
    await ada.locator('article.selected', { hasText: 'Nothing yet' }).waitFor();
    await ada.keyboard.press('<');
    await ada.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Topic');
    expect(await composeField(ada).inputValue()).toContain('```quote\nNothing yet\n```');
    await ada.keyboard.type('news');
    await chooseChannel(ada.getByRole('combobox', { name: 'Where should it go?' }), 'workshop');
    await composeField(ada).press('Control+Enter');
    await ada.locator('article blockquote', { hasText: 'Nothing yet' }).waitFor();
    const workshop = (await cast.ada.getStreamId({ stream: 'workshop' })).stream_id;
    await ada.waitForFunction((id) => location.hash.startsWith(`#narrow/channel/${id}`), workshop);
  }, 60_000);

  it('[WB206] sends from the preview and the tools by the keys of the text', async () => {
    await ada.goto(`${stage.server.url}/${topicHash('rooms')}`);
    await ada.getByText('Nothing yet').waitFor();
    const focused = (selector: string) =>
      ada.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
    const sent = (text: string) => ada.locator('article:not(.outgoing)', { hasText: text }).waitFor();
    const preview = async (text: string) => {
      await composeField(ada).fill(text);
      await ada.getByRole('button', { name: 'Preview', exact: true }).click();
      await focused('.compose-preview');
    };
    await preview('Two **rooms**');
    expect(await barriers(ada)).toEqual([]);
    await ada.keyboard.press('Escape');
    await focused('.compose textarea');
    await preview('Two **rooms**');
    await ada.keyboard.press('Control+Enter');
    await sent('Two rooms');
    await focused('.compose textarea');
    await composeHolds(ada, '');
    await composeField(ada).fill('Three of them');
    await ada.getByRole('button', { name: 'Preview', exact: true }).focus();
    await ada.keyboard.press('Control+Enter');
    await sent('Three of them');
    await focused('.compose textarea');
    await cast.ada.updateSettings({ enter_sends: true });
    await ada.getByText('Enter to send, Shift+Enter for a new line').waitFor();
    await preview('Four at most');
    await ada.keyboard.press('Enter');
    await sent('Four at most');
    await cast.ada.updateSettings({ enter_sends: false });
  }, 60_000);

  it('[WB99] keeps a dialog open if the server is unreachable, and says why', async () => {
    await ada.goto(`${stage.server.url}/${topicHash('rooms')}`);
    const row = ada.locator('article', { hasText: 'Nothing yet' });
    await row.hover();
    await row.getByRole('button', { name: 'More actions' }).click();
    await ada.getByRole('menuitem', { name: 'Remind me' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Remind me about this message' });
    await dialog.getByRole('button', { name: /^Tomorrow morning/ }).click();
    await dialog.getByLabel('Note').fill('ask again');
    await ada.route('**/api/v1/reminders', (route) => route.abort());
    await dialog.getByLabel('Note').press('Enter');
    await dialog.getByRole('alert').filter({ hasText: /./ }).waitFor();
    expect(await dialog.getByLabel('Note').inputValue()).toBe('ask again');
    expect(await barriers(ada)).toEqual([]);
    await ada.unroute('**/api/v1/reminders');
    await dialog.getByRole('button', { name: 'Remind me' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await cast.ada.getReminders()).reminders.length).toBe(1);
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
