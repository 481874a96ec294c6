// What people set for themselves: found, changed, refused, and seen at once on their other devices.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type Cast, type FakeMail, samplePicture, startFakeMail } from '@stoa/testkit';
import type { Locator, Page } from 'playwright-core';
import { barriers, chooseChannel, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let mail: FakeMail;
let stage: Stage;
let cast: Cast;
let channel_id: number;
/** Dara's, in most tests. */
let page: Page;

const SECTIONS = [
  'profile',
  'account',
  'preferences',
  'notifications',
  'privacy',
  'topics',
  'muted-users',
  'alert-words',
  'snippets',
];

const show = (section: string, on = page) =>
  on.evaluate((to) => {
    location.hash = to;
  }, `#settings/${section}`);
const saved = (on = page) => on.getByRole('status').getByText('Saved').waitFor();
const group = (name: string) => page.getByRole('group', { name, exact: true });
const settings = async () =>
  (await cast.dara.registerQueue({ event_types: ['user_settings'], fetch_event_types: ['user_settings'] }))
    .user_settings!;

/** Waits until something that is asked again and again holds. */
async function holds(check: () => Promise<boolean>): Promise<void> {
  for (let left = 100; !(await check()); left--) {
    if (left === 0) throw new Error('it does not hold');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.skipIf(!hasBrowser)('personal settings in a browser', () => {
  beforeAll(async () => {
    mail = await startFakeMail();
    stage = await openStage({ smtp_url: mail.url });
    cast = stage.cast;
    const { ada, dara, eli } = cast;
    await ada.subscribe({
      subscriptions: [{ name: 'kitchen' }, { name: 'garden' }],
      principals: [ada.user_id, dara.user_id, eli.user_id],
    });
    channel_id = (await ada.getStreamId({ stream: 'kitchen' })).stream_id;
    await ada.sendMessage({ type: 'channel', to: 'kitchen', topic: 'lunch', content: 'Soup :soup: at half past five' });
    await dara.updateUserTopic({ stream_id: channel_id as never, topic: 'lunch', visibility_policy: 3 });
    const team = { a: { text: 'Engine', order: '1' }, b: { text: 'Hull', order: '2' } };
    for (const [field_type, name, field_data] of [
      [1, 'Extension', undefined],
      [2, 'About me', undefined],
      [3, 'Team', team],
      [4, 'Birthday', undefined],
      [5, 'Home page', undefined],
      [6, 'Mentors', undefined],
      [7, 'GitHub username', { subtype: 'github' }],
      [8, 'Pronouns', undefined],
    ] as const)
      await ada.createProfileField({ field_type, name, field_data, required: field_type === 1 });
    page = await stage.open('#settings/preferences', dara);
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
    await mail?.stop();
  }, 30_000);

  it('[WB31] saves a change at once, shows it on other devices, and reverts a refused one', async () => {
    const phone = await stage.open('#settings/preferences', cast.dara, PHONE);
    const theme = (on: Page) => on.getByLabel('Theme');
    await theme(page).selectOption({ label: 'Dark' });
    await saved();
    await phone.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    expect(await theme(phone).inputValue()).toBe(await theme(page).inputValue());
    expect((await settings()).color_scheme).toBe(2);
    // By keyboard, twice in a row: the focus stays and the last one counts.
    const contrast = page.getByRole('checkbox', { name: 'High contrast' });
    await contrast.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await phone.waitForFunction(() => document.documentElement.classList.contains('high-contrast'));
    await holds(async () => (await settings()).high_contrast_mode);
    // What is shown does not follow the events of the changes in between.
    expect(await contrast.isChecked()).toBe(true);
    expect(await contrast.evaluate((box) => box === document.activeElement)).toBe(true);
    // The server refuses.
    const refusal = { result: 'error', code: 'BAD_REQUEST', msg: 'Not on Fridays' };
    await page.route('**/api/v1/settings', (route) => route.fulfill({ status: 400, json: refusal }));
    await contrast.click();
    await page.getByRole('status').getByText('Not on Fridays').waitFor();
    expect(await contrast.isChecked()).toBe(true);
    await page.unroute('**/api/v1/settings');
    await theme(phone).selectOption({ label: 'Match system' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'auto');
    await cast.dara.updateSettings({ high_contrast_mode: false });
    await phone.context().close();
  }, 60_000);

  it('[WB32] finds settings by words in any section, editable in the results', async () => {
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    await search.fill('typing chan');
    await page.getByRole('heading', { name: 'Settings for “typing chan”' }).waitFor();
    const boxes = page.locator('.section').getByRole('checkbox');
    expect(await boxes.count()).toBe(1);
    await page.getByRole('checkbox', { name: 'Show when I’m typing in channels' }).click();
    await saved();
    expect((await settings()).send_stream_typing_notifications).toBe(false);
    await search.fill('password');
    await page.locator('.found-sections').getByRole('link', { name: 'Account' }).click();
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    expect(await search.inputValue()).toBe('');
    await search.fill('no');
    const title = page.getByRole('heading', { name: 'Settings for “no”' });
    await title.waitFor();
    const [desk, phone] = [page.viewportSize()!, PHONE.viewport];
    for (const [size, seen] of [
      [desk, title],
      [phone, search],
    ] as const) {
      await page.setViewportSize(size);

      const scrolled = await page.locator('.page').evaluate((area) => {
        area.scrollTop = area.scrollHeight;
        return [area.scrollTop > 0, area.getBoundingClientRect().top] as const;
      });
      const box = await seen.boundingBox();
      expect(scrolled[0]).toBe(true);
      expect(box!.y).toBeGreaterThanOrEqual(scrolled[1]);
    }
    await page.setViewportSize(desk);
    await search.fill('xyzzy');
    await page.getByText('No settings match your search.').waitFor();
    await search.press('Escape');
    await page.getByRole('heading', { name: 'Account' }).waitFor();
  }, 60_000);

  it('[WB33] shows and changes a profile: name, time zone, and every type of field', async () => {
    await show('profile');
    const own = async () => {
      const { user } = await cast.dara.getUser({ user_id: cast.dara.user_id, include_custom_profile_fields: true });
      return user;
    };
    const write = async (name: string, text: string) => {
      // Without a role while it is a date.
      const field = page.locator('form.setting', { hasText: new RegExp(`^${name}`) }).locator('input');
      await field.fill(text);
      await field.press('Enter');
      await saved();
    };
    const line = page.locator('form.setting', { hasText: 'Extension' });
    await line.getByText('Your organization asks you to fill this in.').waitFor();
    await write('Extension', '117');
    await page.getByText('Your organization asks you to fill this in.').waitFor({ state: 'hidden' });
    await page.getByLabel('About me').fill('I like\n*soup*');
    await page.locator('form.setting', { hasText: 'About me' }).getByRole('button', { name: 'Save' }).click();
    await saved();
    await page.getByRole('combobox', { name: 'Team', exact: true }).selectOption({ label: 'Hull' });
    await saved();
    await write('Birthday', '1990-12-10');
    await write('Home page', 'https://dara.example/');
    await write('GitHub username', 'dara');
    await write('Pronouns', 'she/her');
    const mentors = page.getByRole('combobox', { name: 'Mentors' });
    await mentors.fill('eli');
    await page.getByRole('option', { name: cast.eli.full_name }).click();
    await page.getByRole('button', { name: `Remove ${cast.eli.full_name}` }).waitFor();
    await holds(async () => Object.keys((await own()).profile_data!).length === 8);
    const values = Object.values((await own()).profile_data!).map(({ value }) => value);
    expect(values).toEqual([
      '117',
      'I like\n*soup*',
      'b',
      '1990-12-10',
      'https://dara.example/',
      JSON.stringify([cast.eli.user_id]),
      'dara',
      'she/her',
    ]);
    // What the server does not take stays to be corrected.
    await page.getByLabel('Name', { exact: true }).fill('Dara * Member');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByText('This name can’t contain').waitFor();
    await write('Name', 'Dara D. Member');
    await page.locator('.account-button', { hasText: 'Dara D. Member' }).waitFor();
    await page.getByRole('combobox', { name: 'Time zone', exact: true }).selectOption({ label: 'Pacific/Auckland' });
    await saved();
    expect((await own()).timezone).toBe('Pacific/Auckland');
    // The picture is seen as it will be, then by everybody.
    const bytes = Buffer.from(await samplePicture().arrayBuffer());
    await page.getByLabel('Upload picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: bytes });
    const dialog = page.getByRole('dialog', { name: 'Use this picture?' });
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.picture-preview img')?.naturalWidth === 1,
    );
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Use picture' }).click();
    await page.locator('.avatar-editor img.avatar').waitFor();
    expect((await own()).avatar_url).toStartWith('/user_avatars/');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.locator('.avatar-editor span.avatar').waitFor();
    // What the organization forbids meanwhile.
    await cast.ada.updateRealm({ name_changes_disabled: true, avatar_changes_disabled: true });
    await page.getByText('Names can’t be changed in this organization.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Upload picture').count()).toBe(0);
    await cast.ada.updateRealm({ name_changes_disabled: false, avatar_changes_disabled: false });
  }, 60_000);

  it('[WB39] sets a status from the account menu, visible to others', async () => {
    await show('profile');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Set status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Status' });
    await dialog.getByRole('button', { name: 'On vacation' }).click();
    await dialog.getByRole('textbox', { name: 'What’s your status?' }).fill('On vacation until May');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const status = async () => (await cast.eli.getUserStatus({ user_id: cast.dara.user_id })).status;
    expect(await status()).toMatchObject({ status_text: 'On vacation until May', emoji_name: 'palm_tree' });
    await page.locator('.own-status', { hasText: 'On vacation until May' }).getByRole('button').click();
    await dialog.getByRole('button', { name: 'Clear status' }).click();
    await page.getByText('No status set.').waitFor();
    expect(await status()).toEqual({});
  }, 60_000);

  it('[WB35] sets notifications for all channels and for one, and resets the one', async () => {
    await show('notifications');
    const direct = group('Direct messages, mentions and alert words');
    await direct.getByRole('checkbox', { name: 'Email' }).click();
    await saved();
    expect((await settings()).enable_offline_email_notifications).toBe(false);
    await chooseChannel(page.getByRole('combobox', { name: 'Add channel' }), 'kitchen');
    const kitchen = group('kitchen');
    await kitchen.getByRole('checkbox', { name: 'Desktop' }).click();
    await saved();
    const own = async () =>
      (
        await cast.dara.registerQueue({
          fetch_event_types: ['subscription'],
          client_capabilities: { notification_settings_null: true },
        })
      ).subscriptions!.find(({ stream_id }) => (stream_id as number) === channel_id)!;
    expect((await own()).desktop_notifications).toBe(true);
    // All channels notify so now: this one is no exception any more, until another way differs.
    await group('Channel messages').getByRole('checkbox', { name: 'Sound' }).click();
    await holds(async () => kitchen.getByRole('checkbox', { name: 'Sound' }).isChecked());
    await kitchen.getByRole('button', { name: 'Reset #kitchen to default' }).click();
    await kitchen.waitFor({ state: 'hidden' });
    expect((await own()).desktop_notifications).toBeNull();
  }, 60_000);

  it('[WB36] lists, creates, changes and removes alert words, muted people, topics and snippets', async () => {
    await show('alert-words');
    await page.getByLabel('Word or phrase').fill('release train');
    await page.keyboard.press('Enter');
    await page.locator('.setting-list', { hasText: 'release train' }).waitFor();
    await page.getByLabel('Word or phrase').fill('Release Train');
    await page.keyboard.press('Enter');
    await page.getByText('“Release Train” is already an alert word.').waitFor();
    expect((await cast.dara.getAlertWords()).alert_words).toEqual(['release train']);
    await page.getByRole('button', { name: 'Remove “release train”' }).click();
    await page.getByText('You don’t have any alert words.').waitFor();
    await page.getByLabel('Word or phrase').fill('');

    await show('muted-users');
    await page.getByRole('combobox', { name: 'Mute someone' }).fill('finn');
    await page.getByRole('option', { name: cast.finn.full_name }).click();
    await page.getByText(`${cast.finn.full_name} is now muted.`).waitFor();
    await page.getByRole('button', { name: `Unmute ${cast.finn.full_name}` }).click();
    await page.getByText('You haven’t muted anyone.').waitFor();

    await show('topics');
    const policy = page.getByLabel('#kitchen › lunch: notifications');
    await policy.selectOption({ label: 'Muted' });
    await saved();
    await policy.selectOption({ label: 'Channel default' });
    await page.getByText('No topics here.').waitFor();

    await show('snippets');
    await page.getByRole('button', { name: 'New snippet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Greeting');
    await dialog.getByLabel('Text').fill('Good morning!');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit Greeting' }).click();
    await dialog.getByLabel('Text').fill('Good evening!');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.snippet-text', { hasText: 'Good evening!' }).waitFor();
    await page.getByRole('button', { name: 'Delete Greeting' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No snippets yet.').waitFor();
  }, 60_000);

  it('[WB37] applies the preferences', async () => {
    await cast.dara.updateSettings({
      twenty_four_hour_time: true,
      web_font_size_px: 20,
      web_line_height_percent: 180,
      emojiset: 'text',
      fluid_layout_width: true,
      display_emoji_reaction_users: false,
    });
    const { messages } = await cast.ada.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 });
    const { id: message_id } = messages[0]!;
    await cast.eli.addReaction({ message_id, emoji_name: 'heart' });
    await page.evaluate((to) => {
      location.hash = to;
    }, `#narrow/channel/${channel_id}/topic/lunch`);
    const message = page.locator('article', { hasText: 'half past five' });
    await message.locator('.reaction-count', { hasText: '1' }).waitFor();
    const style = (at: Locator, name: string, part?: string) =>
      at.evaluate((element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name!), [name, part]);
    const root = page.locator('html');
    expect(await style(root, 'font-size')).toBe('20px');
    expect(await style(root, 'line-height')).toBe('36px');
    expect(await style(message.locator('.message-main'), 'max-inline-size')).toBe('none');
    expect(await style(message.locator('.emoji').first(), 'content', '::after')).toBe('":soup:"');
    const time = async () => (await message.getByRole('time').first().textContent()) ?? '';
    expect(await time()).not.toMatch(/[AP]M/);
    // Each comes back without a reload.
    await cast.dara.updateSettings({
      twenty_four_hour_time: false,
      web_font_size_px: 16,
      web_line_height_percent: 140,
      emojiset: 'google',
      fluid_layout_width: false,
      display_emoji_reaction_users: true,
    });
    await message.locator('.reaction-names', { hasText: cast.eli.full_name }).waitFor();
    await holds(async () => /[AP]M/.test(await time()));
    expect(await style(root, 'font-size')).toBe('16px');
    expect(await style(message.locator('.emoji').first(), 'content', '::after')).toBe('none');
    await cast.dara.updateSettings({ receives_typing_notifications: false });
    await cast.eli.setTypingStatus({ op: 'start', type: 'stream', stream_id: channel_id as never, topic: 'lunch' });
    await cast.dara.updateSettings({ web_home_view: 'recent' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Recent conversations' }).waitFor();
    expect(await page.getByText('is typing').count()).toBe(0);
    // The notice of a resolved topic is read as it comes; what else is unread stays so.
    await cast.ada.editMessage({ message_id, topic: '✔ lunch', propagate_mode: 'change_all' });
    await cast.eli.sendMessage({ type: 'channel', to: 'kitchen', topic: '✔ lunch', content: 'Thanks' });
    const narrow = [{ operator: 'channel', operand: 'kitchen', negated: false }];
    const flags = async () => {
      const range = { anchor: 'newest', num_before: 2, num_after: 0, narrow };
      return (await cast.dara.getMessages(range)).messages.map((message) => message.flags.includes('read'));
    };
    await holds(async () => (await flags()).join() === 'true,false');
    // Channels of a folder stand together in the inbox.
    const { channel_folder_id } = await cast.ada.createChannelFolder({ name: 'House', description: '' });
    await cast.ada.updateStream({ stream_id: channel_id as never, folder_id: channel_folder_id });
    await cast.ada.sendMessage({ type: 'channel', to: 'garden', topic: 'plums', content: 'They are ripe' });
    await page.evaluate(() => {
      location.hash = '#inbox';
    });
    const folder = page.locator('#main').getByRole('heading', { name: 'House', exact: true });
    await folder.waitFor();
    await cast.dara.updateSettings({ web_inbox_show_channel_folders: false });
    await folder.waitFor({ state: 'hidden' });
  }, 60_000);

  it("[WB38] offers to change the time zone to the device's, and accepts a no", async () => {
    await cast.eli.updateSettings({ timezone: 'America/New_York' });
    const travel = await stage.open('#inbox', cast.eli, { timezoneId: 'Asia/Tokyo' });
    const banner = travel.getByRole('region', { name: 'Time zone' });
    await banner.getByText('This device is in Asia/Tokyo, but your profile says America/New York.').waitFor();
    expect(await barriers(travel)).toEqual([]);
    await banner.getByRole('button', { name: 'Not now' }).click();
    await banner.waitFor({ state: 'hidden' });
    await travel.reload();
    await travel.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(await banner.count()).toBe(0);
    await cast.eli.updateSettings({ timezone: 'Europe/Berlin' });
    await banner.getByRole('button', { name: 'Update' }).click();
    await banner.waitFor({ state: 'hidden' });
    await holds(async () => (await cast.eli.getOwnUser()).timezone === 'Asia/Tokyo');
    await travel.context().close();
  }, 60_000);

  it('[WB30] every section is accessible, wide and narrow, in both languages', async () => {
    const found: string[] = [];
    for (const [mode, person, sections, options] of [
      ['light', cast.dara, ['profile', 'notifications', 'topics'], { colorScheme: 'light' }],
      ['phone-dark', cast.chen, SECTIONS, { colorScheme: 'dark', ...PHONE }],
    ] as const) {
      if (mode !== 'light') await cast.chen.updateSettings({ default_language: 'de' });
      const all = await stage.open('#settings', person, options);
      for (const section of sections) {
        await show(section, all);
        await all.waitForFunction(
          (id) => document.querySelector(`.section[data-section="${id}"] .setting-group`),
          section,
        );
        found.push(...(await barriers(all)).map((barrier) => `${section} ${mode}: ${barrier}`));
        const too_wide = await all.evaluate(() =>
          [document.documentElement, document.querySelector('.page')!].some((box) => box.scrollWidth > box.clientWidth),
        );
        if (too_wide) found.push(`${section} ${mode}: wider than the screen`);
      }
      await all.context().close();
    }
    expect(found).toEqual([]);
  }, 60_000);

  it('[WB34] changes the password and the address, and deactivates the account', async () => {
    await show('account');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const change = dialog.getByRole('button', { name: 'Change password' });
    await dialog.getByLabel('Current password').fill('not this one');
    await dialog.getByLabel('New password').fill('seven');
    expect(await change.isDisabled()).toBe(true);
    await dialog.getByLabel('New password').fill('seven quiet lanterns');
    await change.click();
    await dialog.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByLabel('Current password').fill(`${cast.dara.full_name} signs in`);
    await change.click();
    await page.getByText('Password changed.').waitFor();
    await stage.server.client().fetchApiKey({ username: cast.dara.email, password: 'seven quiet lanterns' });
    // The address changes when its owner opens the link; devices stay signed in.
    await page.context().close();
    page = await stage.open('#settings/account', null);
    await page.getByLabel('Email address').fill(cast.dara.email);
    await page.getByLabel('Password', { exact: true }).fill('seven quiet lanterns');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Change email address' }).click();
    await page.getByLabel('New email address').fill('dara.new@stoa.example');
    await page.getByLabel('Current password').fill('seven quiet lanterns');
    await page.keyboard.press('Enter');
    await page.getByText('We sent a link to dara.new@stoa.example.').waitFor();
    await stage.server.app.jobs.settle();
    const link = mail.newest('dara.new@stoa.example').text.match(/http\S+\/confirm-email\/\S+/)![0];
    await fetch(link, { method: 'POST', headers: { accept: 'application/json' } });
    await page.locator('.setting-value', { hasText: 'dara.new@stoa.example' }).waitFor();
    await page.getByText('We sent a link').waitFor({ state: 'hidden' });
    await show('alert-words');
    await page.getByLabel('Word or phrase').fill('still here');
    await page.keyboard.press('Enter');
    await page.locator('.setting-list', { hasText: 'still here' }).waitFor();
    await page.reload();
    await page.locator('.setting-list', { hasText: 'still here' }).waitFor();
    await show('account');
    await page.getByRole('button', { name: 'Deactivate my account' }).click();
    const confirmation = page.getByRole('dialog');
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Deactivate my account' }).click();
    await confirmation.getByRole('button', { name: 'Deactivate my account' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect((await cast.ada.getUser({ user_id: cast.dara.user_id })).user.is_active).toBe(false);
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
