// What others change while somebody reads, writes, or has something open on it.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type Cast, samplePicture } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { composeField, composeHolds, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const send = async (sender: Cast['ada'], topic: string, content: string) =>
  (await sender.sendMessage({ type: 'channel', to: 'plans', topic, content })).id;
const messageOf = (page: Page, id: number) => page.locator(`[data-message-id="${id}"]`);
const isFocused = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

describe.skipIf(!hasBrowser)('meanwhile', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const { ada, dara, eli } = cast;
    await ada.createStream({ name: 'plans', description: '', subscribers: [ada.user_id, dara.user_id, eli.user_id] });
    channel_id = (await ada.getStreamId({ stream: 'plans' })).stream_id;
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB400] says that a message can not be sent once its recipient is deactivated, and keeps the text', async () => {
    const { user_id } = cast.eli;
    const page = await stage.open(`#narrow/dm/${user_id}`, cast.dara);
    await composeField(page).fill('See you at noon');
    const button = page.getByRole('button', { name: 'Send', exact: true });
    const reason = page.getByText('You can’t send messages to a deactivated account.');
    await cast.ada.deactivateUser({ user_id });
    await reason.waitFor();
    await composeField(page).press('Control+Enter');
    expect(await composeField(page).inputValue()).toBe('See you at noon');
    await cast.ada.reactivateUser({ user_id });
    await reason.waitFor({ state: 'detached' });
    await button.click();
    await page.locator('article', { hasText: 'See you at noon' }).waitFor();
    await cast.ada.subscribe({ subscriptions: [{ name: 'plans' }], principals: [user_id] });
    await page.context().close();
  }, 60_000);

  it('[WB402] [WB198] keeps the picture in the viewer while others are deleted, and closes without it', async () => {
    const { ada } = cast;
    const shared = async (name: string) => {
      const { url } = await ada.uploadFile({}, { file: samplePicture(name) });
      return send(ada, 'pictures', `[${name}](${url})`);
    };
    const [first, second, third] = [await shared('one.png'), await shared('two.png'), await shared('three.png')];
    const page = await stage.open(topicHash('pictures'), cast.dara);
    const viewer = page.locator('.viewer');
    await messageOf(page, third).waitFor();
    await messageOf(page, second).locator('img[data-file]').click();
    await viewer.getByText('2 of 3').waitFor();
    await ada.removeMessage({ message_id: first });
    await viewer.getByText('1 of 2').waitFor();
    await viewer.getByRole('heading', { name: 'two.png' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByRole('heading', { name: 'three.png' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await ada.removeMessage({ message_id: second });
    await viewer.waitFor({ state: 'detached' });
    await isFocused(page, `[data-message-id="${third}"]`);
    await page.context().close();
  }, 60_000);

  it('[WB111] keeps the position while messages above are deleted, moved away and moved in', async () => {
    const { ada } = cast;
    const ids: number[] = [];
    for (let number = 1; number <= 150; number++)
      ids.push(await send(ada, 'long', number % 7 === 0 ? 'A long one. '.repeat(60) : `Number ${number}`));
    const page = await stage.open(topicHash('long'), ada);
    const list = page.locator('.message-scroller');
    await messageOf(page, ids.at(-1)!).waitFor();
    await list.hover();
    for (const _ of [1, 2]) {
      await page.mouse.wheel(0, -700);
      await page.waitForTimeout(300);
    }
    const { id, top } = await list.evaluate((scroller) => {
      const middle = scroller.getBoundingClientRect().top + 300;
      const messages = [...scroller.querySelectorAll<HTMLElement>('[data-message-id]')];
      const read = messages.find((one) => one.getBoundingClientRect().top > middle)!;
      return { id: Number(read.dataset.messageId), top: read.getBoundingClientRect().top };
    });
    const at = ids.indexOf(id);
    const others = [at - 20, at - 21, at - 40].map((index) => ids[index]!);
    const move = (message_id: number, topic: string) =>
      ada.editMessage({ message_id, topic, propagate_mode: 'change_one', send_notification_to_new_thread: false });
    const drift = async () => {
      // Long enough for the rows that come near to be measured.
      await page.waitForTimeout(500);
      return Math.abs((await messageOf(page, id).boundingBox())!.y - top);
    };
    for (const index of [at - 15, at - 16, at - 30, at - 60]) await ada.removeMessage({ message_id: ids[index]! });
    expect(await drift()).toBeLessThan(5);
    for (const one of others) await move(one, 'elsewhere');
    expect(await drift()).toBeLessThan(5);
    for (const one of others) await move(one, 'long');
    expect(await drift()).toBeLessThan(5);
    await page.context().close();
  }, 60_000);

  it('[WB403] keeps the text of an edit when the message is deleted or moved away', async () => {
    const { ada, dara } = cast;
    await send(ada, 'edits', 'Who brings what?');
    const deleted = await send(dara, 'edits', 'I bring bread');
    const moved = await send(dara, 'edits', 'And salt');
    const page = await stage.open(topicHash('edits'), dara);
    const editor = page.getByRole('textbox', { name: 'Edit message', exact: true });
    const edit = async (id: number, before: string, text: string) => {
      await messageOf(page, id).hover();
      await messageOf(page, id).getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit', exact: false }).first().click();
      await page.waitForFunction(
        (wanted) => document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value === wanted,
        before,
      );
      await editor.fill(text);
    };
    await edit(deleted, 'I bring bread', 'I bring bread and butter');
    await ada.removeMessage({ message_id: deleted });
    await page.getByText('Your text is in a new message.').waitFor();
    await composeHolds(page, 'I bring bread and butter');
    await isFocused(page, '.compose textarea');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('edit/')))).toEqual([]);
    await edit(moved, 'And salt', 'And salt and pepper');
    await ada.editMessage({ message_id: moved, topic: 'spices', propagate_mode: 'change_one' });
    const notice = page.getByText('The message you’re editing was moved: #plans › spices');
    await notice.waitFor();
    await page.getByRole('button', { name: 'Continue unsaved edit' }).click();
    await messageOf(page, moved).getByRole('button', { name: 'Continue unsaved edit' }).click();
    await editor.waitFor();
    expect(await editor.inputValue()).toBe('And salt and pepper');
    // A topic that moves as a whole takes the editor along, without that notice.
    await notice.waitFor({ state: 'detached' });
    await ada.editMessage({ message_id: moved, topic: 'herbs', propagate_mode: 'change_all' });
    await page.waitForFunction((hash) => location.hash.startsWith(hash), topicHash('herbs'));
    await page.waitForTimeout(1500);
    expect(await editor.inputValue()).toBe('And salt and pepper');
    expect(await page.getByText('The message you’re editing was moved').count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('[WB404] shows the tools of a message that came under the pointer because another was deleted', async () => {
    const { ada } = cast;
    const [deleted, next] = [await send(ada, 'tools', 'A hammer'), await send(ada, 'tools', 'A saw')];
    const page = await stage.open(topicHash('tools'), cast.dara);
    const star = (id: number) => messageOf(page, id).getByRole('button', { name: 'Star' });
    await messageOf(page, deleted).hover();
    await star(deleted).waitFor();
    await ada.removeMessage({ message_id: deleted });
    await messageOf(page, deleted).waitFor({ state: 'detached' });
    await messageOf(page, next).hover();
    await star(next).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB93] no longer invites a first message once the channel is archived or the person deactivated', async () => {
    const { ada, dara, eli } = cast;
    await ada.createStream({ name: 'brief', description: '', subscribers: [ada.user_id, dara.user_id] });
    const { stream_id } = await ada.getStreamId({ stream: 'brief' });
    const page = await stage.open(`#narrow/channel/${stream_id}`, dara);
    const invites = page.getByText(/ below\.$/);
    await invites.waitFor();
    await ada.archiveStream({ stream_id });
    await invites.waitFor({ state: 'detached' });
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#narrow/dm/${eli.user_id},${ada.user_id}`);
    await invites.waitFor();
    await ada.deactivateUser({ user_id: eli.user_id });
    await invites.waitFor({ state: 'detached' });
    await ada.reactivateUser({ user_id: eli.user_id });
    await invites.waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB405] closes a dialog about a channel that the reader lost, for good', async () => {
    const { ada, dara } = cast;
    await ada.createStream({
      name: 'attic',
      description: '',
      invite_only: true,
      subscribers: [ada.user_id, dara.user_id],
    });
    const { stream_id } = await ada.getStreamId({ stream: 'attic' });
    await ada.sendMessage({ type: 'channel', to: 'attic', topic: 'boxes', content: 'Full of books' });
    const page = await stage.open(`#narrow/channel/${stream_id}/topic/boxes`, dara);
    await page.getByText('Full of books').waitFor();
    await page.locator('#main').getByRole('button', { name: 'Actions for boxes' }).click();
    await page.getByRole('menuitem', { name: 'Rename or move…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const change = { subscriptions: ['attic'], principals: [dara.user_id] };
    await ada.unsubscribe(change);
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('This channel doesn’t exist or is private').waitFor();
    await ada.subscribe({ ...change, subscriptions: [{ name: 'attic' }] });
    await page.locator('#sidebar').getByText('attic', { exact: true }).first().waitFor();
    await page.waitForTimeout(300);
    expect(await dialog.count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('[WB198] moves the focus to the next message when the one that an emoji is chosen for is deleted', async () => {
    const { ada } = cast;
    const [kept, deleted] = [await send(ada, 'faces', 'Smile'), await send(ada, 'faces', 'Frown')];
    const page = await stage.open(topicHash('faces'), cast.dara);
    await messageOf(page, deleted).hover();
    await messageOf(page, deleted).getByRole('button', { name: 'Add reaction' }).click();
    await isFocused(page, '.emoji-popover input');
    await ada.removeMessage({ message_id: deleted });
    await page.locator('.emoji-popover').waitFor({ state: 'detached' });
    await isFocused(page, `[data-message-id="${kept}"]`);
    await page.context().close();
  }, 60_000);

  it('[WB801] says that a topic was moved, and that messages were deleted or moved away', async () => {
    const { ada, dara } = cast;
    const id = await send(ada, 'old place', 'Moving soon');
    const page = await stage.open('#inbox', dara);
    const show = (hash: string) =>
      page.evaluate((to) => {
        location.hash = to;
      }, hash);
    await page.locator('#main').getByRole('link', { name: 'old place' }).waitFor();
    const quietly = { send_notification_to_new_thread: false };
    await ada.editMessage({ message_id: id, topic: 'new place', propagate_mode: 'change_all', ...quietly });
    await page.locator('#main').getByRole('link', { name: 'new place' }).waitFor();
    await show(topicHash('old.20place'));
    await page.getByRole('heading', { name: 'This topic was moved' }).waitFor();
    await page.locator('.empty-state').getByRole('link', { name: 'new place' }).click();
    await messageOf(page, id).waitFor();
    await ada.removeMessage({ message_id: id });
    await page.getByRole('heading', { name: 'No messages left' }).waitFor();
    await show(topicHash('never.20used'));
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB802] says why a dialog about a message and the picture viewer closed', async () => {
    const { ada, dara } = cast;
    const { url } = await ada.uploadFile({}, { file: samplePicture('last.png') });
    const [text, image] = [
      await send(ada, 'vanishing', 'Look at this'),
      await send(ada, 'vanishing', `[last.png](${url})`),
    ];
    const page = await stage.open(topicHash('vanishing'), dara);
    const notice = page.getByText('The message was deleted, or you no longer have access to it.');
    await messageOf(page, text).hover();
    await messageOf(page, text).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'View source' }).click();
    await page.getByRole('dialog').waitFor();
    await ada.removeMessage({ message_id: text });
    await notice.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await notice.waitFor({ state: 'detached', timeout: 15_000 });
    await messageOf(page, image).locator('img[data-file]').click();
    await page.locator('.viewer').waitFor();
    await ada.removeMessage({ message_id: image });
    await notice.waitFor();
    expect(await page.locator('.viewer').count()).toBe(0);
    await page.getByRole('heading', { name: 'No messages left' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
