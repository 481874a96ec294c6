// Addresses that lead nowhere: what the reader is told, and the way on.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let dara: Page;

const UNKNOWN = 987_654;
const NOT_FOUND = 'This channel doesn’t exist or is private';
const NO_PAGE = 'There’s no page at that address.';
const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
const main = (page: Page) => page.locator('#main');
const notice = (page: Page) => page.locator('.notices').getByText(NO_PAGE);

describe.skipIf(!hasBrowser)('addresses of nothing', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.createStream({ name: 'vault', description: '', subscribers: [cast.ada.user_id], invite_only: true });
    await cast.ada.sendMessage({ type: 'channel', to: 'vault', topic: 'gold', content: 'Where it is' });
    dara = await stage.open(`#narrow/channel/${UNKNOWN}`, cast.dara);
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB196] says that a channel is unknown, in every view of it, and leads on', async () => {
    const { stream_id: vault } = await cast.ada.getStreamId({ stream: 'vault' });
    for (const hash of [
      `#narrow/channel/${UNKNOWN}`,
      `#narrow/channel/${UNKNOWN}/topic/gold`,
      `#topics/channel/${UNKNOWN}`,
      `#narrow/channel/${vault}`,
      `#narrow/channel/${vault}-vault/topic/gold/near/1`,
    ]) {
      await go(dara, '#inbox');
      await dara.getByRole('heading', { name: 'Inbox' }).waitFor();
      await go(dara, hash);
      await main(dara).getByText(NOT_FOUND).waitFor();
      expect([hash, await dara.locator('.compose').count()]).toEqual([hash, 0]);
      expect(await main(dara).textContent()).not.toContain('gold');
    }
    expect(await barriers(dara)).toEqual([]);
    await main(dara).getByRole('link', { name: 'Browse channels' }).click();
    await main(dara).getByRole('link', { name: 'Subscribed' }).waitFor();
    await go(dara, `#channels/${UNKNOWN}/unknown`);
    await main(dara).getByText(NOT_FOUND).waitFor();
  }, 40_000);

  it('[WB196] opens a channel as soon as the reader may see it', async () => {
    const { stream_id: vault } = await cast.ada.getStreamId({ stream: 'vault' });
    await go(dara, `#narrow/channel/${vault}/topic/gold`);
    await main(dara).getByText(NOT_FOUND).waitFor();
    await cast.ada.subscribe({ subscriptions: [{ name: 'vault' }], principals: [cast.dara.user_id] });
    await dara.locator('.compose textarea').waitFor();
    expect(await main(dara).getByText(NOT_FOUND).count()).toBe(0);
  }, 30_000);

  it('[WB196] says why nothing can be sent to an unknown person', async () => {
    await go(dara, `#narrow/dm/${UNKNOWN}-nobody`);
    await dara.locator('.compose').getByText('You can’t write to this person').first().waitFor();
    await dara.locator('.compose textarea').fill('Anybody there?');
    expect(await dara.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await dara.locator('.compose textarea').fill('');
  }, 30_000);

  it('[WB197] says that there is no such page, and shows the home view', async () => {
    await go(dara, '#nonsense');
    await dara.getByRole('heading', { name: 'Inbox' }).waitFor();
    await notice(dara).waitFor();
    expect(await dara.evaluate(() => location.hash)).toBe('');
    const fresh = await stage.open('#narrow', cast.dara, PHONE);
    await notice(fresh).waitFor();
    expect(await barriers(fresh)).toEqual([]);
    await fresh.context().close();
  }, 30_000);

  it('[WB197] says that a page has no such section, and shows the first', async () => {
    const fresh = await stage.open('#settings/nonsense', cast.dara);
    await main(fresh).getByRole('heading', { name: 'Profile', level: 2 }).waitFor();
    await notice(fresh).waitFor();
    await fresh.context().close();
  }, 30_000);

  it('[WB197] home opens without a notice', async () => {
    const fresh = await stage.open('', cast.dara);
    await fresh.getByRole('heading', { name: 'Inbox' }).waitFor();
    await fresh.locator('#main .conversation, #main .empty-state').first().waitFor();
    expect(await notice(fresh).count()).toBe(0);
    await fresh.context().close();
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
