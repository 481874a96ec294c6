// A page that was left alone: offline for long, its queue gone, its server killed, its key taken away. It never has to be loaded again.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@stoa/sdk';
import { type Cast, freePort, runStoa, spawnServer } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;
const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const field = (page: Page) => page.locator('textarea.compose-field');
const messageWith = (page: Page, text: string) => page.locator('article:not(.outgoing)', { hasText: text });

describe.skipIf(!hasBrowser)('a page left open', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.subscribe({
      subscriptions: [{ name: 'harbour' }],
      principals: [cast.ada.user_id, cast.dara.user_id],
    });
    channel_id = (await cast.ada.getStreamId({ stream: 'harbour' })).stream_id;
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  const send = (person: Cast['ada'], topic: string, content: string) =>
    person.sendMessage({ type: 'channel', to: 'harbour', topic, content });

  it('[WB85] catches up when its queue has expired, keeps its position, and sends once', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 60; n++) ids.push((await send(cast.ada, 'log', `entry ${n}\n\nand a line more`)).id);
    await cast.dara.updateMessageFlags({ messages: ids as never, op: 'add', flag: 'read' });
    const page = await stage.open(topicHash('log'), cast.dara);
    const queue = page.waitForRequest((request) => request.url().includes('/api/v1/events?'));
    // The first poll may have gone already: what happens now is answered, and asked for again.
    await cast.dara.updateMessageFlags({ messages: [ids[0]] as never, op: 'add', flag: 'starred' });
    await messageWith(page, 'entry 59').waitFor();
    const queue_id = new URL((await queue).url()).searchParams.get('queue_id')!;
    // Reads further up.
    await page.waitForFunction(() => {
      const { scrollTop, scrollHeight, clientHeight } = document.querySelector('[data-message-list]')!;
      return scrollTop > 0 && scrollHeight - scrollTop - clientHeight < 60;
    });
    // The list holds the place where it opened for a moment, until all of it is measured.
    await page.waitForFunction(async () => {
      const list = document.querySelector('[data-message-list]')!;
      if (list.scrollHeight - list.scrollTop - list.clientHeight < 1000) list.scrollTop -= 300;
      const at = list.scrollTop;
      for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame);
      return list.scrollTop === at && list.scrollHeight - at - list.clientHeight >= 1000;
    });
    const middle = async (): Promise<readonly [string, number]> => {
      const found = await page.waitForFunction(() => {
        const frame = document.querySelector('[data-message-list]')!.getBoundingClientRect();
        const top = Array.from(document.querySelectorAll('article')).find(
          (article) => article.getBoundingClientRect().top > frame.top + 100,
        );
        return top
          ? ([top.dataset.messageId!, Math.round(top.getBoundingClientRect().top - frame.top)] as const)
          : null;
      });
      return (await found.jsonValue())!;
    };
    await page.context().setOffline(true);
    await field(page).fill('Sent in the dark');
    await page.keyboard.press('Control+Enter');
    await page.getByText('You’re offline.').waitFor();
    const before = await middle();
    // Meanwhile: an edit of what is on the screen, a deletion, more to read, and the queue expires.
    await cast.ada.editMessage({
      message_id: (Number(before[0]) + 1) as never,
      content: 'entry rewritten\n\nand a line more',
    });
    await cast.ada.removeMessage({ message_id: ids[57]! as never });
    await send(cast.ada, 'log', 'entry at night');
    await cast.dara.deleteQueue({ queue_id });
    await page.context().setOffline(false);
    await messageWith(page, 'entry rewritten').waitFor();
    await page.waitForFunction(() => !document.querySelector('.outgoing'));
    // To a message: one was rewritten and one deleted beside it, and the line of new messages has come.
    const now = await page.evaluate((id) => {
      const list = document.querySelector('[data-message-list]')!.getBoundingClientRect();
      const article = document.querySelector(`article[data-message-id="${id}"]`);
      return article ? article.getBoundingClientRect().top - list.top : null;
    }, before[0]);
    expect(Math.abs(now! - before[1])).toBeLessThan(60);
    await page.evaluate(() => {
      const list = document.querySelector('[data-message-list]')!;
      list.scrollTop = list.scrollHeight;
    });
    await messageWith(page, 'Sent in the dark').waitFor();
    // The missed messages are fetched while the waiting one is sent, and take their place before it.
    await messageWith(page, 'entry at night').waitFor();
    const texts = await page.locator('article').allInnerTexts();
    const positionOf = (text: string) => texts.findIndex((line) => line.includes(text));
    expect(positionOf('entry at night')).toBeLessThan(positionOf('Sent in the dark'));
    expect(await messageWith(page, 'entry at night').count()).toBe(1);
    expect(await messageWith(page, 'entry 57').count()).toBe(0);
    const { messages } = await cast.dara.getMessages({
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      apply_markdown: false,
    });
    expect(messages.filter(({ content }) => content === 'Sent in the dark').length).toBe(1);
    // And it is live again.
    await send(cast.ada, 'log', 'entry at dawn');
    await messageWith(page, 'entry at dawn').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB193] deletes the draft of what was sent offline, also from elsewhere', async () => {
    const page = await stage.open(topicHash('harvest'), cast.dara);
    const drafts = async () => (await cast.dara.getDrafts()).drafts.map(({ content }) => content);
    const hasDrafts = async (...wanted: string[]) => {
      while (!Bun.deepEquals(await drafts(), wanted)) await page.evaluate(() => new Promise(requestAnimationFrame));
    };
    await field(page).fill('half a thought');
    await hasDrafts('half a thought');
    await page.context().setOffline(true);
    await field(page).fill('a whole one');
    await field(page).press('Control+Enter');
    await page.evaluate(() => {
      location.hash = '#inbox';
    });
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.context().setOffline(false);
    await hasDrafts();
    await page.evaluate((to) => {
      location.hash = to;
    }, topicHash('harvest'));
    await messageWith(page, 'a whole one').waitFor();
    expect(await field(page).inputValue()).toBe('');
    await page.context().close();
  }, 60_000);

  it('[WB87] follows when the shown topic is moved, and drops messages the reader may no longer see', async () => {
    const { id } = await send(cast.ada, 'fish', 'Herring is in');
    const page = await stage.open(topicHash('fish'), cast.dara);
    await messageWith(page, 'Herring is in').waitFor();
    await cast.ada.editMessage({ message_id: id, topic: 'herring', propagate_mode: 'change_all' });
    await page.waitForFunction((hash) => location.hash === hash, topicHash('herring'));
    await messageWith(page, 'Herring is in').waitFor();
    // What was never fetched here comes with the move.
    const other = await send(cast.ada, 'mackerel', 'Mackerel too');
    await cast.ada.editMessage({ message_id: other.id, topic: 'herring', propagate_mode: 'change_all' });
    await messageWith(page, 'Mackerel too').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB85] asks to sign in when its key is no longer valid', async () => {
    const page = await stage.open('#inbox', cast.finn);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await cast.finn.regenerateOwnApiKey({});
    await page.getByText('You’ve been signed out. Please sign in again.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('stoa.session'))).toBeNull();
    await page.context().close();
  }, 60_000);

  it('[WB85] waits for a killed server, and continues when it is back', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stoa-web-'));
    const [data, zuliprc] = [join(directory, 'data'), join(directory, 'zuliprc')];
    const words = ['init', '--data', data, '--org', 'Lighthouse', '--email', 'keeper@example.org', '--name', 'Keeper'];
    expect(await runStoa([...words, '--zuliprc', zuliprc])).toMatchObject({ code: 0 });
    const value = (name: string) => new RegExp(`^${name}\\s*=\\s*(\\S+)`, 'm').exec(readFileSync(zuliprc, 'utf8'))![1]!;
    const session = { email: value('email'), api_key: value('key') };
    const place = { data, port: await freePort() };
    let server = await spawnServer(place);
    try {
      const keeper = createClient({ site: server.url, ...session });
      const sendDirect = (content: string) => keeper.sendMessage({ type: 'direct', to: [session.email], content });
      await sendDirect('Lit at dusk');
      const page = await stage.visit(server.url);
      const kept = JSON.stringify({ email: session.email, key: session.api_key });
      await page.evaluate((text) => localStorage.setItem('stoa.session', text), kept);
      await page.goto(`${server.url}/#narrow/dm/me`);
      await page.reload();
      await messageWith(page, 'Lit at dusk').waitFor();
      await page.evaluate(() => Object.assign(globalThis, { never_loaded_again: true }));
      await server.end('SIGKILL');
      await page.getByText('You’re offline.').waitFor();
      await field(page).fill('Burning still');
      await page.keyboard.press('Control+Enter');
      server = await spawnServer(place);
      await messageWith(page, 'Burning still').waitFor();
      await sendDirect('Out at dawn');
      await messageWith(page, 'Out at dawn').waitFor();
      expect(await messageWith(page, 'Burning still').count()).toBe(1);
      expect(await page.evaluate(() => 'never_loaded_again' in globalThis)).toBe(true);
      await page.context().close();
    } finally {
      await server.end('SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    }
  }, 60_000);

  it('no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
