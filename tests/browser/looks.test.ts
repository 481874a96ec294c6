// How things look where it matters: what covers what, what can be seen, and what is asked for in a form.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import { barriers, composeField, composeHolds, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const send = (topic: string, content: string) => cast.ada.sendMessage({ type: 'channel', to: 'looks', topic, content });

describe.skipIf(!hasBrowser)('looks', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const principals = [cast.ada.user_id, cast.dara.user_id];
    await cast.ada.subscribe({ subscriptions: [{ name: 'looks' }], principals });
    channel_id = (await cast.ada.getStreamId({ stream: 'looks' })).stream_id;
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB990] a poll and a to-do list are asked for in a form', async () => {
    await send('polls', 'here');
    const page = await stage.open(topicHash('polls'), cast.dara);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Insert' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Poll');
    const poll = page.getByRole('dialog', { name: 'Poll' });
    await poll.getByLabel('Poll question').fill('Lunch?');
    expect(await barriers(page)).toEqual([]);
    // By keys alone; Enter makes another option.
    await page.keyboard.press('Tab');
    for (const option of ['Pizza', 'Soup', 'Bread']) {
      await page.keyboard.type(option);
      await page.keyboard.press('Enter');
    }
    await poll.getByLabel('Option 4').waitFor();
    // Nothing of it is dropped without a question.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard' }).getByRole('button', { name: 'Cancel' }).click();
    await poll.getByRole('button', { name: 'Insert' }).click();
    await composeHolds(page, '/poll Lunch?\nPizza\nSoup\nBread');
    await page.waitForFunction(() => document.activeElement?.matches('.compose textarea'));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Vote for Soup, 0 votes' }).click();
    await page.getByRole('button', { name: 'Vote for Soup, 1 vote' }).waitFor();
    await choose('To-do list');
    const list = page.getByRole('dialog', { name: 'To-do list' });
    await list.getByLabel('List title').fill('Party');
    await list.getByLabel('Task 1').fill('Bread: two loaves');
    expect(await barriers(page)).toEqual([]);
    await list.getByRole('button', { name: 'Insert' }).click();
    await composeHolds(page, '/todo Party\nBread: two loaves');
    await composeField(page).fill('');
    await page.context().close();
  }, 60_000);

  it('[WB991] [WB992] few emoji are large, and paragraphs have their own direction', async () => {
    const { id: few } = await send('kinds', ':tada: 👍');
    const { id: text } = await send('kinds', 'fine :tada:');
    const { id: mixed } = await send('kinds', 'שלום\n\nIn English.\n\n* שלום\n* hello');
    const page = await stage.open(topicHash('kinds'), cast.dara);
    const emoji = (id: number) => page.locator(`[data-message-id="${id}"] .emoji`).first();
    await emoji(few).waitFor();
    const size = (id: number) => emoji(id).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect((await size(few)) / (await size(text))).toBeGreaterThan(1.6);
    expect(await page.getByRole('img', { name: 'tada' }).count()).toBe(2);
    const sides = await page.locator(`[data-message-id="${mixed}"] :is(p, li)`).evaluateAll((blocks) =>
      blocks.map((block) => {
        const words = document.createRange();
        words.selectNodeContents(block);
        const [inner, outer] = [words.getBoundingClientRect(), block.getBoundingClientRect()];
        return inner.left - outer.left > outer.right - inner.right ? 'right' : 'left';
      }),
    );
    expect(sides).toEqual(['right', 'left', 'right', 'left']);
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
