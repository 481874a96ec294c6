// People as others meet them: cards, profiles, presence, lists; their accounts, bots, invitations and groups.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { FIELD_TYPE } from '@stoa/contract';
import { type Cast, type FakeMail, startFakeMail } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, chooseChannel, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let mail: FakeMail;
let gardeners: number;
let topic: string;
/** Dara's and Ada's, who is an owner; in most tests. */
let dara: Page;
let ada: Page;

async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}
const card = (page: Page, name: RegExp) => page.getByRole('dialog', { name });
const main = (page: Page) => page.locator('#main');

describe.skipIf(!hasBrowser)('people in a browser', () => {
  beforeAll(async () => {
    mail = await startFakeMail();
    stage = await openStage({ smtp_url: mail.url });
    cast = stage.cast;
    await cast.ada.subscribe({
      subscriptions: [{ name: 'kitchen' }],
      principals: [cast.ada.user_id, cast.dara.user_id, cast.eli.user_id],
    });
    const { stream_id } = await cast.ada.getStreamId({ stream: 'kitchen' });
    topic = `#narrow/channel/${stream_id}/topic/lunch`;
    const made = await cast.dara.createUserGroup({
      name: 'gardeners',
      description: 'Whoever waters the plants',
      members: [cast.dara.user_id, cast.eli.user_id],
    });
    gardeners = made.group_id;
    const field = (field_type: 5 | 6 | 8, name: string, display_in_profile_summary: boolean) =>
      cast.ada.createProfileField({ field_type, name, display_in_profile_summary });
    const pronouns = await field(FIELD_TYPE.pronouns, 'Pronouns', true);
    const mentor = await field(FIELD_TYPE.users, 'Mentor', false);
    const page = await field(FIELD_TYPE.link, 'Web page', false);
    await cast.eli.updateProfileData({
      data: [
        { id: pronouns.id, value: 'he/him' },
        { id: mentor.id, value: [cast.chen.user_id] },
        { id: page.id, value: 'https://example.org/eli' },
      ],
    });
    await cast.eli.updateStatus({ status_text: 'In the garden', emoji_name: 'seedling' });
    const send = (content: string, person = cast.eli) =>
      person.sendMessage({ type: 'channel', to: 'kitchen', topic: 'lunch', content });
    await send('Who is in?', cast.ada);
    await send(`Ask @**${cast.dara.full_name}** and @*gardeners*`);
    dara = await stage.open(topic, cast.dara);
    ada = await stage.open('#people', cast.ada);
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
    await mail?.stop();
  }, 30_000);

  it("[WB50] [WB53] opens a person's card by mouse and keyboard, and returns the focus", async () => {
    const name = dara.getByRole('button', { name: cast.eli.full_name, exact: true });
    await name.focus();
    await dara.keyboard.press('Enter');
    const eli = card(dara, /Eli/);
    for (const text of ['he/him', 'In the garden', cast.eli.email]) await eli.getByText(text).waitFor();
    expect(await eli.getByText('Web page').count()).toBe(0);
    expect(await dara.locator('article').getByRole('img', { name: 'In the garden' }).count()).toBe(1);
    expect(await barriers(dara)).toEqual([]);
    await dara.keyboard.press('Escape');
    await eli.waitFor({ state: 'detached' });
    await name.and(dara.locator(':focus')).waitFor();
    await dara.keyboard.press('Enter');
    await eli.getByRole('button', { name: 'Mute this person' }).click();
    await eli.getByRole('button', { name: 'Unmute this person' }).click();
    await eli.getByRole('button', { name: 'Mute this person' }).waitFor();
    await dara.keyboard.press('Escape');
    await eli.waitFor({ state: 'detached' });
    // Muting and back renders the message again.
    await name.and(dara.locator(':focus')).waitFor();
    // A mention is no button of its own, but acts as one.
    await dara.locator('.user-mention').focus();
    await dara.keyboard.press('Enter');
    await card(dara, /Dara/).waitFor();
    await dara.keyboard.press('Escape');
    await name.click();
    await eli.getByRole('button', { name: 'Mention' }).click();
    await dara.waitForFunction(
      (text) => document.querySelector<HTMLTextAreaElement>('textarea.compose-field')?.value === text,
      `@**${cast.eli.full_name}|${cast.eli.user_id}** `,
    );
    await dara.locator('textarea.compose-field').fill('');
    await show(dara, `#narrow/dm/${cast.eli.user_id}`);
    await main(dara).getByRole('heading').getByRole('button', { name: cast.eli.full_name }).click();
    await eli.waitFor();
    await dara.keyboard.press('Escape');
    expect(await barriers(dara)).toEqual([]);
    await show(dara, `#narrow/dm/${cast.eli.user_id},${cast.finn.user_id}`);
    const title = main(dara).getByRole('heading', { level: 1 });
    await title.getByRole('button', { name: cast.finn.full_name }).waitFor();
    expect(await title.textContent()).toBe(`${cast.eli.full_name}, ${cast.finn.full_name}guest`);
    await show(dara, topic);
  }, 30_000);

  it('[WB136] keeps the focus in a message that is rendered again, before and after a card closes', async () => {
    const name = dara.getByRole('button', { name: cast.eli.full_name, exact: true });
    const focused = dara.locator(':focus');
    const hidden = dara.getByRole('article', { name: 'Message from someone you muted' });
    const muting = { muted_user_id: cast.eli.user_id };
    const eli = card(dara, /Eli/);
    const openCard = async () => {
      await name.focus();
      await dara.keyboard.press('Enter');
      await eli.getByRole('button', { name: 'Mute this person' }).waitFor();
    };
    // Closed first, then rendered again.
    await openCard();
    await dara.keyboard.press('Escape');
    await name.and(focused).waitFor();
    await cast.dara.muteUser(muting);
    await hidden.and(focused).waitFor();
    await cast.dara.unmuteUser(muting);
    await name.and(focused).waitFor();
    // Rendered again first, then closed.
    await openCard();
    await cast.dara.muteUser(muting);
    await hidden.waitFor();
    await dara.keyboard.press('Escape');
    await hidden.and(focused).waitFor();
    await cast.dara.unmuteUser(muting);
    await name.and(focused).waitFor();
    await openCard();
    await cast.dara.muteUser(muting);
    await hidden.waitFor();
    await cast.dara.unmuteUser(muting);
    await hidden.waitFor({ state: 'detached' });
    await dara.keyboard.press('Escape');
    await name.and(focused).waitFor();
    // Who put the focus away is left alone.
    await name.evaluate((element) => element.blur());
    await cast.dara.muteUser(muting);
    await hidden.waitFor();
    await cast.dara.unmuteUser(muting);
    await name.waitFor();
    expect(await dara.evaluate(() => document.activeElement === document.body)).toBe(true);
  }, 30_000);

  it('[WB53] shows another status without a reload', async () => {
    await cast.eli.updateStatus({ status_text: 'Back inside', emoji_name: 'house' });
    await dara.locator('article').getByRole('img', { name: 'Back inside' }).waitFor();
    await cast.eli.updateStatus({ status_text: '', emoji_name: '' });
    await dara.locator('article').getByRole('img').waitFor({ state: 'detached' });
  }, 30_000);

  it("[WB59] opens a group's card from a mention, and its members' cards from there", async () => {
    await dara.locator('.user-group-mention').click();
    const group = card(dara, /gardeners/);
    await group.getByText('Whoever waters the plants').waitFor();
    await group.getByText('2 members').waitFor();
    expect(await barriers(dara)).toEqual([]);
    await group.getByRole('button', { name: /Eli/ }).click();
    await card(dara, /Eli .*profile/).waitFor();
    await dara.keyboard.press('Escape');
  }, 30_000);

  it('[WB52] reports presence to the server, and shows that of others', async () => {
    const { presence } = await cast.eli.getUserPresence({ user_id_or_email: String(cast.dara.user_id) });
    expect(presence.aggregated?.status).toBe('active');
    await show(dara, '#people');
    const row = main(dara).getByRole('listitem').filter({ hasText: cast.chen.full_name });
    await row.getByText(/^Joined /).waitFor();
    await cast.chen.updatePresence({ status: 'active' });
    await row.getByText('Active now').first().waitFor();
    await dara
      .locator('#sidebar')
      .getByRole('link', { name: new RegExp(cast.chen.full_name) })
      .waitFor();
  }, 30_000);

  it('[WB54] finds people by name, present ones first', async () => {
    await show(dara, '#people');
    const names = main(dara).locator('li .name-button');
    await main(dara).getByText('6 people').waitFor();
    expect((await names.first().textContent())?.startsWith('Finn')).toBe(false);
    await main(dara).getByRole('searchbox', { name: 'Find a person' }).fill('mod');
    await main(dara).getByText('1 person').waitFor();
    expect(await names.allTextContents()).toEqual([cast.chen.full_name]);
    await names.first().click();
    await card(dara, /Chen/).getByText('Moderator', { exact: true }).waitFor();
    await dara.keyboard.press('Escape');
    await show(dara, topic);
  }, 30_000);

  it('[WB51] shows a full profile; administrators edit it', async () => {
    await show(ada, `#user/${cast.eli.user_id}`);
    await main(ada).getByRole('heading', { name: cast.eli.full_name }).waitFor();
    const link = main(ada).getByRole('link', { name: 'https://example.org/eli' });
    expect(await link.getAttribute('rel')).toContain('noopener');
    await main(ada).getByRole('link', { name: 'kitchen' }).waitFor();
    await main(ada).getByRole('button', { name: 'gardeners' }).waitFor();
    await main(ada).getByRole('button', { name: cast.chen.full_name }).waitFor();
    expect(await barriers(ada)).toEqual([]);
    await main(ada).getByRole('button', { name: 'Manage' }).click();
    const manage = ada.getByRole('dialog', { name: /^Manage/ });
    await manage.getByLabel('Name', { exact: true }).fill('Eli Gardener');
    await manage.getByRole('button', { name: 'Save' }).click();
    await dara.getByRole('button', { name: 'Eli Gardener', exact: true }).waitFor();
    await manage.getByLabel('Role').selectOption({ label: 'Moderator' });
    await ada.locator('.profile .tag', { hasText: 'Moderator' }).waitFor();
    await manage.getByLabel('Pronouns').fill('they/them');
    await manage.getByRole('button', { name: 'Save' }).click();
    await ada.locator('.profile-fields').getByText('they/them').waitFor();
    expect(await barriers(ada)).toEqual([]);
    await manage.getByRole('button', { name: 'Close' }).click();
    await show(ada, '#user/99999');
    await main(ada).getByText('You can’t see this person, or they don’t exist.').waitFor();
  }, 30_000);

  it('[WB55] lists accounts by name, role and activity; deactivates and reactivates one', async () => {
    await show(ada, '#organization/users');
    const rows = main(ada).locator('.account-row:not(.account-head)');
    await main(ada).getByText('6 people').waitFor();
    await main(ada).getByRole('columnheader', { name: 'Role' }).getByRole('button').click();
    expect(await rows.first().textContent()).toContain(cast.ada.full_name);
    expect(await rows.last().textContent()).toContain(cast.finn.full_name);
    expect(await barriers(ada)).toEqual([]);
    await main(ada).getByLabel('Role').selectOption({ label: 'Guest' });
    await main(ada).getByText('1 person').waitFor();
    await rows.getByRole('button', { name: /Manage/ }).click();
    const manage = ada.getByRole('dialog', { name: /^Manage/ });
    await manage.getByRole('button', { name: /^Deactivate/ }).click();
    await ada
      .getByRole('dialog', { name: /^Deactivate/ })
      .getByRole('button', { name: /^Deactivate/ })
      .click();
    await manage.getByRole('button', { name: 'Reactivate account' }).waitFor();
    await manage.getByRole('button', { name: 'Close' }).click();
    await main(ada).getByText('No one with that name.').waitFor();
    await main(ada).getByLabel('Accounts').selectOption({ label: 'Deactivated' });
    await rows.getByRole('button', { name: /Manage/ }).click();
    await manage.getByRole('button', { name: 'Reactivate account' }).click();
    await manage.getByRole('button', { name: /^Deactivate/ }).waitFor();
    await manage.getByRole('button', { name: 'Close' }).click();
    await main(ada).getByText('No one with that name.').waitFor();
  }, 30_000);

  it('[WB56] creates a bot, shows its key and zuliprc, and edits it', async () => {
    await show(dara, '#settings/bots');
    await main(dara).getByRole('button', { name: 'New bot' }).click();
    const making = dara.getByRole('dialog', { name: 'New bot' });
    await making.getByLabel('Name', { exact: true }).fill('Weather Bot');
    await making.getByLabel('Type').selectOption({ label: 'Outgoing webhook' });
    await making.getByLabel('Endpoint URL').fill('https://weather.example/hook');
    expect(await barriers(dara)).toEqual([]);
    await making.getByRole('button', { name: 'Create bot' }).click();
    const bot = dara.getByRole('dialog', { name: 'Manage Weather Bot' });
    await bot.getByRole('button', { name: 'Show API key' }).click();
    const { bots } = await cast.dara.getBots();
    const { username, api_key, user_id } = bots.find(({ full_name }) => full_name === 'Weather Bot')!;
    await dara.waitForFunction(
      (key) => [...document.querySelectorAll('input')].some(({ value }) => value === key),
      api_key,
    );
    const downloading = dara.waitForEvent('download');
    await bot.getByRole('button', { name: 'Download zuliprc' }).click();
    const file = await (await downloading).path();
    expect(readFileSync(file, 'utf8')).toBe(`[api]\nemail=${username}\nkey=${api_key}\nsite=${stage.server.url}\n`);
    expect(username).toStartWith('weather-bot@');
    await chooseChannel(bot.getByRole('combobox', { name: 'Default channel to send to' }), 'kitchen');
    await bot.getByLabel('Endpoint URL').fill('https://weather.example/other');
    await bot.getByRole('button', { name: 'Save' }).click();
    await bot.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    // The fields show their new values before the answers are there.
    const saved = async () => {
      const { realm_bots } = await cast.dara.registerQueue({ event_types: [], fetch_event_types: ['realm_bot'] });
      const { default_sending_stream, services } = realm_bots!.find((realm_bot) => realm_bot.user_id === user_id)!;
      return [default_sending_stream, ...services.map((service) => 'base_url' in service && service.base_url)].join();
    };
    while ((await saved()) !== 'kitchen,https://weather.example/other') await Bun.sleep(50);
    expect(await barriers(dara)).toEqual([]);
    await bot.getByRole('button', { name: 'Deactivate bot' }).click();
    const sure = dara.getByRole('dialog', { name: /^Deactivate/ });
    await sure.getByRole('button', { name: 'Deactivate bot' }).click();
    await bot.getByText('An administrator can reactivate it.').waitFor();
    await bot.getByRole('button', { name: 'Close' }).click();
    // A bot's profile leads to the same.
    await show(dara, `#user/${cast.bot.user_id}`);
    await main(dara).getByRole('button', { name: 'Manage' }).click();
    await dara.getByRole('dialog', { name: 'Manage Gus the bot' }).getByRole('button', { name: 'Close' }).click();
  }, 30_000);

  it('[WB57] [WB964] invites by link and by mail, sends again, and revokes', async () => {
    await show(ada, '#organization/invites-list-admin');
    await main(ada).getByRole('button', { name: 'Create invitation link' }).click();
    const making = ada.getByRole('dialog');
    await making.getByLabel('Join as').selectOption({ label: 'Moderator' });
    await making.getByLabel('Expires after').selectOption({ label: 'Never expires' });
    await chooseChannel(making.getByRole('combobox', { name: 'Add a channel…' }), 'kitchen');
    expect(await barriers(ada)).toEqual([]);
    await making.getByRole('button', { name: 'Create link' }).click();
    const link = await main(ada).getByRole('textbox', { name: 'Invitation link' }).inputValue();
    const { invites } = await cast.ada.getInvites({});
    expect(invites).toMatchObject([{ link_url: link, invited_as: 300, expiry_date: null }]);
    await main(ada).getByRole('button', { name: 'Invite by email' }).click();
    await making.getByLabel('Email addresses').fill(`new@stoa.example, ${cast.eli.email}`);
    await making.getByRole('button', { name: 'Send invitations' }).click();
    // One of the two is here already: it says so, and stays open.
    await making.getByRole('alert').getByText(cast.eli.email).waitFor();
    expect(await making.getByLabel('Email addresses').inputValue()).toBe(cast.eli.email);
    expect((await making.getByRole('alert').innerText()).match(/others/g)).toHaveLength(1);
    await making.getByRole('button', { name: 'Cancel' }).click();
    const row = main(ada).getByRole('listitem').filter({ hasText: 'new@stoa.example' });
    await row.getByRole('button', { name: 'Resend' }).click();
    await ada.getByText('Resent').waitFor();
    expect(await barriers(ada)).toEqual([]);
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await cast.ada.getInvites({})).invites.length).toBe(1);
  }, 30_000);

  it("[WB58] creates a group, changes its members, and says why it can't be deactivated", async () => {
    await show(dara, '#groups/new');
    await main(dara).getByLabel('Name').fill('cooks');
    await main(dara)
      .getByRole('combobox', { name: /^Add people/ })
      .fill('gard');
    await dara.getByRole('option', { name: /gardeners/ }).click();
    await main(dara).getByRole('button', { name: 'Create group' }).click();
    await main(dara).getByRole('heading', { name: 'cooks' }).waitFor();
    await main(dara).getByRole('button', { name: 'gardeners', exact: true }).waitFor();
    expect(await barriers(dara)).toEqual([]);
    await show(dara, '#groups/mine');
    await main(dara).getByRole('listitem').filter({ hasText: 'cooks' }).getByText('2 members').waitFor();
    // Inside of another one, it can't be deactivated.
    await show(dara, `#groups/${gardeners}`);
    await main(dara).getByRole('button', { name: 'Deactivate group' }).click();
    await dara.getByRole('dialog').getByRole('button', { name: 'Deactivate group' }).click();
    await main(dara).getByText('It’s a subgroup of cooks.').waitFor();
    await main(dara)
      .getByRole('button', { name: /^Remove .*Eli/ })
      .click();
    await main(dara).locator('.roster-row', { hasText: 'Eli' }).waitFor({ state: 'detached' });
    await main(dara).getByRole('button', { name: 'Leave' }).click();
    await main(dara).getByText('This group has no members.').waitFor();
    const { members } = await cast.ada.getUserGroupMembers({ user_group_id: gardeners as never });
    expect(members).toEqual([]);
  }, 30_000);

  it('[WB5] pages of people are accessible on a phone, in the dark theme', async () => {
    const page = await stage.open('#people', cast.ada, { ...PHONE, colorScheme: 'dark' });
    const pages: [string, string][] = [
      ['#people', cast.chen.full_name],
      [`#user/${cast.eli.user_id}`, 'Joined'],
      ['#groups/all', 'cooks'],
      [`#groups/${gardeners}`, 'Permissions'],
      ['#organization/users', cast.bela.email],
      ['#organization/bot-list-admin', 'Gus the bot'],
      ['#organization/invites-list-admin', 'Never expires'],
    ];
    const found: string[] = [];
    for (const [hash, sign] of pages) {
      await show(page, hash);
      await main(page).getByText(sign).first().waitFor();
      found.push(...(await barriers(page)).map((barrier) => `${hash}: ${barrier}`));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push(`${hash}: too wide`);
    }
    expect(found).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB58] leads to every list of groups on a phone', async () => {
    const page = await stage.open('#groups/all', cast.ada, PHONE);
    await main(page).getByRole('combobox', { name: 'Groups', exact: true }).selectOption('By role');
    await main(page).getByRole('heading', { name: 'By role' }).waitFor();
    await show(page, `#groups/${gardeners}`);
    await main(page).getByRole('combobox', { name: 'Groups', exact: true }).selectOption('All groups');
    await main(page).getByRole('heading', { name: 'All groups' }).waitFor();
    await page.context().close();
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
