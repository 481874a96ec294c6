// Reading and writing messages in real browsers: pictures, code, polls, files, edits, what is sent later.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type Cast, samplePicture } from '@stoa/testkit';
import type { Locator, Page, Request } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let ada: Page;
let dara: Page;
let channel_id: number;
const requests: Request[] = [];

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const message = (page: Page, text: string): Locator => page.locator('article', { hasText: text }).last();
const field = (page: Page) => page.locator('.compose textarea');
async function send(person: Cast['ada'], topic: string, content: string): Promise<number> {
  const { id } = await person.sendMessage({ type: 'channel', to: 'plans', topic, content });
  return id;
}
async function openMenu(row: Locator): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: 'More actions' }).click();
}
const act = async (page: Page, row: Locator, name: string | RegExp) => {
  await openMenu(row);
  await page.getByRole('menuitem', { name }).click();
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '');

describe.skipIf(!hasBrowser)('messages in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.subscribe({
      subscriptions: [{ name: 'plans' }],
      principals: [cast.ada.user_id, cast.dara.user_id, cast.eli.user_id],
    });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
    await cast.ada.subscribe({ subscriptions: [{ name: 'reports' }], invite_only: true });
    await cast.ada.updateRealm({
      moderation_request_channel_id: (await cast.ada.getStreamId({ stream: 'reports' })).stream_id,
    });
    await send(cast.ada, 'rooms', 'Nothing yet');
    [ada, dara] = await Promise.all([
      stage.open(topicHash('rooms'), cast.ada, { permissions: ['clipboard-read', 'clipboard-write'] }),
      stage.open(topicHash('rooms'), cast.dara),
    ]);
    for (const page of [ada, dara]) page.on('request', (request) => requests.push(request));
    await Promise.all([ada, dara].map((page) => page.locator('article').first().waitFor()));
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB70] shows thumbnails, and full pictures in a viewer with keyboard controls', async () => {
    const [first, second] = await Promise.all(
      ['first.png', 'second.png'].map(
        async (name) => (await cast.ada.uploadFile({}, { file: samplePicture(name) })).url,
      ),
    );
    await send(cast.ada, 'rooms', `[the first](${first})`);
    await send(cast.ada, 'rooms', `See ![the second](${second})`);
    const pictures = dara.locator('article img[data-file]');
    await dara.waitForFunction(
      () =>
        Array.from(document.querySelectorAll<HTMLImageElement>('article img[data-file]')).filter(
          ({ src, complete }) => src.startsWith('blob:') && complete,
        ).length === 2,
    );
    const thumbnails = requests.filter((request) => request.url().includes('/user_uploads/thumbnail/'));
    expect(thumbnails.length).toBeGreaterThan(0);
    const sent = await Promise.all(thumbnails.map((request) => request.headerValue('authorization')));
    expect(sent.every((value) => value?.startsWith('Basic '))).toBe(true);
    expect(requests.filter((request) => request.url().includes(cast.dara.api_key))).toEqual([]);
    await pictures.nth(0).locator('xpath=ancestor::a').press('Enter');
    const viewer = dara.getByRole('dialog');
    await viewer.getByText('1 of 2').waitFor();
    await viewer.getByText('the first', { exact: true }).waitFor();
    await viewer.locator('.viewer-area img').waitFor();
    expect(await barriers(dara)).toEqual([]);
    await dara.keyboard.press('ArrowRight');
    await viewer.getByText('2 of 2').waitFor();
    await viewer.locator('.viewer-area').press('+');
    await viewer.getByText('140 %').waitFor();
    await viewer.locator('.viewer-area').press('0');
    await viewer.getByText('100 %').waitFor();
    // Every control is on the screen of a phone too.
    const desk = dara.viewportSize()!;
    await dara.setViewportSize(PHONE.viewport);
    const close = (await viewer.getByRole('button', { name: 'Close' }).boundingBox())!;
    expect(close.x + close.width).toBeLessThanOrEqual(PHONE.viewport.width);
    await dara.setViewportSize(desk);
    await dara.keyboard.press('Escape');
    await dara.waitForFunction(() => document.activeElement?.matches('a:has(img[data-file])'));
    expect(await focused(dara)).toContain(first!);
  }, 60_000);

  it('[WB1084] copies several messages with their senders and times, without controls', async () => {
    await send(cast.ada, 'rooms', 'Copy **this**:\n\n3. one\n4. two\n\n```python\nprint(7)\n```');
    await send(cast.dara, 'rooms', 'and [this](/#narrow/channels)');
    await message(ada, 'and this').waitFor();
    const copied = await ada.evaluate(async () => {
      const [first, last] = [...document.querySelectorAll('article .rendered')].slice(-2);
      const range = document.createRange();
      range.setStart(first!, 0);
      range.setEnd(last!.lastElementChild!, last!.lastElementChild!.childNodes.length);
      getSelection()!.removeAllRanges();
      getSelection()!.addRange(range);
      document.execCommand('copy');
      const [item] = await navigator.clipboard.read();
      const read = async (type: string) => (await item!.getType(type)).text();
      return { text: await read('text/plain'), html: await read('text/html') };
    });
    const lines = copied.text.split('\n').filter(Boolean);
    expect(lines[0]).toMatch(/^Ada Owner, /);
    expect(lines.slice(1, 5)).toEqual(['Copy this:', '3. one', '4. two', 'print(7)']);
    expect(lines[5]).toMatch(/^Dara Member, /);
    expect(lines.slice(6)).toEqual(['and this']);
    expect(copied.html).toContain(`href="${stage.server.url}/#narrow/channels"`);
    expect(copied.html).not.toMatch(/<button|position: ?absolute/);
    // A part of one message is the browser's, without the buttons of its code.
    const alone = await ada.evaluate(() => {
      getSelection()!.selectAllChildren([...document.querySelectorAll('article .rendered')].at(-2)!);
      return getSelection()!.toString();
    });
    expect(alone).not.toContain('Copy code');
  }, 60_000);

  it('[WB71] copies code, offers playgrounds for its language, and opens spoilers by keyboard', async () => {
    await cast.ada.addPlayground({
      name: 'Sandbox',
      pygments_language: 'Python',
      url_template: 'https://play.example/?code={code}',
    });
    // Another block of the same language beside it.
    await send(cast.ada, 'rooms', '```python\nprint(0)\n```');
    await send(cast.ada, 'rooms', 'Run\n\n```python\nprint(1)\n```\n\n```spoiler Ending\nThey marry\n```');
    const row = message(ada, 'print(1)');
    await row.hover();
    await row.getByText('Python', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Open in Sandbox' }).waitFor();
    await row.getByRole('button', { name: 'Copy code' }).click();
    await row.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe('print(1)\n');
    const spoiler = row.getByText('They marry');
    expect(await spoiler.isVisible()).toBe(false);
    await row.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await spoiler.waitFor();
    expect(await barriers(ada)).toEqual([]);
  }, 60_000);

  it('[WB72] keeps the text on an edit conflict, and shows the edit history', async () => {
    const message_id = (await send(cast.ada, 'rooms', 'At noon')) as never;
    await act(ada, message(ada, 'At noon'), /^Edit/);
    const editor = ada.locator('.editor textarea');
    await ada.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value === 'At noon',
    );
    await ada.getByText(/left to edit/).waitFor();
    await cast.ada.editMessage({ message_id, content: 'At one' });
    await editor.fill('At noon or one');
    await dara.getByText(`${cast.ada.full_name} is editing…`).waitFor();
    await editor.press('Control+Enter');
    await ada
      .getByRole('alert')
      .getByText(/Someone else edited this message/)
      .waitFor();
    expect(await editor.inputValue()).toBe('At noon or one');
    await editor.press('Control+Enter');
    await editor.waitFor({ state: 'detached' });
    await act(dara, message(dara, 'At noon or one'), 'Edit history');
    const history = dara.getByRole('dialog', { name: 'Edit history' });
    await history.locator('.highlight_text_inserted').first().waitFor();
    expect(await history.locator('li').count()).toBe(3);
    expect(await barriers(dara)).toEqual([]);
    await dara.keyboard.press('Escape');
    await dara.waitForFunction(
      (id) => document.activeElement?.getAttribute('data-message-id') === String(id),
      message_id,
    );
    await openMenu(message(dara, 'At noon or one'));
    for (const name of [/^Edit$/, /^Delete/]) expect(await dara.getByRole('menuitem', { name }).count()).toBe(0);
    await dara.getByRole('menuitem', { name: 'Read receipts' }).click();
    await dara.getByText(/Read by/).waitFor();
    await dara.keyboard.press('Escape');
    await dara.waitForFunction(() => document.querySelector('[role=dialog]') === null);
    await act(dara, message(dara, 'At noon or one'), 'Report…');
    await dara.getByLabel('Reason').selectOption('Something else');
    await dara.getByLabel('What’s wrong?').fill('It is too late');
    expect(await barriers(dara)).toEqual([]);
    await dara.getByRole('button', { name: 'Report', exact: true }).click();
    await dara.getByText('Thanks. Moderators have been notified.').waitFor();
  }, 60_000);

  it('[WB73] votes and ticks, visible to others at once', async () => {
    await field(ada).fill('/poll Where to?\nHere\nThere');
    await ada.keyboard.press('Control+Enter');
    const poll = (page: Page) => page.getByRole('region', { name: 'Poll' }).last();
    await poll(dara).getByRole('button', { name: 'Vote for There, 0 votes' }).click();
    await poll(ada).getByRole('button', { name: 'Vote for There, 1 vote' }).waitFor();
    await poll(dara).getByRole('textbox', { name: 'New option' }).fill('<img src=x onerror=alert(1)>');
    await dara.keyboard.press('Enter');
    await poll(ada).getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await poll(dara).getByRole('button', { name: 'Poll question' }).count()).toBe(0);
    await poll(ada).getByRole('button', { name: 'Poll question' }).click();
    await ada.getByRole('textbox', { name: 'Poll question' }).fill('Where and when?');
    await ada.keyboard.press('Enter');
    await poll(dara).getByText('Where and when?').waitFor();
    await send(cast.ada, 'rooms', '/todo Party\nBread');
    await dara.getByRole('checkbox', { name: 'Bread' }).check();
    await ada.waitForFunction(() => document.querySelector<HTMLInputElement>('.todo-task input')?.checked === true);
    expect(await barriers(ada)).toEqual([]);
  }, 60_000);

  it('[WB74] formats by shortcuts, suggests, and warns before sending', async () => {
    await field(ada).fill('soup');
    await ada.keyboard.press('Control+A');
    await ada.keyboard.press('Control+b');
    expect(await field(ada).inputValue()).toBe('**soup**');
    await ada.keyboard.press('Control+z');
    expect(await field(ada).inputValue()).toBe('soup');
    await cast.ada.createUserGroup({ name: 'cooks', description: 'Who cooks', members: [cast.eli.user_id] });
    await field(ada).fill('');
    await field(ada).pressSequentially('Ask @coo');
    await ada.getByRole('option', { name: /cooks/ }).waitFor();
    await ada.keyboard.press('Enter');
    expect(await field(ada).inputValue()).toBe('Ask @*cooks* ');
    await field(ada).pressSequentially(`and @**${cast.finn.full_name}**`);
    await ada.getByText(`${cast.finn.full_name} isn’t subscribed to #plans and won’t see this.`).waitFor();
    expect(await barriers(ada)).toEqual([]);
    await ada.getByRole('button', { name: 'Preview' }).click();
    await ada.locator('.compose-preview .user-group-mention').waitFor();
    await ada.getByRole('button', { name: 'Back to editing' }).click();
    await field(ada).fill('');
  }, 60_000);

  it('[WB75] offers emoji by groups and by name', async () => {
    await ada.locator('.compose').getByRole('button', { name: 'Emoji' }).click();
    await ada.getByRole('button', { name: 'Food and drink' }).click();
    await ada.getByRole('option', { name: 'pizza' }).click();
    await ada.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value !== '');
    expect(await field(ada).inputValue()).toBe(':pizza: ');
    await ada.locator('.compose').getByRole('button', { name: 'Emoji' }).click();
    await ada.getByRole('option', { name: 'pizza' }).waitFor();
    expect(await barriers(ada)).toEqual([]);
    await ada.keyboard.press('Escape');
    await field(ada).fill('');
  }, 60_000);

  it('[WB76] schedules, cancels and lists messages', async () => {
    await field(ada).fill('Good night');
    await ada.getByRole('button', { name: 'Send later' }).click();
    await ada.getByRole('menuitem', { name: 'In an hour' }).click();
    await ada.getByRole('button', { name: 'Undo' }).click();
    await ada.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value === 'Good night',
    );
    expect((await cast.ada.getScheduledMessages()).scheduled_messages).toEqual([]);
    await ada.getByRole('button', { name: 'Send later' }).click();
    await ada.getByRole('menuitem', { name: 'Tomorrow morning' }).click();
    await ada.getByText(/Scheduled for/).waitFor();
    await send(cast.eli, 'rooms', 'Remember the milk');
    await act(ada, message(ada, 'Remember the milk'), 'Remind me');
    const dialog = ada.getByRole('dialog', { name: 'Remind me about this message' });
    await dialog.getByRole('button', { name: /^In an hour/ }).click();
    expect(await barriers(ada)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remind me' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await cast.ada.getReminders()).reminders.length).toBe(1);
    const phone = await stage.open('#reminders', cast.ada, { ...PHONE, colorScheme: 'dark' });
    await phone.getByRole('button', { name: /^Delete reminder/ }).click();
    await phone.getByText('No reminders').waitFor();
    await phone.getByRole('link', { name: /^Scheduled messages/ }).click();
    await phone.getByText('Good night').waitFor();
    expect(await barriers(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await phone.getByRole('button', { name: /^Send now/ }).click();
    await message(dara, 'Good night').waitFor();
    // A draft that is begun on one device is there on the other.
    await field(phone).fill('Begun on the phone');
    await ada.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value === 'Begun on the phone',
    );
    await phone.context().close();
    await field(ada).fill('');
  }, 90_000);

  it('[WB1059] [WB1061] says why a time or an option is refused, and names reminders by their conversations', async () => {
    await act(ada, message(ada, 'Remember the milk'), 'Remind me');
    const dialog = ada.getByRole('dialog', { name: 'Remind me about this message' });
    await dialog.getByLabel('Another time').fill('2020-01-01T10:00');
    await dialog.getByText('Choose a time in the future.').waitFor();
    await dialog.getByRole('button', { name: /^Tomorrow morning/ }).click();
    await dialog.getByText('Choose a time in the future.').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Remind me' }).click();
    await dialog.waitFor({ state: 'detached' });
    const page = await stage.open('#reminders', cast.ada);
    await page.getByRole('link', { name: '#plans › rooms' }).waitFor();
    await page.getByRole('button', { name: 'Delete reminder: #plans › rooms' }).click();
    await page.getByText('No reminders').waitFor();
    await page.context().close();
    await send(cast.eli, 'rooms', '/poll Which milk?\nOats\nSoy');
    const poll = ada.locator('article', { hasText: 'Which milk?' });
    await poll.getByLabel('New option').fill('Oats');
    await poll.getByText('This is already in the list.').waitFor();
    await poll.getByLabel('New option').fill('');
  }, 60_000);

  it('[WB77] uploads files and sends their links', async () => {
    const buffer = Buffer.from('x'.repeat(200_000));
    await ada
      .locator('.compose input[type=file]')
      .setInputFiles({ name: 'notes [1].txt', mimeType: 'text/plain', buffer });
    await ada.locator('.file.ready').waitFor();
    expect(await field(ada).inputValue()).toBe('');
    await ada.keyboard.press('Control+Enter');
    await message(dara, 'notes 1.txt').waitFor();
    const { attachments } = await cast.ada.getAttachments();
    expect(attachments.find(({ name }) => name === 'notes [1].txt')).toMatchObject({ size: 200_000 });
  }, 60_000);

  it('[WB78] hides messages of muted people, and keeps messages marked as unread', async () => {
    const id = await send(cast.eli, 'rooms', 'Me again');
    await message(dara, 'Me again').waitFor();
    await cast.dara.muteUser({ muted_user_id: cast.eli.user_id });
    await dara.getByText('Message from someone you muted').last().waitFor();
    expect(await dara.getByText('Me again').count()).toBe(0);
    await dara.getByRole('button', { name: 'Show', exact: true }).last().click();
    const row = message(dara, 'Me again');
    await row.waitFor();
    await act(dara, row, 'Mark as unread from here');
    await dara.locator(`article.unread[data-message-id="${id}"]`).waitFor();
    await dara.locator('[data-message-list]').press('Home');
    await dara.locator('[data-message-list]').press('End');
    const { messages } = await cast.dara.getMessages({ anchor: id as never, num_before: 0, num_after: 0 });
    expect(messages[0]!.flags).not.toContain('read');
    await cast.dara.unmuteUser({ muted_user_id: cast.eli.user_id });
  }, 60_000);

  it('[WB79] opens at the first unread message, and marks only seen messages as read', async () => {
    const ids: number[] = [];
    await send(cast.dara, 'hall', 'Where do we meet?');
    for (let at = 0; at < 14; at++)
      ids.push(
        await send(cast.eli, 'hall', at % 2 ? `Answer ${at}` : `Answer ${at}\n\`\`\`\n${'line\n'.repeat(12)}\`\`\``),
      );
    const page = await stage.open(topicHash('hall'), cast.dara);
    await page.locator(`article[data-message-id="${ids[0]}"]`).waitFor();
    const flags = async () => {
      const { messages } = await cast.dara.getMessages({
        anchor: ids[0] as never,
        num_before: 0,
        num_after: 20,
        narrow: [{ operator: 'topic', operand: 'hall', negated: false }],
      });
      return messages.map((message) => message.flags.includes('read'));
    };
    await page.locator(`article[data-message-id="${ids[0]}"]:not(.unread)`).waitFor();
    await page
      .waitForRequest((request) => request.url().endsWith('/messages/flags'), { timeout: 3000 })
      .catch(() => {});
    const frame = (await page.locator('[data-message-list]').boundingBox())!;
    const box = (await page.locator(`article[data-message-id="${ids[0]}"]`).boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(frame.y);
    expect(box.y).toBeLessThan(frame.y + 200);
    const before = await flags();
    expect([before[0], before.at(-1)]).toEqual([true, false]);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await page.locator(`article[data-message-id="${ids.at(-1)}"]:not(.unread)`).waitFor();
    // At the end, what comes is followed.
    await send(cast.eli, 'hall', 'The last answer');
    await page.getByText('The last answer').waitFor();
    await page.waitForFunction(() => {
      const list = document.querySelector('[data-message-list]')!;
      return list.scrollHeight - list.scrollTop - list.clientHeight < 4;
    });
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
