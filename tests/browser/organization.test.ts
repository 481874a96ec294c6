// Administrators set up their organization; others see it, at once, and can't change it.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type Cast, samplePicture } from '@stoa/testkit';
import type { Locator, Page } from 'playwright-core';
import { barriers, chooseChannel, dragByTouch, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
/** Ada's, in most tests. */
let page: Page;

const SECTIONS = [
  'organization-profile',
  'organization-settings',
  'organization-permissions',
  'auth-methods',
  'organization-level-user-defaults',
  'profile-field-settings',
  'emoji-settings',
  'linkifier-settings',
  'playground-settings',
  'default-channels-list',
  'audit-log',
  'data-exports-admin',
  'import-admin',
  'deactivation',
];
const OWNERS_ONLY = new Set(['deactivation', 'import-admin']);

async function show(section: string, on = page): Promise<void> {
  await on.evaluate((to) => {
    location.hash = to;
  }, `#organization/${section}`);
  await on.locator(`.sections-list [aria-current][href$="/${section}"]`).waitFor({ state: 'attached' });
}
const realm = async () => stateOf(await cast.ada.registerQueue({ event_types: [], fetch_event_types: ['realm'] }));
const stateOf = (state: object) => state as Readonly<Record<string, unknown>>;

/** Waits until something that is asked again and again holds. */
async function holds(check: () => Promise<boolean>): Promise<void> {
  for (let left = 100; !(await check()); left--) {
    if (left === 0) throw new Error('it does not hold');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const becomes = (name: string, value: unknown) =>
  holds(async () => Bun.deepEquals((await realm())[`realm_${name}`], value));
/** A field of choices, by the name alone: its own choices are no part of it. */
const box = (name: string) => page.getByRole('combobox', { name, exact: true });
const names = (list: Locator) => list.locator('strong, code').allTextContents();

describe.skipIf(!hasBrowser)('the organization in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const { ada, dara, chen } = cast;
    await ada.subscribe({
      subscriptions: [{ name: 'kitchen' }],
      principals: [ada.user_id, dara.user_id, chen.user_id],
    });
    page = await stage.open('#organization', ada);
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB41] saves settings as they are changed, and shows why one is refused', async () => {
    await show('organization-settings');
    await page.getByLabel('Enable read receipts').uncheck();
    await becomes('enable_read_receipts', false);
    await page.getByLabel('Messages without a topic').selectOption({ label: 'Not allowed, topic required' });
    await becomes('topics_policy', 'disable_empty_topic');
    await chooseChannel(page.getByRole('combobox', { name: 'New members are announced in' }), 'kitchen');
    const { stream_id } = await cast.ada.getStreamId({ stream: 'kitchen' });
    await becomes('signup_announcements_stream_id', stream_id);
    // A time of one's own.
    const edited = box('Time limit for editing messages');
    await edited.selectOption({ label: 'Custom…' });
    await page.getByLabel('Time limit for editing messages: amount').fill('ninety');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Time limit for editing messages: amount').fill('90');
    await page.keyboard.press('Enter');
    await becomes('message_content_edit_limit_seconds', 5400);
    await page.waitForFunction(() => document.activeElement?.tagName === 'SELECT');
    expect(await edited.locator('option:checked').textContent()).toBe('90 minutes');
    await edited.selectOption({ label: 'No limit' });
    await becomes('message_content_edit_limit_seconds', null);
    // Without editing there is no limit to choose.
    await page.getByLabel('People can edit their messages').uncheck();
    await page.waitForFunction(() => document.querySelectorAll('.section select:disabled').length === 1);
    expect(await edited.isDisabled()).toBe(true);
    // Refused.
    const server = page.getByLabel('Jitsi server URL');
    await server.fill('ftp://calls.example.com');
    await server.press('Enter');
    await page.locator('.setting', { has: server }).getByRole('alert').waitFor();
    expect((await realm()).realm_jitsi_server_url).toBeNull();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await server.inputValue()).toBe('');
  }, 60_000);

  it('[WB41] confirms before a retention period deletes messages', async () => {
    const kept = box('Keep messages');
    await kept.selectOption({ label: 'Custom…' });
    await page.getByLabel('Keep messages: amount').fill('90');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete old messages?' });
    await dialog.getByText('once they’re 90 days old').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await realm()).realm_message_retention_days).toBe(-1);
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Delete old messages' }).click();
    await becomes('message_retention_days', 90);
    await kept.selectOption({ label: 'Forever' });
    await becomes('message_retention_days', -1);
  }, 60_000);

  it('[WB41] finds a setting in any section, editable in the results', async () => {
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    await search.fill('disposable');
    await page.getByRole('heading', { name: 'Settings for “disposable”' }).waitFor();
    await page.getByLabel('Block disposable email addresses').uncheck();
    await becomes('disallow_disposable_email_addresses', false);
    expect(await barriers(page)).toEqual([]);
    await search.press('Escape');
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  }, 60_000);

  it('[WB40] gives a permission to people and groups by keyboard, based on the value shown', async () => {
    const group_id = (await cast.ada.createUserGroup({ name: 'Cooks', description: '', members: [cast.eli.user_id] }))
      .group_id;
    await show('organization-permissions');
    const row = page.getByRole('group', { name: 'Who can create public channels' });
    const field = row.getByRole('combobox');
    await row.getByRole('button', { name: 'Remove Members', exact: true }).click();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await row.getByText('At least one person needs this permission.').waitFor();
    expect(await row.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.keyboard.type('cook');
    await page.getByRole('option', { name: 'Cooks' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('dara');
    await page.getByRole('option', { name: cast.dara.full_name }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    // What the server would not take is not offered.
    await page.keyboard.type('everyone');
    await page.getByText('No matching people or groups.').first().waitFor();
    expect(await page.getByRole('listbox').getByRole('option', { name: 'Everyone' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Save' }).click();
    const permission = { direct_members: [cast.dara.user_id], direct_subgroups: [group_id] };
    await becomes('can_create_public_channel_group', permission);
    await row.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' });
    // Somebody else changes it while Ada is at it.
    await field.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    const owners = (await cast.ada.getUserGroups()).user_groups.find(({ name }) => name === 'role:owners')!.id;
    await cast.bela.updateRealm({ can_create_public_channel_group: { new: owners, old: permission } });
    await row.getByRole('alert').getByText('It’s now: Owners').waitFor();
    await row.getByRole('button', { name: 'Save anyway' }).click();
    await becomes('can_create_public_channel_group', group_id);
  }, 60_000);

  it('[WB42] shows everybody the settings, and lets only permitted people change them', async () => {
    const bela = await stage.open('#organization/auth-methods', cast.bela);
    const invited = (on: Page) => on.getByLabel('Require an invitation to join');
    await bela.getByText('Only owners can change this.').first().waitFor();
    expect(await invited(bela).isDisabled()).toBe(true);
    expect(await bela.getByLabel('Welcome message for new members').isDisabled()).toBe(false);
    const sections = (on: Page) => on.locator('.sections-list a').allTextContents();
    expect(await sections(bela)).toContain('Data exports');
    expect(await sections(bela)).not.toContain('Deactivation');
    await bela.context().close();

    const finn = await stage.open('#organization/organization-permissions', cast.finn);
    await finn.getByText('Only administrators can change these settings').waitFor();
    expect(await sections(finn)).not.toContain('Data exports');
    const row = finn.getByRole('group', { name: 'Who can invite people by email' });
    await row.getByText('Members', { exact: true }).waitFor();
    expect(await row.getByRole('combobox').count()).toBe(0);
    for (const section of ['organization-profile', 'organization-settings', 'auth-methods']) {
      await show(section, finn);
      await finn.locator('.section .setting-group').first().waitFor();
      expect(await finn.locator('.section :is(input, select, textarea):not(:disabled)').count()).toBe(0);
    }
    await finn.context().close();
  }, 60_000);

  it('[WB43] [WB1064] creates and changes a dropdown field, and warns about values lost with a choice', async () => {
    await show('profile-field-settings');
    await page.getByText('No profile fields yet.').waitFor();
    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type').selectOption({ label: 'List of options' });
    await dialog.getByLabel('Name').fill('Team');
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Add option' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Option 1');
    await page.keyboard.type('Kitchen');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Option 2');
    await page.keyboard.type('Hall');
    // At the ends they say that they do nothing.
    expect(await dialog.getByRole('button', { name: 'Move Kitchen up' }).getAttribute('aria-disabled')).toBe('true');
    expect(await dialog.getByRole('button', { name: 'Move Hall down' }).getAttribute('aria-disabled')).toBe('true');
    expect(await dialog.getByRole('button', { name: 'Move Hall up' }).getAttribute('aria-disabled')).toBe('false');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Kitchen, Hall').waitFor();
    await page.getByRole('button', { name: 'Edit Team' }).click();
    await dialog.getByRole('button', { name: 'Delete Kitchen' }).click();
    await dialog.getByText('Anyone who chose the removed option will have no value.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Kitchen, Hall').waitFor({ state: 'hidden' });
    const { custom_fields } = await cast.ada.getProfileFields();
    expect(JSON.parse(custom_fields[0]!.field_data)).toEqual({ 1: { text: 'Hall', order: '1' } });
    // Two of a name: the server says so, the dialog stays.
    await page.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByLabel('Name').fill('team');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('already a field').waitFor();
    await dialog.getByLabel('Name').fill('Room');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // A site that is known brings its name along.
    await page.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByLabel('Type').selectOption({ label: 'External account' });
    await dialog.getByLabel('Account at').selectOption({ label: 'GitHub' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.tag', { hasText: 'External account' }).waitFor();
  }, 60_000);

  it('[WB44] reorders fields by buttons and by dragging, and announces the new position', async () => {
    const list = page.getByRole('list', { name: 'Profile fields' });
    expect(await names(list)).toEqual(['Team', 'Room', 'GitHub username']);
    const down = page.getByRole('button', { name: 'Move Team down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Team is now number 2 of 3.').waitFor();
    const order = async () => (await cast.ada.getProfileFields()).custom_fields.map(({ name }) => name);
    expect(await order()).toEqual(['Room', 'Team', 'GitHub username']);
    expect(await down.evaluate((element) => element === document.activeElement)).toBe(true);
    const grip = (await list.locator('.entry-grip').last().boundingBox())!;
    const first = (await list.getByRole('listitem').first().boundingBox())!;
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(first.x + 20, first.y + 5, { steps: 6 });
    await page.mouse.up();
    await page.getByText('GitHub username is now number 1 of 3.').waitFor();
    expect(await order()).toEqual(['GitHub username', 'Room', 'Team']);
    // With a finger: past the second, whose place in the page changes meanwhile.
    const held = (await list.locator('.entry-grip').first().boundingBox())!;
    const last = (await list.getByRole('listitem').last().boundingBox())!;
    await dragByTouch(page, { x: held.x + 8, y: held.y + 8 }, { x: held.x + 8, y: last.y + last.height - 4 });
    await page.getByText('GitHub username is now number 3 of 3.').waitFor();
    expect(await order()).toEqual(['Room', 'Team', 'GitHub username']);
    await page.getByRole('button', { name: 'Delete Room' }).click();
    await page.getByRole('dialog').getByText('Everyone’s entries').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await holds(async () => (await order()).join() === 'Team,GitHub username');
  }, 60_000);

  it('[WB43] adds linkifiers, playgrounds, domains, emoji and default channels', async () => {
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    await show('linkifier-settings');
    await page.getByRole('button', { name: 'Add linkifier' }).click();
    await dialog.getByLabel('Pattern').fill('#(?P<id>[0-9]+');
    await dialog.getByLabel('URL template', { exact: true }).fill('https://example.com/issues/{id}');
    await save.click();
    await dialog.getByRole('alert').getByText('regular expression').waitFor();
    await dialog.getByLabel('Pattern').fill('#(?P<id>[0-9]+)');
    await dialog.getByRole('textbox', { name: 'Example', exact: true }).fill('#12');
    await dialog.getByLabel('Alternative URL templates').fill('https://example.com/tickets/{id}\n\n');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    const { linkifiers } = await cast.ada.getLinkifiers();
    expect(linkifiers).toMatchObject([
      { example_input: '#12', alternative_url_templates: ['https://example.com/tickets/{id}'], reverse_template: null },
    ]);

    await show('playground-settings');
    await page.getByRole('button', { name: 'Add playground' }).click();
    await dialog.getByLabel('Name').fill('Tutor');
    await dialog.getByLabel('Language').fill('python');
    await dialog.getByLabel('URL template').fill('https://example.com/?code={code}');
    await save.click();
    await page.getByText('Tutor', { exact: true }).waitFor();

    await show('auth-methods');
    const only = page.getByLabel('Restrict email addresses to the domains');
    expect(await only.isDisabled()).toBe(true);
    await page.getByLabel('Add domain').fill('stoa.example');
    await page.keyboard.press('Enter');
    await page.getByText('stoa.example', { exact: true }).waitFor();
    await only.check();
    await becomes('emails_restricted_to_domains', true);
    await page.getByRole('button', { name: 'Delete stoa.example' }).click();
    await dialog.getByText('people can join with any email address').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await becomes('emails_restricted_to_domains', false);

    await show('emoji-settings');
    await page.getByRole('button', { name: 'Add emoji' }).click();
    const buffer = Buffer.from(await samplePicture().arrayBuffer());
    const file = { name: 'Party Parrot.png', mimeType: 'image/png', buffer };
    await dialog.getByLabel('Picture').setInputFiles(file);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('party_parrot');
    await save.click();
    await page.getByText(':party_parrot:', { exact: true }).waitFor();
    await page.getByText(`Added by ${cast.ada.full_name}`).waitFor();

    await show('default-channels-list');
    await chooseChannel(page.getByRole('combobox', { name: 'Choose a channel' }), 'kitchen');
    await page.getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('list', { name: 'Default channels' }).getByText('kitchen', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove #kitchen' }).click();
    await page.getByText('New members aren’t subscribed to any channels.').waitFor();
  }, 60_000);

  it('[WB43] exports the data, offers the archive when it is ready, and deletes it', async () => {
    await show('data-exports-admin');
    await cast.dara.updateSettings({ allow_private_data_export: true });
    await page.getByText('1 of 6 people has agreed').waitFor();
    await page.getByLabel('private data of people who agreed').check();
    await page.getByRole('button', { name: 'Start export' }).click();
    const past = page.getByRole('list', { name: 'Past exports' });
    await past.getByRole('listitem').waitFor();
    await stage.server.app.jobs.settle();
    const href = await past.getByRole('link', { name: 'Download the export' }).getAttribute('href');
    const archive = await fetch(new URL(href!, stage.server.url));
    expect(archive.status).toBe(200);
    await past.getByRole('button', { name: 'Delete the export' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await past.getByText('Deleted').waitFor();
    expect((await fetch(new URL(href!, stage.server.url))).status).toBe(404);
  }, 60_000);

  it('[WB45] shows changes to others without a reload', async () => {
    const bela = await stage.open('#organization/organization-profile', cast.bela);
    const name = bela.getByLabel('Organization name');
    await name.waitFor();
    await show('organization-profile');
    await page.getByLabel('Organization name').fill('Stoa Kitchen');
    await page.keyboard.press('Enter');
    await bela.getByRole('navigation', { name: 'Conversations' }).getByText('Stoa Kitchen').waitFor();
    expect(await name.inputValue()).toBe('Stoa Kitchen');
    await page.getByLabel('Description').fill('We **cook** together');
    await page.getByRole('button', { name: 'Save' }).click();
    await bela.locator('.organization-description strong', { hasText: 'cook' }).waitFor();
    const buffer = Buffer.from(await samplePicture().arrayBuffer());
    const upload = page.getByLabel('Upload Icon');
    await upload.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByText('This file isn’t a picture').waitFor();
    await upload.setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer });
    await bela.getByRole('img', { name: 'Icon' }).waitFor();
    await bela.locator('#sidebar img.realm-mark').waitFor();
    await bela.context().close();
    await cast.ada.deleteRealmIcon();
    await page.getByRole('img', { name: 'Icon' }).waitFor({ state: 'hidden' });
    await show('organization-level-user-defaults');
    await page.getByLabel('24-hour time').check();
    await holds(async () => {
      const fetch_event_types = ['realm_user_settings_defaults'];
      const { realm_user_settings_defaults } = await cast.ada.registerQueue({ event_types: [], fetch_event_types });
      return realm_user_settings_defaults!.twenty_four_hour_time;
    });
  }, 60_000);

  it('[WB42] every section is accessible, wide and narrow, in both languages', async () => {
    const found: string[] = [];
    const look = async (
      on: Page,
      mode: string,
      sections: readonly string[],
      selected: (section: string) => boolean,
    ) => {
      for (const section of sections) {
        await show(section, on);
        await on.locator('.section > h2 + *').waitFor();
        if (selected(section)) found.push(...(await barriers(on)).map((barrier) => `${section} ${mode}: ${barrier}`));
        if (await on.evaluate(() => document.querySelector('.page')!.scrollWidth > innerWidth))
          found.push(`${section} ${mode}: wider than the screen`);
      }
    };
    await look(page, 'desktop-light', SECTIONS, () => true);
    await cast.bela.updateSettings({ default_language: 'de' });
    const phone = await stage.open('#organization', cast.bela, { colorScheme: 'dark', ...PHONE });
    await look(
      phone,
      'phone-dark',
      SECTIONS.filter((section) => !OWNERS_ONLY.has(section)),
      (section) => ['organization-permissions', 'auth-methods', 'profile-field-settings'].includes(section),
    );
    await phone.context().close();
    expect(found).toEqual([]);
  }, 90_000);

  it('[WB42] deactivates the organization only for an owner who types its name', async () => {
    await show('deactivation');
    await page.getByRole('button', { name: 'Deactivate Stoa Kitchen' }).click();
    const dialog = page.getByRole('dialog');
    const end = dialog.getByRole('button', { name: 'Deactivate Stoa Kitchen' });
    await dialog.getByLabel('To confirm').fill('stoa');
    expect(await end.isDisabled()).toBe(true);
    await dialog.getByLabel('To confirm').fill('Stoa Kitchen');
    await end.click();
    await page.getByRole('heading', { name: /Sign in/ }).waitFor();
    const refused = await cast.dara.getOwnUser().catch((error: { code: string }) => error.code);
    expect(refused).toBe('REALM_DEACTIVATED');
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
