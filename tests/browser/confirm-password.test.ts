// The password asked for again, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;

describe.skipIf(!hasBrowser)('what outlasts a session, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(() => stage?.stop(), 30_000);

  it('[WB190] needs the password, and asks for it only once', async () => {
    const { dara } = stage.cast;
    const password = `${dara.full_name} signs in`;
    const { user_id } = await dara.createBot({ full_name: 'Weather Bot', short_name: 'weather' });
    const { api_key } = await dara.getBotApiKey({ bot_id: user_id });
    const session = await stage.server.client().createSession({ username: dara.email, password });
    const page = await stage.open('#settings/bots', { email: dara.email, api_key: session.session_key }, PHONE);
    stage.server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    await page.getByRole('main').getByRole('button', { name: 'Manage Weather Bot' }).click();
    const bot = page.getByRole('dialog', { name: 'Manage Weather Bot' });
    const show = bot.getByRole('button', { name: 'Show API key' });
    await show.click();
    const asking = page.getByRole('dialog', { name: 'Your password, please' });
    await asking.waitFor();
    expect(await barriers(page)).toEqual([]);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/confirm-phone.png` });
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await asking.waitFor({ state: 'detached' });
    await page.getByText('This needs your password.').first().waitFor();
    await show.click();
    await asking.getByLabel('Your password').fill('a guess');
    await asking.getByRole('button', { name: 'Continue' }).click();
    await asking.getByText('Wrong password!').waitFor();
    await asking.getByLabel('Your password').fill(password);
    await asking.getByLabel('Your password').press('Enter');
    await asking.waitFor({ state: 'detached' });
    expect(await bot.getByLabel('API key').inputValue()).toBe(api_key);
    // The dialog below is still there and can be used.
    await bot.getByRole('button', { name: 'Close' }).click();
    await bot.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
