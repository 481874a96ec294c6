// What a person who is new here meets while they look around.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { startEmptyServer } from '@stoa/testkit';
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

  it('[WB1050] the form to sign in stays where it is when the description of the organization arrives', async () => {
    const description = `We grow **vegetables** in the old station, and everybody is welcome.

Ask for Ada at the gate.`;
    await stage.cast.ada.updateRealm({ description });
    const page = await stage.visit('about:blank');
    const draw = Promise.withResolvers<void>();
    await page.route('**/web/*.js', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      if (body.includes('trustedTypes') && !body.includes('react.')) await draw.promise;
      await route.fulfill({ response, body });
    });
    await page.goto(stage.server.url);
    const button = page.getByRole('button', { name: 'Sign in' });
    await button.waitFor();
    await page.locator('.sign-in-lead .awaited').waitFor({ state: 'attached' });
    const before = await button.boundingBox();
    draw.resolve();
    await page.getByText('vegetables').and(page.locator('strong')).waitFor();
    expect(await button.boundingBox()).toEqual(before);
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB1053] who is in no channel sees where channels would be', async () => {
    const { eli } = stage.cast;
    const { subscriptions } = await eli.getSubscriptions({});
    if (subscriptions.length > 0) await eli.unsubscribe({ subscriptions: subscriptions.map(({ name }) => name) });
    const page = await stage.open('#inbox', eli);
    const browse = page.getByRole('link', { name: 'Browse channels' }).first();
    await browse.waitFor();
    const above = await browse.evaluate((link) => {
      const headings = [...document.querySelectorAll('.sidebar-heading')];
      return headings
        .filter((heading) => heading.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING)
        .at(-1)?.textContent;
    });
    expect(above).toBe('Channels');
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB1054] says of the field that it edits a message', async () => {
    const { ada, dara } = stage.cast;
    await ada.sendMessage({ type: 'direct', to: [dara.user_id], content: 'Soup at noon' });
    const page = await stage.open(`#narrow/dm/${dara.user_id}`, ada);
    await page.getByText('Soup at noon').last().waitFor();
    await page.locator('.compose textarea').press('ArrowUp');
    await page.getByRole('textbox', { name: 'Edit message', exact: true }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB804] offers to move messages and to create groups only where that is allowed', async () => {
    const { ada, dara } = stage.cast;
    await ada.createStream({ name: 'fixed', description: '', subscribers: [ada.user_id, dara.user_id] });
    const { id } = await dara.sendMessage({ type: 'channel', to: 'fixed', topic: 'stays', content: 'Here' });
    const { stream_id } = await ada.getStreamId({ stream: 'fixed' });
    const { user_groups } = await ada.getUserGroups();
    const only = (role: string) => ({ new: user_groups.find(({ name }) => name === role)!.id });
    await ada.updateRealm({
      can_move_messages_between_topics_group: only('role:administrators'),
      can_move_messages_between_channels_group: only('role:administrators'),
      can_create_groups: only('role:administrators'),
    });
    const page = await stage.open(`#narrow/channel/${stream_id}/topic/stays`, dara);
    const message = page.locator(`[data-message-id="${id}"]`);
    await message.hover();
    await message.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Move…' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await message.focus();
    await page.keyboard.press('m');
    await page.waitForTimeout(300);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto(`${stage.server.url}/#groups/new`);
    await page.getByText('You don’t have permission to create groups.').waitFor();
    await ada.updateRealm({ can_create_groups: only('role:members') });
    await page.getByRole('button', { name: 'Create group' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[WB806] stays when a script can not be fetched, and fetches it when it can', async () => {
    // Nothing of this page is loaded ahead: its scripts are cut off as soon as the first view is there.
    const page = await stage.open('#inbox', stage.cast.ada);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    const scripts = '**/web/*.js';
    await page.route(scripts, (route) => route.abort());
    const notice = page.getByText('This couldn’t be loaded. Check your connection and try again.');
    // Until the page listens to keys; each time, the sheet can be asked for again.
    for (let tries = 0; tries < 20 && (await notice.count()) === 0; tries++) {
      await page.keyboard.press('?');
      await page.waitForTimeout(300);
    }
    await notice.first().waitFor();
    // What comes by itself after some seconds is fetched in vain too.
    await page.waitForTimeout(4500);
    await page.evaluate(() => {
      location.hash = '#settings/alert-words';
    });
    await page.getByText('This page couldn’t be loaded.').waitFor();
    await page.getByRole('link', { name: /^Inbox/ }).waitFor();
    await page.unroute(scripts);
    await page.getByRole('heading', { name: 'Alert words' }).waitFor({ timeout: 15_000 });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('[FR7] [WB965] the organization has the language of its setup, and who joins that of their page', async () => {
    const empty = await startEmptyServer();
    const german = { locale: 'de-DE' };
    const page = await stage.visit(`${empty.url}/#setup/${await empty.app.setupKey()}`, german);
    await page.getByLabel('Name der Organisation').fill('Der Garten');
    await page.getByLabel('Vollständiger Name').fill('Olga');
    await page.getByLabel('E-Mail-Adresse').fill('olga@garten.example');
    await page.getByLabel('Passwort', { exact: true }).fill('elf stille Laternen');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Einladungslink erstellen' }).click();
    const link = await page.getByLabel('Einladungslink').inputValue();
    const guest = await stage.visit(link, german);
    await guest.getByLabel('E-Mail-Adresse').fill('gerd@garten.example');
    await guest.getByLabel('Vollständiger Name').fill('Gerd');
    await guest.getByLabel('Passwort', { exact: true }).fill('zwölf laute Glocken');
    await guest.keyboard.press('Enter');
    await guest.getByRole('heading', { name: 'Posteingang' }).waitFor();
    const other = await stage.visit(link, { locale: 'en-US' });
    await other.getByLabel('Email address').fill('gwen@garten.example');
    await other.getByLabel('Full name').fill('Gwen');
    await other.getByLabel('Password', { exact: true }).fill('twelve loud bells');
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Inbox' }).waitFor();
    await Promise.all([page, guest, other].map((each) => each.context().close()));
    await empty.stop();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
