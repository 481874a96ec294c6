// Whom a message goes to: suggestions, the people and the topic that are chosen, and keys that stay text while one writes.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Locator, Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;
let page: Page;

const text = (on: Page) => on.locator('.compose textarea');
const written = (on: Page) => text(on).inputValue();
const sent = (on: Page, content: string) => on.locator('article', { hasText: content }).last().waitFor();
const focused = (on: Page, selector: string) =>
  on.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const go = async (on: Page, hash: string) => {
  await on.evaluate((to) => {
    location.hash = to;
  }, hash);
};
const to = (on: Page) => on.getByRole('combobox', { name: 'To', exact: true });
const chips = (on: Page) => on.locator('.recipient .chip-name').allTextContents();
/** In one task: nothing is drawn between the last letter and Enter. */
const typeAndEnter = (field: Locator, typed: string) =>
  field.evaluate((element, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }, typed);
/** Somebody of this name, of whom nothing else is known. */
const addPerson = (full_name: string, email: string) =>
  cast.ada.createUser({ email, full_name, password: 'secret password 1' });

describe.skipIf(!hasBrowser)('whom a message goes to', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const principals = [cast.ada.user_id, cast.dara.user_id, cast.eli.user_id];
    await cast.ada.subscribe({ subscriptions: [{ name: 'plans' }], principals });
    await cast.ada.subscribe({ subscriptions: [{ name: 'announcements' }], principals });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
    for (const topic of ['roof', 'garden', 'cellar'])
      await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic, content: `About the ${topic}` });
    await addPerson('Ann', 'ann@example.com');
    await addPerson('Anna Łuczak', 'anna@example.com');
    await addPerson('Zoë Nguyễn', 'zoe.one@example.com');
    await addPerson('Zoë Nguyễn', 'zoe.two@example.com');
    page = await stage.open(topicHash('roof'), cast.dara);
    await page.locator('[data-message-list] article').first().waitFor();
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB120] suggestions are for the word at the cursor, and change no other text', async () => {
    await text(page).click();
    await page.keyboard.type(':par');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('I agree @ least #1 :+1');
    await page.keyboard.press('Enter');
    expect(await written(page)).toBe('I agree @ least #1 :+1: ');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('and :smi');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.type('rk');
    await page.keyboard.press('Tab');
    expect(await written(page)).toBe('and :smirk: ');
    // What was used before comes first among those that fit as well.
    await page.keyboard.press('Control+A');
    await page.keyboard.type(':sm');
    await page.getByRole('option', { name: 'smirk' }).waitFor();
    expect(await page.getByRole('option').first().textContent()).toContain('smirk');
    // A channel, and on to its topics.
    await page.keyboard.press('Control+A');
    await page.keyboard.type('see #pla');
    await page.getByRole('option', { name: 'plans' }).waitFor();
    await page.keyboard.type('>');
    expect(await written(page)).toBe('see #**plans>');
    await page.keyboard.type('gar');
    await page.getByRole('option', { name: 'garden' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await written(page)).toBe('see #**plans>garden** ');
    // People who wrote last come first, and mentions may be silent.
    await page.keyboard.press('Control+A');
    await page.keyboard.type('@');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').first().textContent()).toContain(cast.ada.full_name);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('@_zoe.two');
    await page.getByRole('option', { name: 'zoe.two@example.com' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await written(page)).toMatch(/^@_\*\*Zoë Nguyễn\|\d+\*\* $/);
    await text(page).fill('');
  }, 60_000);

  it('[WB121] letters typed in or beside the compose box are not shortcuts', async () => {
    await go(page, `#narrow/channel/${channel_id}`);
    await page.getByRole('button', { name: 'Write a message' }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const before = await page.evaluate(() => location.hash);
    await page.keyboard.type('cRxtdwg?');
    await focused(page, '.recipient input[aria-label="Topic"]');
    await page.keyboard.type('trends');
    expect(await page.evaluate(() => location.hash)).toBe(before);
    expect(await page.getByRole('dialog').count()).toBe(0);
    // On its buttons, too.
    await page.getByRole('button', { name: 'Preview' }).focus();
    await page.keyboard.type('xtI?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => location.hash)).toBe(before);
    expect(await page.getByRole('combobox', { name: 'Topic' }).inputValue()).toContain('trends');
    // And where what had the focus is gone: it is text.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.type('xyz');
    expect(await written(page)).toBe('xyz');
    expect(await chips(page)).toEqual([]);
    // After sending by pointer one goes on writing.
    await page.keyboard.press('Control+A');
    await page.getByRole('button', { name: 'Close' }).click();
    await go(page, topicHash('roof'));
    await text(page).fill('First');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await sent(page, 'First');
    await page.keyboard.type('xtra');
    expect(await written(page)).toBe('xtra');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await to(page).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
  }, 60_000);

  it('[WB122] people are chosen as chips in one field, by keyboard, namesakes by address', async () => {
    await page.getByRole('button', { name: 'New direct message' }).last().click();
    await focused(page, '.recipient input');
    // Before anybody is chosen, nothing says whom it goes to.
    expect(await page.locator('.compose').textContent()).not.toContain('Notes to yourself');
    expect(await text(page).getAttribute('placeholder')).toBe('Write a message');
    await page.getByText('Choose who to send this to').first().waitFor();
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.type('Anna');
    expect(await chips(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await chips(page)).toEqual(['Anna Łuczak']);
    await page.keyboard.type('nguyen ZOE');
    await page.waitForFunction(() => document.querySelectorAll('[role="option"]').length === 2);
    const offered = await page.getByRole('option').allTextContents();
    expect(offered.map((text) => text.includes('zoe.one@') || text.includes('zoe.two@'))).toEqual([true, true]);
    expect(await page.getByRole('option').locator('.avatar').count()).toBe(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await chips(page)).toEqual(['Anna Łuczak', 'Zoë Nguyễn']);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Backspace');
    expect(await chips(page)).toEqual(['Anna Łuczak']);
    await page.keyboard.press('Enter');
    await focused(page, 'textarea.compose-field');
    expect(await text(page).getAttribute('placeholder')).toBe('Message Anna Łuczak');
    await page.getByText('Choose who to send this to').waitFor({ state: 'detached' });
    await page.keyboard.type('Hello Anna');
    await page.keyboard.press('Control+Enter');
    await sent(page, 'Hello Anna');
    // Notes to oneself are to oneself because one has chosen so.
    await focused(page, 'textarea.compose-field');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
    await page.keyboard.press('x');
    await focused(page, '.recipient input');
    await page.keyboard.type(cast.dara.full_name.slice(0, 4));
    await page.keyboard.press('Enter');
    expect(await text(page).getAttribute('placeholder')).toBe('Message Notes to yourself');
    await page.getByRole('button', { name: 'Close' }).click();
  }, 60_000);

  it('[WB123] Enter and Tab lead from channel to topic to text; recent topics are offered', async () => {
    await go(page, `#narrow/channel/${channel_id}`);
    await page.getByRole('button', { name: 'New topic' }).last().click();
    const topic = page.getByRole('combobox', { name: 'Topic' });
    await focused(page, '.recipient input[aria-label="Topic"]');
    await page.waitForFunction(() => document.querySelector('[role="option"]')?.textContent === 'roof');
    expect((await page.getByRole('option').allTextContents()).slice(0, 3)).toEqual(['roof', 'cellar', 'garden']);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.type('roo');
    await page.getByText('This starts a new topic').waitFor();
    await page.keyboard.press('Tab');
    await focused(page, 'textarea.compose-field');
    expect(await topic.inputValue()).toBe('roo');
    await topic.click();
    await page.getByRole('option', { name: 'roof' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await focused(page, 'textarea.compose-field');
    expect(await topic.inputValue()).toBe('roof');
    // By keyboard from the channel on.
    await page.getByRole('combobox', { name: 'Where should it go?' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('plans');
    await page.getByRole('option', { name: 'plans' }).waitFor();
    await page.keyboard.press('Enter');
    await focused(page, '.recipient input[aria-label="Topic"]');
    await page.getByRole('button', { name: 'Close' }).click();
  }, 60_000);

  it('[WB124] arrows in an empty compose box edit the last own message', async () => {
    await go(page, topicHash('roof'));
    await text(page).fill('My first words');
    await page.keyboard.press('Control+Enter');
    await sent(page, 'My first words');
    await text(page).fill('My last words');
    await page.keyboard.press('Control+Enter');
    await sent(page, 'My last words');
    await text(page).click();
    await page.keyboard.press('ArrowUp');
    const editor = page.locator('article textarea');
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('article textarea')?.value === 'My last words',
    );
    await focused(page, 'article textarea');
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    // Back where the editing began; from there to the messages.
    await focused(page, 'textarea.compose-field');
    await page.keyboard.press('Escape');
    // The one that is quoted, if it is one's own.
    await page.keyboard.press('k');
    await page.locator('article.selected', { hasText: 'My first words' }).waitFor();
    await page.keyboard.press('>');
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value.includes('My first words'),
    );
    await text(page).fill('');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('article textarea')?.value === 'My first words',
    );
    await focused(page, 'article textarea');
    await page.keyboard.press('Escape');
  }, 60_000);

  it('[WB900] Enter takes the first match of what is typed, whatever the list still shows', async () => {
    await go(page, `#narrow/channel/${channel_id}`);
    await page.getByRole('button', { name: 'New topic' }).last().click();
    await focused(page, '.recipient input[aria-label="Topic"]');
    const where = page.getByRole('combobox', { name: 'Where should it go?' });
    for (const [typed, chosen] of [
      ['plans', 'plans'],
      ['annou', 'announcements'],
      ['pla', 'plans'],
    ] as const) {
      await where.focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('combobox', { name: 'Find a channel' }).waitFor();
      await typeAndEnter(page.getByRole('combobox', { name: 'Find a channel' }), typed);
      await focused(page, '.recipient input[aria-label="Topic"]');
      expect(await where.textContent()).toBe(chosen);
    }
    // Who moved to an option gets that one.
    await where.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('n');
    await page.getByRole('option', { name: 'announcements' }).waitFor();
    await page.getByRole('option', { name: 'plans' }).hover();
    await page.keyboard.press('Enter');
    await focused(page, '.recipient input[aria-label="Topic"]');
    expect(await where.textContent()).toBe('plans');
    await page.getByRole('button', { name: 'Close' }).click();
    // The same for an emoji.
    await go(page, topicHash('roof'));
    const row = page.locator('[data-message-list] article', { hasText: 'About the roof' });
    await row.hover();
    await row.getByRole('button', { name: 'Add reaction' }).click();
    await typeAndEnter(page.getByRole('combobox', { name: 'Search emoji' }), 'octopus');
    await row.getByRole('button', { name: /octopus/ }).waitFor();
  }, 60_000);

  it('[WB122] [WB123] fits a phone', async () => {
    const phone = await stage.open('#inbox', cast.dara, { ...PHONE, colorScheme: 'dark' });
    await phone.getByRole('button', { name: 'New direct message' }).last().click();
    await to(phone).fill('anna');
    await phone.getByRole('option').first().waitFor();
    await phone.keyboard.press('Enter');
    expect(await chips(phone)).toEqual(['Anna Łuczak']);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await barriers(phone)).toEqual([]);
    await phone.context().close();
  }, 60_000);

  it('[WB125] takes what is typed right after its shortcut, also the first time and from another field', async () => {
    const other = await stage.open('#inbox', stage.cast.dara);
    // It is fetched within a second.
    await other.waitForTimeout(3000);
    await other.keyboard.press('/');
    await other.keyboard.type('Bela');
    await other.keyboard.press('Control+k');
    await other.keyboard.type('alert w');
    expect(await other.getByRole('combobox', { name: 'Go to' }).inputValue()).toBe('alert w');
    expect(await other.getByRole('combobox', { name: 'Search messages' }).inputValue()).toBe('Bela');
    await other.context().close();
  }, 30_000);

  it('[WB1049] a chosen topic is followed when it is renamed or moved elsewhere', async () => {
    const { id } = await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic: 'attic', content: 'The attic' });
    const writer = await stage.open(topicHash('roof'), cast.eli);
    await writer.getByRole('button', { name: 'New topic' }).last().click();
    const topic = writer.getByRole('combobox', { name: 'Topic' });
    await topic.fill('attic');
    await topic.press('Enter');
    await focused(writer, 'textarea.compose-field');
    await text(writer).fill('Boxes in the attic');
    const becomes = (name: string) =>
      writer.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll<HTMLInputElement>('.recipient input')].some(({ value }) => value === wanted),
        name,
      );
    await cast.ada.editMessage({ message_id: id, topic: 'loft', propagate_mode: 'change_all' });
    await becomes('loft');
    await writer.getByText('This conversation was moved').first().waitFor();
    await focused(writer, 'textarea.compose-field');
    const { stream_id } = await cast.ada.getStreamId({ stream: 'announcements' });
    await cast.ada.editMessage({ message_id: id, stream_id, propagate_mode: 'change_all' });
    await writer.locator('.recipient', { hasText: 'announcements' }).waitFor();
    expect(await written(writer)).toBe('Boxes in the attic');
    // Nobody's typing is changed under their hands.
    await topic.click();
    await cast.ada.editMessage({ message_id: id, topic: 'roof space', propagate_mode: 'change_all' });
    await Bun.sleep(500);
    expect(await topic.inputValue()).toBe('loft');
    await writer.context().close();
  }, 60_000);

  it('[WB125] one field opens channels, topics, people, views and settings by keyboard', async () => {
    const field = page.getByRole('combobox', { name: 'Go to' });
    const first = page.getByRole('option').first();
    const goTo = async (typed: string, label: string, hash: string | RegExp) => {
      await page.keyboard.press('Control+k');
      await field.waitFor();
      await page.keyboard.type(typed);
      await page.waitForFunction(
        (wanted) => document.querySelector('[role=option] .suggestion-label')?.textContent === wanted,
        label,
      );
      await page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => location.hash)).toMatch(hash);
    };
    // Also from the text that is being written, which stays.
    await go(page, topicHash('roof'));
    await text(page).fill('Kept');
    await goTo('grdn', 'garden', topicHash('garden'));
    await goTo('nguyen zoe.two', 'Zoë Nguyễn', /^#narrow\/dm\/\d+$/);
    await goTo('#pla', 'plans', new RegExp(`channel/${channel_id}$`));
    await goTo('@ann', 'Ann', /^#narrow\/dm\/\d+$/);
    await goTo('inb', 'Inbox', '#inbox');
    await goTo('alert w', 'Alert words', '#settings/alert-words');
    await goTo('roof', 'roof', topicHash('roof'));
    expect(await written(page)).toBe('Kept');
    await text(page).fill('');
    // Before anything is typed: where one was last, but for here.
    await page.keyboard.press('Control+k');
    await first.waitFor();
    expect((await page.getByRole('option').allTextContents())[0]).toContain('Inbox');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.type('zzzzqq');
    await page.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await focused(page, 'textarea.compose-field');
    // What opened it closes it, and keys go on to work where one went.
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.press('Control+k');
    await field.waitFor({ state: 'detached' });
    await goTo('cellar', 'cellar', topicHash('cellar'));
    await page.locator('[data-message-list] article', { hasText: 'About the cellar' }).waitFor();
    await page.keyboard.press('k');
    await page.locator('article.selected').waitFor();
    const phone = await stage.open('#inbox', cast.dara, { ...PHONE, colorScheme: 'dark' });
    await phone.getByRole('button', { name: 'Show navigation' }).click();
    await phone.getByRole('button', { name: 'Go to' }).click();
    await phone.getByRole('option').first().waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await barriers(phone)).toEqual([]);
    await phone.context().close();
  }, 60_000);

  it('no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
