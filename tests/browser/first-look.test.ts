// What a person who is new here meets while they look around.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;

describe.skipIf(!hasBrowser)('the first look', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB800] offers nothing that needs mail where the server sends none, and says why', async () => {
    const page = await stage.open('#organization/invites-list-admin', stage.cast.ada);
    const main = page.getByRole('main');
    await main.getByText('This server doesn’t send email, so people are invited by link.').waitFor();
    expect(await main.getByRole('button', { name: 'Invite by email' }).count()).toBe(0);
    await main.getByRole('button', { name: 'Create invitation link' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.goto(`${stage.server.url}/#settings/account-and-privacy`);
    await main.getByText('Email addresses can’t be changed here').waitFor();
    expect(await main.getByRole('button', { name: 'Change email address' }).count()).toBe(0);
    await page.goto(`${stage.server.url}/#settings/notifications`);
    await main.getByText('This server doesn’t send email, so the settings for email have no effect.').waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
