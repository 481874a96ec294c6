// What others change while somebody reads, writes, or has something open on it.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import { composeField, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;

describe.skipIf(!hasBrowser)('meanwhile', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const { ada, dara, eli } = cast;
    await ada.createStream({ name: 'plans', description: '', subscribers: [ada.user_id, dara.user_id, eli.user_id] });
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

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
