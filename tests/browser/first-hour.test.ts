// What people do in their first hour, in short: made to run in Chromium and in Firefox alike.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, isFirefox, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let ada: Page;
let dara: Page;
let channel_id: number;
let first_id: number;

const topicHash = (topic = 'lunch') => `#narrow/channel/${channel_id}/topic/${topic}`;
const field = (page: Page) => page.locator('.compose textarea');
const message = (page: Page, text: string) => page.locator('article:not(.outgoing)', { hasText: text }).last();
const goTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Control+Enter');
}

describe.skipIf(!hasBrowser)('the first hour', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.subscribe({
      subscriptions: [{ name: 'kitchen' }, { name: 'garden' }],
      principals: [cast.ada.user_id, cast.dara.user_id],
    });
    channel_id = (await cast.ada.getStreamId({ stream: 'kitchen' })).stream_id;
    const send = (content: string) => cast.ada.sendMessage({ type: 'channel', to: 'kitchen', topic: 'lunch', content });
    first_id = (await send('Who is in on **Thursday**?')).id;
    for (let at = 1; at < 30; at++) await send(`Course ${at}\n\n- soup\n- bread`);
    await cast.ada.sendMessage({ type: 'direct', to: [cast.dara.user_id], content: 'Shall we walk there?' });
    ada = await stage.open(topicHash(), cast.ada);
    await field(ada).waitFor();
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB155] signs in, and stays signed in', async () => {
    dara = await stage.visit(`${stage.server.url}/`);
    await dara.getByLabel('Email address').fill(cast.dara.email);
    await dara.getByLabel('Password', { exact: true }).fill(`${cast.dara.full_name} signs in`);
    await dara.getByRole('button', { name: 'Sign in' }).click();
    await dara.getByRole('heading', { name: 'Inbox' }).waitFor();
    await dara.reload();
    await dara.locator('#main').getByText('lunch').first().waitFor();
    expect(await barriers(dara)).toEqual([]);
  }, 60_000);

  it('[WB155] reads from the first unread message to the last', async () => {
    await dara.locator('#main').getByText('lunch').first().click();
    await message(dara, 'Thursday').waitFor();
    await dara.locator('[data-message-list]').press('End');
    await message(dara, 'Course 29').waitFor();
    expect(await barriers(dara)).toEqual([]);
  }, 60_000);

  it('[WB155] sends, and sees what others send', async () => {
    await write(ada, 'Half past twelve?');
    await message(dara, 'Half past twelve?').waitFor();
    await write(dara, 'Fine');
    await message(ada, 'Fine').waitFor();
    expect(await field(dara).inputValue()).toBe('');
  }, 60_000);

  it('[WB155] completes names and emoji while writing', async () => {
    await field(dara).pressSequentially('Yes, @eli');
    await dara.getByRole('option', { name: /Eli/ }).first().waitFor();
    await dara.keyboard.press('Enter');
    expect(await field(dara).inputValue()).toBe(`Yes, @**${cast.eli.full_name}** `);
    await field(dara).pressSequentially(':tad');
    await dara.getByRole('option', { name: /tada/ }).first().waitFor();
    await dara.keyboard.press('Tab');
    expect(await field(dara).inputValue()).toContain(':tada:');
    await field(dara).fill('');
  }, 60_000);

  it('[WB155] formats by keys, and undoes it', async () => {
    await field(dara).fill('soup');
    await field(dara).press('Control+a');
    await dara.keyboard.press('Control+b');
    expect(await field(dara).inputValue()).toBe('**soup**');
    await dara.keyboard.press('Control+z');
    expect(await field(dara).inputValue()).toBe('soup');
    await field(dara).fill('');
  }, 60_000);

  it('[WB155] edits the last message with ArrowUp', async () => {
    await field(dara).press('ArrowUp');
    const editor = dara.locator('.editor textarea');
    await dara.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value === 'Fine');
    await editor.fill('Fine with me');
    await editor.press('Control+Enter');
    await message(ada, 'Fine with me').getByText('edited').waitFor();
    // Back where the editing began.
    await dara.waitForFunction(() => document.activeElement?.matches('.compose textarea'));
  }, 60_000);

  it('[WB155] reacts', async () => {
    const row = message(dara, 'Half past twelve?');
    await row.hover();
    await row.getByRole('button', { name: 'Add reaction' }).click();
    await dara.getByRole('combobox', { name: 'Search emoji' }).fill('thumbs up');
    await dara.getByRole('option', { name: 'thumbs up' }).waitFor();
    await dara.keyboard.press('Enter');
    await ada.getByRole('button', { name: new RegExp(`1: ${cast.dara.full_name}`) }).waitFor();
  }, 60_000);

  it('[WB155] follows a link to a message, which is highlighted', async () => {
    await goTo(dara, `${topicHash()}/near/${first_id}`);
    const target = dara.locator(`article.target[data-message-id="${first_id}"]`);
    await target.waitFor();
    const seen = await target.evaluate((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const frame = row.closest('[data-message-list]')!.getBoundingClientRect();
      return top >= frame.top && bottom <= frame.bottom;
    });
    expect(seen).toBe(true);
  }, 60_000);

  it('[WB155] searches', async () => {
    await dara.keyboard.press('Escape');
    await dara.getByRole('combobox', { name: 'Search' }).click();
    await dara.keyboard.type('Thursday');
    await dara.getByRole('option', { name: 'Messages with “Thursday”' }).first().waitFor();
    await dara.keyboard.press('Enter');
    // The topic that is left shows the message, too.
    await dara.waitForFunction(() => document.querySelectorAll('article').length === 1);
    await message(dara, 'Thursday').waitFor();
    expect(await barriers(dara)).toEqual([]);
  }, 60_000);

  it('[WB155] navigates anywhere by the switcher', async () => {
    await dara.keyboard.press('Control+k');
    await dara.getByRole('dialog').getByRole('combobox').waitFor();
    await dara.keyboard.type('garden');
    await dara
      .getByRole('option', { name: /garden/ })
      .first()
      .waitFor();
    await dara.keyboard.press('Enter');
    await dara.waitForFunction(() => document.title.includes('garden'));
  }, 60_000);

  it('[WB155] starts a direct conversation', async () => {
    await dara.getByRole('button', { name: 'New direct message' }).click();
    await dara.waitForFunction(() => document.activeElement?.matches('.recipient input'));
    await dara.keyboard.type('ada');
    await dara.getByRole('option', { name: /Ada/ }).first().waitFor();
    await dara.keyboard.press('Enter');
    await write(dara, 'On my way');
    await dara.waitForFunction(() => location.hash.startsWith('#narrow/dm/'));
    await message(dara, 'On my way').waitFor();
  }, 60_000);

  it('[WB155] names the people of a conversation as a list, on a phone with their menu in sight', async () => {
    const { ada, bela, dara: third } = cast;
    await bela.sendMessage({ type: 'direct', to: [ada.user_id, third.user_id], content: 'All three' });
    const names = [bela.full_name, third.full_name];
    const ids = [bela.user_id, third.user_id].sort((a, b) => a - b);
    const phone = await stage.open(`#narrow/dm/${ids.join(',')}`, ada, { ...PHONE, hasTouch: !isFirefox });
    const heading = phone.locator('.view-header h1');
    await heading.waitFor();
    expect(await heading.evaluate((h1) => (h1 as HTMLElement).innerText)).toBe(names.join(', '));
    await phone.getByRole('button', { name: 'Show navigation' }).click();
    const menu = phone.locator('#sidebar .sidebar-row', { hasText: names[0]! }).locator('.sidebar-menu').first();
    await menu.waitFor();
    const [right, edge] = await menu.evaluate((button) => [
      button.getBoundingClientRect().right,
      document.querySelector('#sidebar')!.getBoundingClientRect().right,
    ]);
    expect(right!).toBeLessThanOrEqual(edge!);
    await phone.context().close();
  }, 60_000);

  it('[WB194] goes on in the inbox from the row that was opened', async () => {
    await cast.dara.sendMessage({ type: 'channel', to: 'kitchen', topic: 'first', content: 'One' });
    await cast.dara.sendMessage({ type: 'channel', to: 'kitchen', topic: 'second', content: 'Two' });
    await goTo(ada, '#inbox');
    const row = (text: string) => ada.locator('.conversation > a', { hasText: text });
    await row('second').focus();
    await ada.keyboard.press('Enter');
    await message(ada, 'Two').waitFor();
    await ada.goBack();
    await ada.getByRole('heading', { name: 'Inbox' }).waitFor();
    await ada.waitForFunction(() => document.activeElement?.closest('.conversation') !== null);
    await ada.keyboard.press('Home');
    await ada.waitForFunction(() => document.querySelector('.conversation')?.contains(document.activeElement));
  }, 60_000);

  it('[WB195] closes a card when the reader goes elsewhere', async () => {
    await goTo(ada, topicHash('second'));
    await message(ada, 'Two').getByRole('button', { name: cast.dara.full_name }).click();
    await ada.getByText('View profile').waitFor();
    await goTo(ada, '#recent');
    await ada.getByText('View profile').waitFor({ state: 'detached' });
  }, 60_000);

  it('[WB155] moves between messages by keys, and finds the keys on a sheet', async () => {
    await goTo(dara, topicHash());
    await dara.getByRole('textbox', { name: 'Message #kitchen › lunch' }).waitFor();
    await dara.locator('[data-message-list]').focus();
    await dara.keyboard.press('Home');
    const selected = dara.locator('article.selected');
    await selected.getByText('Thursday').waitFor();
    await dara.keyboard.press('*');
    await selected.locator('.message-star').waitFor();
    await dara.keyboard.press('j');
    await selected.getByText('Course 1', { exact: true }).waitFor();
    await dara.keyboard.press('?');
    await dara.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await dara.keyboard.press('Escape');
    await dara.keyboard.press('c');
    await dara.waitForFunction(() => document.activeElement?.matches('textarea.compose-field'));
  }, 60_000);

  it('[WB155] keeps a draft after a reload', async () => {
    await field(dara).fill('To be continued');
    while ((await cast.dara.getDrafts()).count === 0) await Bun.sleep(50);
    await dara.reload();
    await dara.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value === 'To be continued',
    );
    await field(dara).fill('');
  }, 60_000);

  it('[WB155] signs out', async () => {
    await dara.getByRole('button', { name: 'Your account' }).click();
    await dara.getByRole('menuitem', { name: 'Sign out' }).click();
    await dara.getByLabel('Email address').waitFor();
    expect(await dara.evaluate(() => localStorage.getItem('stoa.session'))).toBeNull();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
