// Bots that others want to give away, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;

describe.skipIf(!hasBrowser)('bots offered to somebody, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(() => stage?.stop(), 30_000);

  it('[WB56] are listed with their own bots, and accepted or declined there', async () => {
    const { dara, eli } = stage.cast;
    const page = await stage.open('#settings/bots', eli);
    const offers = page.getByRole('list', { name: 'Bots offered to you' });
    const offer = async (full_name: string, short_name: string) => {
      const { user_id } = await dara.createBot({ full_name, short_name });
      await dara.updateBot({ bot_id: user_id, bot_owner_id: eli.user_id });
      await offers.getByText(`wants to transfer the bot ${full_name} to you.`).waitFor();
      return user_id;
    };
    const tea = await offer('Tea Bot', 'tea');
    const rain = await offer('Rain Bot', 'rain');
    expect(await barriers(page)).toEqual([]);
    await offers.getByRole('button', { name: 'Decline Rain Bot' }).click();
    await offers.getByText('the bot Rain Bot.').waitFor({ state: 'detached' });
    await offers.getByRole('button', { name: 'Accept Tea Bot' }).click();
    await offers.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Manage Tea Bot' }).waitFor();
    const ownerOf = async (user_id: typeof tea) => (await dara.getUser({ user_id })).user.bot_owner_id;
    expect([await ownerOf(tea), await ownerOf(rain)]).toEqual([eli.user_id, dara.user_id]);
    expect(stage.complaints).toEqual([]);
    await page.context().close();
  });

  it('[WB56] are not asked for by guests, to whom none can be offered', async () => {
    const page = await stage.open('', stage.cast.finn);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/bots/offers') && asked.push(request.url()));
    await page.evaluate(() => {
      location.hash = '#settings/bots';
    });
    await page.getByText('No bots yet').waitFor();
    // They are asked for as the page is drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    expect(asked).toEqual([]);
    await page.context().close();
  });
});
