// Messages that wait (for a connection, or for their files) while others change where they are going.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, composeField, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let harbour: number;
let pier: number;

const topicHash = (topic: string, channel_id = harbour) =>
  `#narrow/channel/${channel_id}/topic/${encodeURIComponent(topic)}`;
const post = async (topic: string, content: string) =>
  (await cast.ada.sendMessage({ type: 'channel', to: 'harbour', topic, content })).id;
const sentWith = (page: Page, text: string) => page.locator('article:not(.outgoing)', { hasText: text });
const waitingWith = (page: Page, text: string) => page.locator('article.outgoing', { hasText: text });
const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** Every place that has a message with this text, as the server knows it. */
async function placesOf(text: string): Promise<string[]> {
  const { messages } = await cast.ada.getMessages({
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  });
  return messages
    .filter(({ content }) => content.startsWith(text))
    .map(({ display_recipient, subject }) => `${String(display_recipient)} > ${subject}`);
}

/** What the page loads by itself after its first view, so that it works offline too. */
const LOADED_MS = 2500;

async function writeOffline(page: Page, text: string): Promise<void> {
  await page.waitForTimeout(LOADED_MS);
  await page.context().setOffline(true);
  await composeField(page).fill(text);
  await composeField(page).press('Control+Enter');
  await waitingWith(page, text).waitFor();
}

describe.skipIf(!hasBrowser)('messages that wait', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const people = { principals: [cast.ada.user_id, cast.dara.user_id] };
    await cast.ada.subscribe({ subscriptions: [{ name: 'harbour' }, { name: 'pier' }], ...people });
    harbour = (await cast.ada.getStreamId({ stream: 'harbour' })).stream_id;
    pier = (await cast.ada.getStreamId({ stream: 'pier' })).stream_id;
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB1041] follow a topic that is renamed while there is no connection, and say so', async () => {
    const message_id = await post('tide', 'Low at noon');
    const page = await stage.open(topicHash('tide'), cast.dara);
    await sentWith(page, 'Low at noon').waitFor();
    await writeOffline(page, 'Written in the dark');
    await cast.ada.editMessage({ message_id, topic: 'tide table', propagate_mode: 'change_all' });
    await page.context().setOffline(false);
    await sentWith(page, 'Written in the dark').waitFor();
    expect(await placesOf('Written in the dark')).toEqual(['harbour > tide table']);
    await page.locator('.notice', { hasText: '#harbour › tide table' }).first().waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB1041] follow it also if the page missed the change', async () => {
    const message_id = await post('nets', 'To be mended');
    const page = await stage.open(topicHash('nets'), cast.dara);
    const queue = page.waitForRequest((request) => request.url().includes('/api/v1/events?'));
    await cast.dara.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' });
    const queue_id = new URL((await queue).url()).searchParams.get('queue_id')!;
    await go(page, '#inbox');
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
    await go(page, topicHash('nets'));
    await sentWith(page, 'To be mended').waitFor();
    await writeOffline(page, 'Mine too');
    await go(page, '#inbox');
    await cast.ada.editMessage({ message_id, topic: 'mending nets', propagate_mode: 'change_all' });
    await cast.dara.deleteQueue({ queue_id });
    await page.context().setOffline(false);
    await page.locator('.notice', { hasText: 'is sent to #harbour › mending nets' }).waitFor();
    await go(page, topicHash('mending nets'));
    await sentWith(page, 'Mine too').waitFor();
    expect(await placesOf('Mine too')).toEqual(['harbour > mending nets']);
    await page.context().close();
  }, 60_000);

  it('[WB1041] ask before they go to another channel', async () => {
    const message_id = await post('ropes', 'Who has the long one?');
    const page = await stage.open(topicHash('ropes'), cast.dara);
    await sentWith(page, 'Who has the long one?').waitFor();
    await writeOffline(page, 'It is on the boat');
    await cast.ada.editMessage({ message_id, stream_id: pier, propagate_mode: 'change_all' });
    await page.context().setOffline(false);
    const waiting = waitingWith(page, 'It is on the boat');
    await page.waitForFunction((hash) => location.hash === hash, topicHash('ropes', pier));
    await waiting.getByText('Not sent: the conversation is now in #pier › ropes.').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await placesOf('It is on the boat')).toEqual([]);
    // Also after a reload, where nothing of it was seen.
    await page.reload();
    await waiting.getByRole('button', { name: 'Send there' }).click();
    await sentWith(page, 'It is on the boat').waitFor();
    expect(await placesOf('It is on the boat')).toEqual(['pier > ropes']);
    await page.context().close();
  }, 60_000);

  it('[WB1041] for their files follow a renamed topic, and ask in another channel', async () => {
    const message_id = await post('charts', 'The new ones?');
    const page = await stage.open(topicHash('charts'), cast.dara);
    let arrive = () => {};
    const hold = () => {
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return page.route('**/api/v1/tus', async (route) => {
        await arrived;
        await route.continue();
      });
    };
    const attach = (name: string) =>
      page
        .locator('.compose input[type="file"]')
        .first()
        .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(name) }]);
    const hint = page.locator('.compose-hint');
    await hold();
    await composeField(page).fill('Here they are');
    await attach('north.txt');
    await hint.getByText('Waiting for uploads to finish').waitFor();
    await composeField(page).press('Control+Enter');
    await hint.getByText('Will be sent when the files are uploaded').waitFor();
    await cast.ada.editMessage({ message_id, topic: 'sea charts', propagate_mode: 'change_all' });
    await page.getByRole('heading', { name: 'sea charts' }).waitFor();
    await hint.getByText('Will be sent when the files are uploaded').waitFor();
    arrive();
    await sentWith(page, 'Here they are').waitFor();
    expect(await placesOf('Here they are')).toEqual(['harbour > sea charts']);
    await page.unroute('**/api/v1/tus');
    await hold();
    await composeField(page).fill('And the south');
    await attach('south.txt');
    await hint.getByText('Waiting for uploads to finish').waitFor();
    await composeField(page).press('Control+Enter');
    await hint.getByText('Will be sent when the files are uploaded').waitFor();
    await cast.ada.editMessage({ message_id, stream_id: pier, propagate_mode: 'change_all' });
    await page.locator('.notice', { hasText: 'This conversation was moved: #pier › sea charts' }).waitFor();
    await page
      .locator('.notice', { hasText: 'Your message wasn’t sent: the conversation is now in #pier › sea charts' })
      .waitFor();
    arrive();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await sentWith(page, 'And the south').waitFor();
    expect(await placesOf('And the south')).toEqual(['pier > sea charts']);
    await page.context().close();
  }, 60_000);

  it('[WB1042] that are refused say so wherever their writer is, and are listed among the drafts', async () => {
    await post('closing', 'Last words?');
    const page = await stage.open(topicHash('closing'), cast.dara);
    await go(page, '#inbox');
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
    await go(page, '#drafts');
    await page.getByRole('heading', { name: 'Drafts', exact: true }).waitFor();
    await go(page, topicHash('closing'));
    await sentWith(page, 'Last words?').waitFor();
    await writeOffline(page, 'Mine are long');
    await go(page, '#inbox');
    await cast.ada.archiveStream({ stream_id: harbour });
    await page.context().setOffline(false);
    await page.locator('.notice', { hasText: 'A message to #harbour › closing wasn’t sent' }).waitFor();
    await go(page, '#drafts');
    const row = page.locator('.deferred-row', { hasText: 'Mine are long' });
    await row.getByText('Not sent: ').waitFor();
    expect(await barriers(page)).toEqual([]);
    await row.getByRole('button', { name: 'Continue writing' }).click();
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value === 'Mine are long',
    );
    await row.waitFor({ state: 'detached' });
    await page.context().close();
  }, 60_000);

  it('no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
