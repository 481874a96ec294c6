// What somebody has written stays, whatever happens around it: the session ends, a topic is renamed, the page is left.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import { barriers, composeField, composeHolds, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;

describe.skipIf(!hasBrowser)('written texts', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const { ada, dara, eli } = cast;
    await ada.createStream({ name: 'plans', description: '', subscribers: [ada.user_id, dara.user_id, eli.user_id] });
    channel_id = (await ada.getStreamId({ stream: 'plans' })).stream_id;
    await ada.sendMessage({ type: 'channel', to: 'plans', topic: 'rooms', content: 'Which rooms?' });
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB201] outlast a session that ended elsewhere, for the same account only', async () => {
    const page = await stage.visit(`${stage.server.url}/${topicHash('rooms')}`);
    const signIn = async ({ email, full_name }: Cast['ada']) => {
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(`${full_name} signs in`);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    const endSession = async (person: Cast['ada']) => {
      const { sessions } = await person.getSessions();
      // Written at the last moment before: nothing of it has reached the server.
      await composeField(page).fill(`The blue one, says ${person.full_name}`);
      await person.endSession({ session_id: sessions[0]!.session_id });
      await page.getByText('You’ve been signed out. Please sign in again.').waitFor();
    };
    await signIn(cast.dara);
    await composeField(page).waitFor();
    await endSession(cast.dara);
    await signIn(cast.dara);
    await composeHolds(page, `The blue one, says ${cast.dara.full_name}`);
    await endSession(cast.dara);
    await signIn(cast.eli);
    await composeHolds(page, '');
    expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('The blue one');
    await page.context().close();
  }, 60_000);

  it('[WB202] keep an edit that its writer left, until it is saved or discarded', async () => {
    const { id } = await cast.dara.sendMessage({
      type: 'channel',
      to: 'plans',
      topic: 'walls',
      content: 'White walls',
    });
    const page = await stage.open(topicHash('walls'), cast.dara);
    const article = page.locator(`[data-message-id="${id}"]`);
    const editor = article.locator('textarea');
    const goOn = article.getByRole('button', { name: 'Continue unsaved edit' });
    const inEditor = (text: string) =>
      page.waitForFunction((wanted) => {
        const { activeElement } = document;
        return activeElement?.matches('.editor textarea') && (activeElement as HTMLTextAreaElement).value === wanted;
      }, text);
    await article.waitFor();
    await composeField(page).press('ArrowUp');
    await inEditor('White walls');
    expect(await page.evaluate(() => document.querySelectorAll('.message-more').length)).toBe(0);
    await editor.fill('Whiter walls');
    await page.evaluate(() => {
      location.hash = '#inbox';
    });
    await article.waitFor({ state: 'detached' });
    await page.goBack();
    await goOn.click();
    await inEditor('Whiter walls');
    await editor.fill('Whitest walls');
    await page.reload();
    await goOn.waitFor();
    expect(await barriers(page)).toEqual([]);
    await goOn.click();
    await inEditor('Whitest walls');
    // Others meanwhile rename the topic; the author changes the message on another device.
    await cast.ada.editMessage({ message_id: id, topic: 'facades', propagate_mode: 'change_all' });
    await page.waitForFunction(() => location.hash.includes('facades'));
    await inEditor('Whitest walls');
    await page.reload();
    await article.waitFor();
    await cast.dara.editMessage({ message_id: id, content: 'Grey walls' });
    await goOn.click();
    await inEditor('Whitest walls');
    await page.getByText('Someone else edited this message.').waitFor();
    // The question, once not wanted, once answered.
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await inEditor('Whitest walls');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForFunction((at) => document.activeElement?.getAttribute('data-message-id') === at, String(id));
    expect(await goOn.count()).toBe(0);
    await composeField(page).press('ArrowUp');
    await inEditor('Grey walls');
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    await page.context().close();
  }, 60_000);

  it('[WB203] to a destination that is still being chosen are one draft, beside those that are there', async () => {
    const { dara } = cast;
    await dara.createDrafts({
      drafts: [{ type: 'stream', to: [channel_id], topic: 'cv', content: 'Three pages' }],
    });
    const drafts = async () =>
      (await dara.getDrafts()).drafts.map(({ type, topic, content }) => `${type} ${topic}: ${content}`);
    const hasDrafts = async (...wanted: string[]) => {
      while (!Bun.deepEquals((await drafts()).sort(), wanted.toSorted())) await Bun.sleep(50);
    };
    const page = await stage.open(topicHash('rooms'), dara);
    await composeField(page).waitFor();
    await hasDrafts('stream cv: Three pages');
    await page.getByRole('button', { name: 'New topic' }).click();
    await composeField(page).fill('Four pages');
    const topic = page.getByLabel('Topic', { exact: true });
    for (const name of ['Br', 'Brand', 'cv']) {
      await topic.fill(name);
      await hasDrafts('stream cv: Three pages', `stream ${name}: Four pages`);
    }
    // Left, it can be continued like the other one.
    await page.goto(`${stage.server.url}/#drafts`);
    const rows = page.locator('.deferred-row');
    await rows.nth(1).waitFor();
    for (const text of ['Four pages', 'Three pages']) {
      await rows
        .filter({ hasText: text })
        .getByRole('button', { name: /^Continue/ })
        .click();
      await composeHolds(page, text);
      await page.goto(`${stage.server.url}/#drafts`);
      await rows.nth(1).waitFor();
    }
    await rows
      .filter({ hasText: 'Three pages' })
      .getByRole('button', { name: /^Continue/ })
      .click();
    await composeHolds(page, 'Three pages');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.locator('article', { hasText: 'Three pages' }).waitFor();
    await composeHolds(page, 'Four pages');
    await hasDrafts('stream cv: Four pages');
    for (const text of ['For whom?', 'For nobody']) {
      await page.getByRole('button', { name: 'New direct message' }).click();
      await composeHolds(page, '');
      await composeField(page).fill(text);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
    }
    await hasDrafts('stream cv: Four pages', ' : For whom?', ' : For nobody');
    await page.goto(`${stage.server.url}/#drafts`);
    const whom = rows.filter({ hasText: 'For whom?' });
    expect(await whom.getByText('No recipient', { exact: true }).count()).toBe(1);
    await whom.getByRole('button', { name: /^Continue/ }).click();
    await composeHolds(page, 'For whom?');
    await page.getByLabel('To', { exact: true }).fill('Ada');
    await page.keyboard.press('Enter');
    await hasDrafts('stream cv: Four pages', 'private : For whom?', ' : For nobody');
    await composeField(page).press('Control+Enter');
    await page.locator('article', { hasText: 'For whom?' }).waitFor();
    await composeHolds(page, '');
    await hasDrafts('stream cv: Four pages', ' : For nobody');
    await page.context().close();
  }, 60_000);

  it('[WB204] stay in the composer when the topic gets another name', async () => {
    const send = (topic: string) =>
      cast.ada.sendMessage({ type: 'channel', to: 'plans', topic, content: `On ${topic}` });
    const { id } = await send('doors');
    const rename = (topic: string) => cast.ada.editMessage({ message_id: id, topic, propagate_mode: 'change_all' });
    const page = await stage.open(topicHash('doors'), cast.eli);
    await page.getByText('On doors').waitFor();
    await composeField(page).pressSequentially('Oak');
    await rename('entrances');
    await page.waitForFunction((hash) => location.hash === hash, topicHash('entrances'));
    // Typed on, wherever the focus is.
    await page.keyboard.type(' or ash');
    await composeHolds(page, 'Oak or ash');
    await page.getByText('On doors').waitFor();
    const drafts = async () => (await cast.eli.getDrafts()).drafts.map(({ topic, content }) => `${topic}: ${content}`);
    const hasDrafts = async (...wanted: string[]) => {
      while (!Bun.deepEquals((await drafts()).sort(), wanted.toSorted())) await Bun.sleep(50);
    };
    await hasDrafts('entrances: Oak or ash');
    // Elsewhere, and while another message is being written.
    await page.getByRole('button', { name: 'New direct message' }).click();
    await composeField(page).fill('To whom?');
    await rename('gates');
    await page.waitForFunction((hash) => location.hash === hash, topicHash('gates'));
    await hasDrafts('gates: Oak or ash', ': To whom?');
    await composeHolds(page, 'To whom?');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await composeHolds(page, 'Oak or ash');
    // The old name is a topic of its own again.
    await send('doors');
    await page.goto(`${stage.server.url}/${topicHash('doors')}`);
    await page.getByText('On doors').waitFor();
    await composeHolds(page, '');
    await page.context().close();
  }, 60_000);

  it('[WB205] are listed and saved although their page was left before', async () => {
    const { bela } = cast;
    const drafts = async () => (await bela.getDrafts()).drafts.map(({ topic, content }) => `${topic}: ${content}`);
    await bela.subscribe({ subscriptions: [{ name: 'plans' }] });
    const page = await stage.open(topicHash('rooms'), bela);
    await composeField(page).waitFor();
    await page.getByRole('button', { name: 'New topic' }).click();
    await page.getByLabel('Topic', { exact: true }).fill('chairs');
    const released = Promise.withResolvers<void>();
    await page.route('**/api/v1/drafts', async (route) => {
      await released.promise;
      await route.continue();
    });
    await composeField(page).fill('Six of them');
    await page.evaluate(() => {
      location.hash = '#drafts';
      location.reload();
    });
    const row = page.locator('.deferred-row', { hasText: 'Six of them' });
    await row.getByText('Only in this browser').waitFor();
    expect(await drafts()).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    released.resolve();
    await row.getByText('Only in this browser').waitFor({ state: 'detached' });
    expect(await drafts()).toEqual(['chairs: Six of them']);
    expect(await row.count()).toBe(1);
    // Without drafts on the server, those of this browser can be continued and discarded as well.
    await bela.updateSettings({ enable_drafts_synchronization: false });
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Write a message' }).click();
    await composeField(page).fill('Seven of them');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.reload();
    const here = page.locator('.deferred-row', { hasText: 'Seven of them' });
    await here.getByRole('button', { name: /^Continue/ }).click();
    await composeHolds(page, 'Seven of them');
    await composeField(page).fill('Seven of them, red');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.reload();
    await page.getByRole('button', { name: /^Discard/ }).click();
    await page.getByText('No drafts').first().waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
