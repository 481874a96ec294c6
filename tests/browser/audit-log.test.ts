// Administrators read the audit log: what is shown, filtered, and downloaded.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type Cast, scimClient } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { createScimToken } from '../../packages/server/src/features/scim/scim-tokens.actions.ts';
import { BY_COMMAND } from '../../packages/server/src/kit/write/audit-record.ts';
import { barriers, chooseChannel, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let stage: Stage;
let cast: Cast;
let page: Page;

const FORMULA = '=HYPERLINK("http://evil.example","x")';
const MARKUP = '<img src=x onerror=alert(1)>';
const entries = (on = page) => on.locator('.audit-entry');
const texts = async () => (await entries().allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

async function look(name: string, on = page): Promise<void> {
  if (process.env.PICTURES) await on.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}

/** Waits until the entries shown are these many. */
const count = (wanted: number) =>
  page.waitForFunction((n) => document.querySelectorAll('.audit-entry').length === n, wanted);

describe.skipIf(!hasBrowser)('the audit log in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    const { ada, bela, dara, eli } = cast;
    const { writer } = stage.server.app;
    const { realm_id } = stage.server.realm;
    // Entries of the cast's own making are of no interest here.
    await ada.subscribe({ subscriptions: [{ name: 'design' }], principals: [ada.user_id, dara.user_id] });
    const { stream_id } = await ada.getStreamId({ stream: 'design' });
    await bela.updateStream({ stream_id, description: MARKUP });
    await bela.updateRealm({
      enable_read_receipts: false,
      can_create_public_channel_group: { new: { direct_members: [dara.user_id], direct_subgroups: [] } },
    });
    await ada.updateUser({ user_id: eli.user_id, role: 300 });
    const { group_id } = await ada.createUserGroup({
      name: 'drawers',
      description: 'People who draw',
      members: [dara.user_id],
    });
    await ada.updateUserGroupMembers({ user_group_id: group_id, add: [eli.user_id], delete: [dara.user_id] });
    await ada.addLinkifier({ pattern: '#(?P<id>[0-9]+)', url_template: 'https://tickets.example/{id}' });
    const message = { type: 'channel' as const, to: stream_id, topic: 'plans', content: 'x' };
    await ada.removeMessage({ message_id: (await dara.sendMessage(message)).id });
    const scim = await scimClient(stage.server);
    await scim.post('/Users', { userName: 'zoe@stoa.example', displayName: 'Zoe Newcomer' });
    await writer.write(realm_id, (context) => createScimToken(context, realm_id, FORMULA).then(() => {}), {
      origin: BY_COMMAND,
    });
    page = await stage.open('#organization/audit-log', ada);
    await entries().first().waitFor();
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB924] says who did what, from which value to which, when and how', async () => {
    const shown = await texts();
    expect(shown[0]).toMatch(/^The server’s operator created the SCIM token =HYPERLINK.* · Command line$/);
    expect(shown[1]).toMatch(
      /^The identity provider created the account of Zoe Newcomer Role After: Member .* · SCIM \(Example ID\)$/,
    );
    expect(shown.some((text) => /^Ada Owner deleted a message of Dara Member in #design > plans/.test(text))).toBe(
      true,
    );
    const find = (start: string) => shown.find((text) => text.startsWith(start)) ?? shown;
    expect(find('Ada Owner changed the members')).toMatch(/Members Before: Dara Member Members After: Eli/);
    expect(find('Ada Owner changed the role')).toMatch(/Role Before: Member → After: Moderator/);
    const settings = find('Bela');
    expect(settings).toMatch(/Enable read receipts Before: Yes → After: No/);
    expect(settings).toContain('Who can create public channels');
    expect(settings).toContain('Dara Member');
    // Values are texts.
    expect(shown.some((text) => text.includes(MARKUP))).toBe(true);
    expect(await page.locator('.audit-entry img').count()).toBe(0);
    expect(await page.getByText('Entries are kept for 365 days.').count()).toBe(1);
    await look('audit-desktop-light');
  });

  it('[WB924] is for administrators', async () => {
    const other = await stage.open('#organization/audit-log', cast.dara);
    await other.locator('.sections-list').waitFor();
    expect(await other.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await other.context().close();
  });

  it('[WB925] is filtered by what, how, whom, where and when', async () => {
    const all = await entries().count();
    await page.getByLabel('Type of change').selectOption({ label: 'Groups' });
    await count(2);
    await page.getByLabel('Type of change').selectOption({ label: 'Any' });
    await count(all);
    await page.getByLabel('Made with').selectOption({ label: 'SCIM' });
    await count(1);
    await page.getByLabel('Made with').selectOption({ label: 'Any' });
    await count(all);
    await page.getByRole('combobox', { name: 'Made by' }).fill('Bela');
    await page.getByRole('option', { name: /Bela/ }).click();
    await count(2);
    await page.getByRole('button', { name: /Remove Bela/ }).click();
    await count(all);
    await page.getByRole('combobox', { name: 'About' }).fill('Eli');
    await page.getByRole('option', { name: /Eli/ }).click();
    await page.waitForFunction(() => {
      const texts = [...document.querySelectorAll('.audit-entry')].map(({ textContent }) => textContent ?? '');
      return texts.length > 0 && texts.every((text) => text.includes('Eli'));
    });
    await page.getByRole('button', { name: /Remove Eli/ }).click();
    await count(all);
    await chooseChannel(page.getByRole('combobox', { name: 'Channel' }), 'design');
    await count(3);
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.getByText('No entries match these filters.').waitFor();
    await page.reload();
    await count(all);
  });

  it('[WB926] shows more on request', async () => {
    const { writer } = stage.server.app;
    const { realm_id } = stage.server.realm;
    await writer.write(realm_id, async ({ record }) => {
      for (let n = 0; n < 60; n++) record({ kind: 'emoji_added', name: `many${n}` });
    });
    await page.reload();
    await count(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.audit-entry').length > 60);
    expect((await texts())[0]).toContain(':many59:');
  });

  it('[WB927] is downloaded, without formulas', async () => {
    const save = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')] as const;
    };
    const [csv_name, csv] = await save('Download as CSV');
    expect(csv_name).toBe('audit-log.csv');
    const lines = csv.split('\r\n');
    expect(lines[0]).toStartWith('\u{feff}id,time,kind,acting_user_id,acting_user,');
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
    expect(lines.some((line) => line.includes('account_role_changed') && line.includes('Eli'))).toBe(true);
    const [jsonl_name, jsonl] = await save('Download as JSON Lines');
    expect(jsonl_name).toBe('audit-log.jsonl');
    const parsed = jsonl
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(parsed.length).toBe(lines.length - 2);
    expect(parsed[60]).toMatchObject({ kind: 'scim_token_created', via: 'command_line', name: FORMULA });
  });

  it('[WB928] has no barriers and fits a phone', async () => {
    expect(await barriers(page)).toEqual([]);
    for (const [name, options] of [
      ['desktop-dark', { colorScheme: 'dark' }],
      ['phone-light', PHONE],
      ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
    ] as const) {
      const other = await stage.open('#organization/audit-log', cast.ada, options);
      await other
        .getByLabel('Type of change')
        .selectOption({ label: name === 'phone-dark' ? 'Groups' : 'Channels and folders' });
      await other.waitForFunction(() => document.querySelectorAll('.audit-entry').length < 10);
      await entries(other).first().waitFor();
      await look(`audit-${name}`, other);
      expect(await barriers(other)).toEqual([]);
      expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await entries(other).last().scrollIntoViewIfNeeded();
      await look(`audit-${name}-end`, other);
      await other.context().close();
    }
    expect(stage.complaints).toEqual([]);
  });
});
