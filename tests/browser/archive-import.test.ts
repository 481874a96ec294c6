// An owner imports an archive of Slack in the browser, and reads what came.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { tarOf } from '@stoa/testkit';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;

/** One public channel with three messages of two people, one of whom is here. */
async function slackArchive(email: string): Promise<Buffer> {
  const users = [
    { id: 'U1', name: 'dara', is_primary_owner: true, profile: { email, real_name: 'Dara' } },
    { id: 'U2', name: 'zoe', profile: { email: 'zoe@slack.example', real_name: 'Zoe Slack' } },
  ];
  const channels = [{ id: 'C1', name: 'garden', created: 1_500_000_000, creator: 'U1', members: ['U1', 'U2'] }];
  const messages = [1, 2, 3].map((at) => ({
    type: 'message',
    ts: `160000000${at}.000100`,
    user: at === 2 ? 'U2' : 'U1',
    text: `Slack wrote *number ${at}*`,
  }));
  return gzipSync(
    await tarOf([
      ['users.json', JSON.stringify(users)],
      ['channels.json', JSON.stringify(channels)],
      ['garden/2020-09-13.json', JSON.stringify(messages)],
    ]),
  );
}

describe.skipIf(!hasBrowser)('importing an archive in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(async () => {
    expect(stage.complaints).toEqual([]);
    await stage.stop();
  });

  it('[IM48] says in the reader’s language what is wrong with an archive, and where', async () => {
    const { ada } = stage.cast;
    await ada.updateSettings({ default_language: 'de' });
    const page = await stage.open('#organization/import-admin', ada);
    const buffer = gzipSync(await tarOf([['users.json', '[{"id": "U1"']]));
    await page
      .getByLabel('Archiv', { exact: true })
      .setInputFiles({ name: 'export.tar.gz', mimeType: 'application/gzip', buffer });
    await page.getByRole('button', { name: 'Hochladen und prüfen' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Die Datei ist unvollständig' });
    await alert.waitFor({ timeout: 30_000 });
    expect(await alert.textContent()).toContain('In users.json');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Archiv verwerfen' }).click();
    await page.getByRole('button', { name: 'Hochladen und prüfen' }).waitFor();
    await ada.updateSettings({ default_language: 'en' });
    await page.context().close();
  }, 60_000);

  it('[IM54] says in the reader’s language what an archive leaves out or changes', async () => {
    const { ada } = stage.cast;
    await ada.updateSettings({ default_language: 'de' });
    const page = await stage.open('#organization/import-admin', ada);
    const joined = { type: 'message', subtype: 'channel_join', ts: '1600000001.000100', user: 'U1', text: '' };
    const buffer = gzipSync(
      await tarOf([
        ['users.json', JSON.stringify([{ id: 'U1', name: 'zoe', profile: { real_name: 'Zoe Slack' } }])],
        ['channels.json', JSON.stringify([{ id: 'C1', name: 'hall', created: 1_500_000_000, members: ['U1'] }])],
        ['hall/2020-09-13.json', JSON.stringify([joined, { ...joined, ts: '1600000002.000100' }])],
      ]),
    );
    await page.getByRole('combobox', { name: 'Exportiert aus' }).selectOption('slack');
    await page
      .getByLabel('Archiv', { exact: true })
      .setInputFiles({ name: 'export.tar.gz', mimeType: 'application/gzip', buffer });
    await page.getByRole('button', { name: 'Hochladen und prüfen' }).click();
    await page.getByText('2 Hinweise').click({ timeout: 30_000 });
    const notes = page.locator('.import-notes');
    expect(await notes.getByRole('listitem').allTextContents()).toEqual([
      'Nachrichten (2): Das ist ein Hinweis von Slack, keine Nachricht.Zuerst: In hall/2020-09-13.json, Datensatz 1',
      'Personen und Bots (1): Ohne E-Mail-Adresse importiert: Das Archiv enthält keine.Datensatz U1',
    ]);
    expect(await notes.getByRole('heading').allTextContents()).toEqual(['Übersprungen', 'Mit Änderungen importiert']);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Archiv verwerfen' }).click();
    await page.getByRole('button', { name: 'Hochladen und prüfen' }).waitFor();
    await ada.updateSettings({ default_language: 'en' });
    await page.context().close();
  }, 60_000);

  it('[IM42] [IM49] uploads, plans, imports and takes back', async () => {
    const { ada, dara } = stage.cast;
    const page = await stage.open('#organization/import-admin', ada);
    const other = await stage.open('#organization/import-admin', ada);
    await other.getByRole('button', { name: 'Upload and check' }).waitFor();
    await page.getByRole('combobox', { name: 'Exported from' }).selectOption('slack');
    const buffer = await slackArchive(dara.email);
    await page
      .getByLabel('Archive', { exact: true })
      .setInputFiles({ name: 'export.tar.gz', mimeType: 'application/gzip', buffer });
    await page.getByRole('button', { name: 'Upload and check' }).click();
    const start = page.getByRole('button', { name: 'Start import' });
    await start.waitFor({ timeout: 30_000 });
    const row = page.getByRole('row', { name: 'Messages' });
    expect(await row.getByRole('cell').allTextContents()).toEqual(['3', '3', '0']);
    expect(await page.getByText('1 person is already here, 1 is new.').count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
    // Another tab, opened before anything began, sees the same plan.
    await other.getByRole('button', { name: 'Start import' }).waitFor();
    await start.click();
    const undo = page.getByRole('button', { name: 'Undo import' });
    await undo.waitFor({ timeout: 30_000 });

    const reading = await stage.open('', dara);
    const { stream_id } = await dara.getStreamId({ stream: 'garden' });
    await reading.evaluate((to) => {
      location.hash = to;
    }, `#narrow/channel/${stream_id}-garden`);
    await reading.getByText('number 3').first().waitFor();
    expect(await reading.locator('.rendered strong', { hasText: 'number' }).allTextContents()).toEqual([
      'number 1',
      'number 2',
      'number 3',
    ]);
    expect(await reading.getByText('Zoe Slack').count()).toBeGreaterThan(0);

    await undo.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('button', { name: 'Upload and check' }).waitFor({ timeout: 30_000 });
    await other.getByRole('button', { name: 'Upload and check' }).waitFor();
    const { streams } = await dara.getStreams({});
    expect(streams.map(({ name }) => name)).not.toContain('garden');
  }, 120_000);
});
