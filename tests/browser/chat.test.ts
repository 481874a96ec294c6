// Two people in two real browsers: what a day of theirs needs.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = () => `#narrow/channel/${channel_id}/topic/lunch`;

describe.skipIf(!hasBrowser)('the web client in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.subscribe({
      subscriptions: [{ name: 'kitchen', description: 'What there is to eat' }],
      principals: [cast.ada.user_id, cast.dara.user_id, cast.eli.user_id],
    });
    channel_id = (await cast.ada.getStreamId({ stream: 'kitchen' })).stream_id;
    const send = (person: Cast['ada'], topic: string, content: string) =>
      person.sendMessage({ type: 'channel', to: 'kitchen', topic, content });
    await send(cast.ada, 'lunch', 'Who is in on **Thursday**?\n\n- soup\n- bread');
    await send(cast.eli, 'lunch', 'Me! The recipe is\n\n```python\nfor guest in guests:\n    ladle(soup)\n```');
    await send(
      cast.ada,
      'lunch',
      `Thanks @**${cast.dara.full_name}**, see #**kitchen>plates** and $$a^2 + b^2$$\n\n\`\`\`spoiler Dessert\nPlums\n\`\`\``,
    );
    await send(
      cast.eli,
      'plates',
      'We need *twelve*.\n\n> twelve plates\n\n| who | plates |\n|---|---|\n| Ada | 6 |\n| Eli | 6 |',
    );
    await cast.eli.sendMessage({ type: 'direct', to: [cast.dara.user_id], content: 'Shall we walk there together?' });
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB4] signs in by address and password, rejects wrong ones, and signs out', async () => {
    const page = await stage.open('', null);
    await page.getByLabel('Email address').fill(cast.dara.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The login details are wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(`${cast.dara.full_name} signs in`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email address').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('stoa.session'))).toBeNull();
    await page.context().close();
  }, 30_000);

  it('[WB5] every view is accessible, light and dark, wide and narrow', async () => {
    const views: [string, string, RegExp][] = [
      ['inbox', '#inbox', /lunch/],
      ['recent', '#recent', /lunch/],
      ['topic', topicHash(), /soup/],
      ['feed', '#feed', /twelve/],
    ];
    const found: string[] = [];
    for (const [mode, person, options] of [
      ['desktop-light', cast.dara, { colorScheme: 'light' }],
      ['phone-dark', cast.eli, { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
    ] as const) {
      const page = await stage.open('#starred', person, options);
      for (const [name, hash, sign] of views) {
        await page.evaluate((to) => {
          location.hash = to;
        }, hash);
        await page.locator('#main').getByText(sign).first().waitFor();
        found.push(...(await barriers(page)).map((barrier) => `${name} ${mode}: ${barrier}`));
        const too_wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        if (too_wide) found.push(`${name} ${mode}: wider than the screen`);
      }
      await page.context().close();
    }
    expect(found).toEqual([]);
  }, 60_000);

  it("[WB6] two people write, edit, react, star and search, and see each other's changes", async () => {
    const [ada, dara] = await Promise.all([stage.open(topicHash(), cast.ada), stage.open(topicHash(), cast.dara)]);
    const field = (page: Page) => page.locator('textarea.compose-field');
    await field(ada).fill('Shall we say half past twelve?');
    await ada.keyboard.press('Control+Enter');
    const message = dara.locator('article', { hasText: 'half past twelve' });
    await message.waitFor();
    expect(await field(ada).inputValue()).toBe('');
    // Dara suggests somebody by name and answers.
    await field(dara).pressSequentially('Fine, @eli');
    await dara.getByRole('option', { name: /Eli/ }).waitFor();
    await dara.keyboard.press('Enter');
    expect(await field(dara).inputValue()).toBe(`Fine, @**${cast.eli.full_name}** `);
    await dara.keyboard.press('Control+Enter');
    await ada.locator('article .user-mention', { hasText: cast.eli.full_name }).waitFor();
    // Ada edits by keyboard; Dara sees it.
    await ada.keyboard.press('Escape');
    await ada.locator('article', { hasText: 'half past twelve' }).hover();
    await ada.locator('article', { hasText: 'half past twelve' }).getByRole('button', { name: 'More actions' }).click();
    await ada.getByRole('menuitem', { name: /^Edit/ }).click();
    const editor = ada.getByRole('textbox', { name: 'Edit' });
    await ada.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value !== '');
    await editor.fill('Shall we say one?');
    await editor.press('Control+Enter');
    const edited = dara.locator('article', { hasText: 'Shall we say one?' });
    await edited.getByText('edited').waitFor();
    // Dara reacts; Ada sees who.
    await edited.hover();
    await edited.getByRole('button', { name: 'Add reaction' }).click();
    await dara.getByRole('combobox', { name: 'Search emoji' }).fill('thumbs up');
    await dara.getByRole('option', { name: 'thumbs up' }).waitFor();
    await dara.keyboard.press('Enter');
    await ada.getByRole('button', { name: new RegExp(`1: ${cast.dara.full_name}`) }).waitFor();
    // Dara searches by keyboard.
    await dara.keyboard.press('Escape');
    await dara.keyboard.press('/');
    await dara.keyboard.type('ladle');
    await dara.getByRole('option', { name: 'Messages with “ladle”' }).waitFor();
    await dara.keyboard.press('Enter');
    await dara.locator('article', { hasText: 'ladle' }).waitFor();
    expect(await dara.locator('article').count()).toBe(1);
    await ada.context().close();
    await dara.context().close();
  }, 60_000);

  it('[WB7] keeps messages while offline, and sends them once', async () => {
    const page = await stage.open(topicHash(), cast.eli);
    await page.locator('article').first().waitFor();
    await page.context().setOffline(true);
    await page.locator('textarea.compose-field').fill('Written in a tunnel');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Waiting for a connection').waitFor();
    await page.context().setOffline(false);
    await page.locator('article:not(.outgoing)', { hasText: 'Written in a tunnel' }).waitFor();
    expect(await page.locator('article', { hasText: 'Written in a tunnel' }).count()).toBe(1);
    const narrow = [{ operator: 'search', operand: 'tunnel', negated: false }];
    const { messages } = await cast.eli.getMessages({ anchor: 'newest', num_before: 10, num_after: 0, narrow });
    expect(messages.length).toBe(1);
    await page.context().close();
  }, 60_000);

  it('[WB180] shows the star of a message below another of the same person', async () => {
    const page = await stage.open(topicHash(), cast.eli);
    for (const text of ['The first of two', 'The second of two']) {
      await page.locator('textarea.compose-field').fill(text);
      await page.keyboard.press('Control+Enter');
      await page.locator('article:not(.outgoing)', { hasText: text }).waitFor();
    }
    const second = page.locator('article.grouped', { hasText: 'The second of two' });
    await second.hover();
    await second.getByRole('button', { name: 'Star', exact: true }).click();
    await second.locator('.message-star').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB8] has keyboard shortcuts for everything, and a sheet that lists them', async () => {
    const page = await stage.open(topicHash(), cast.dara);
    await page.locator('article').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    const selected = page.locator('article.selected');
    await selected.getByText('Thursday').waitFor();
    await page.keyboard.press('j');
    await selected.getByText('recipe').waitFor();
    await page.keyboard.press('*');
    await selected.locator('.message-star').waitFor();
    await page.keyboard.press('c');
    await page.waitForFunction(() => document.activeElement?.matches('textarea.compose-field'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('I');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
