// Data exports, through HTTP down to the bytes of their archives.

import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type ExportType, MAX_EXPORTS_PER_WEEK, type RealmExport } from '@stoa/contract';
import { type Person, rawRequest, samplePicture, serveTests, unpackArchive, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { EXPORT_JOB, setFullContentAccess } from './exports.actions.ts';

const { server, cast } = await serveTests();
setDefaultTimeout(30_000);

const WEEK_MS = 7 * 24 * 60 * 60_000;

beforeAll(async () => {
  const { ada, bela, dara, eli } = cast;
  await ada.subscribe({ subscriptions: [{ name: 'open' }], principals: [ada.user_id, dara.user_id, eli.user_id] });
  await dara.subscribe({
    subscriptions: [{ name: 'closed' }],
    invite_only: true,
    principals: [dara.user_id, eli.user_id],
    history_public_to_subscribers: false,
  });
  await bela.subscribe({ subscriptions: [{ name: 'secret' }], invite_only: true });
  const send = (who: Person, to: string, content: string) =>
    who.sendMessage({ type: 'stream', to, topic: 'exports', content });
  await send(dara, 'open', 'said in the open');
  await send(dara, 'closed', 'said behind a door');
  await send(bela, 'secret', 'said in secret');
  await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'said to Eli' });
  await bela.sendMessage({ type: 'direct', to: [ada.user_id], content: 'said to Ada' });
  const open_file = await dara.uploadFile({}, { file: samplePicture('open.png') });
  await send(dara, 'open', `a picture: [open](${open_file.url})`);
  const closed_file = await bela.uploadFile({}, { file: new File(['bytes in secret'], 'secret.txt') });
  await send(bela, 'secret', `a file: [secret](${closed_file.url})`);
  await bela.createSavedSnippet({ title: 'mine', content: 'a snippet of Bela' });
  await dara.createSavedSnippet({ title: 'mine', content: 'a snippet of Dara' });
  await bela.updateSettings({ email_address_visibility: 4 });
  // The thumbnail of the picture causes events, too.
  await server.app.jobs.settle();
});

const list = async (): Promise<RealmExport[]> => (await cast.ada.getRealmExports()).exports;
const only = async (id: number) => (await list()).find((listed) => listed.id === id)!;
const download = (url: string) => fetch(`${server.url}${new URL(url).pathname}`);
const message = (call: Promise<unknown>) =>
  call.then(
    () => 'success',
    (error: Error) => error.message,
  );

async function make(export_type: ExportType, who = cast.ada): Promise<RealmExport> {
  server.clock.advance(WEEK_MS);
  const { id } = await who.exportRealm({ export_type });
  await server.app.jobs.settle();
  return only(id);
}

const open = async (made: RealmExport) => unpackArchive(await download(made.export_url!));

describe('an export', () => {
  it('[EX1] is for administrators: requested, pending, ready, and announced only to them', async () => {
    const { ada, bela, chen, dara } = cast;
    for (const call of [() => dara.exportRealm(), () => chen.getRealmExports(), () => dara.getExportConsents()])
      await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
    const before = server.clock.now() / 1000;
    const { value, events } = await verifyEvents([ada, dara], async () => {
      const request = await bela.exportRealm();
      await server.app.jobs.settle();
      return request;
    });
    const [requested, ready, ...more] = events[0]!;
    expect([more, events[1]]).toEqual([[], []]);
    for (const event of [requested, ready]) expect(event).toMatchObject({ type: 'realm_export' });
    const made = (requested!.exports as RealmExport[]).at(-1)!;
    expect(made.export_time).toBeWithin(Math.floor(before), server.clock.now() / 1000 + 1);
    expect(made).toEqual({
      id: value.id,
      acting_user_id: bela.user_id,
      export_time: made.export_time,
      deleted_timestamp: null,
      failed_timestamp: null,
      export_url: null,
      pending: true,
      export_type: 'public',
    });
    const { export_url, pending } = (ready!.exports as RealmExport[]).at(-1)!;
    expect([export_url, pending]).toEqual([expect.stringContaining(`${server.realm.url}/exports/`), false]);
  });

  it('[EX4] of public data contains what every member can read, and nothing else', async () => {
    const { files, text } = await open(await make('public', cast.bela));
    expect(text).toContain('said in the open');
    for (const hidden of [
      'behind a door',
      'in secret',
      'said to',
      'a snippet',
      'closed',
      'secret.txt',
      cast.bela.email,
    ])
      expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
    const names = [...files.keys()];
    expect(names).toContain('organization.json');
    expect(names.filter((name) => name.startsWith('uploads/'))).toEqual([expect.stringContaining('open.png')]);
    expect(names.some((name) => name.startsWith('private/'))).toBe(false);
    const users = JSON.parse(files.get('users.json')!) as { user_id: number; delivery_email: string | null }[];
    expect(users.find(({ user_id }) => user_id === cast.dara.user_id)!.delivery_email).toBe(cast.dara.email);
  });

  it('[EX4] [EX8] with consent also contains what the consenting people can read and have', async () => {
    const { ada, bela, dara } = cast;
    const { events } = await verifyEvents([ada, bela, dara, cast.eli], () =>
      cast.eli.updateSettings({ allow_private_data_export: true }),
    );
    const consent = { type: 'realm_export_consent', user_id: cast.eli.user_id, consented: true };
    for (const received of events.slice(0, 2)) expect(received).toMatchObject([consent]);
    expect(events[2]).toEqual([]);
    const { export_consents } = await ada.getExportConsents();
    expect(export_consents.filter(({ consented }) => consented)).toEqual([
      { user_id: cast.eli.user_id, consented: true, email_address_visibility: 1 },
    ]);
    expect(export_consents.map(({ user_id }) => user_id)).not.toContain(cast.bot.user_id);
    const { files, text } = await open(await make('full_with_consent'));
    for (const shown of ['in the open', 'behind a door', 'said to Eli']) expect(text).toContain(shown);
    for (const hidden of ['in secret', 'said to Ada', 'a snippet', bela.email])
      expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
    expect([...files.keys()].filter((name) => name.startsWith('private/'))).toEqual([
      `private/${cast.eli.user_id}.json`,
    ]);
    await cast.eli.unsubscribe({ subscriptions: ['closed'] });
    expect((await open(await make('full_with_consent'))).text).not.toContain('behind a door');
  });

  it('[EX2] of everything is for owners, if the operator allows it', async () => {
    const { ada, bela } = cast;
    const refusal = 'Owners do not have full access to the content of this organization.';
    expect(await message(ada.exportRealm({ export_type: 'full_without_consent' }))).toBe(refusal);
    const { realm_id } = server.realm;
    const allow = (allowed: boolean) =>
      server.app.writer.write(realm_id, (context) => setFullContentAccess(context, realm_id, allowed));
    await verifyEvents(ada, () => allow(true));
    expect(await message(bela.exportRealm({ export_type: 'full_without_consent' }))).toBe(refusal);
    const { files, text } = await open(await make('full_without_consent'));
    for (const shown of ['in the open', 'behind a door', 'in secret', 'said to Ada', 'snippet of Bela', bela.email])
      expect([shown, text.includes(shown)]).toEqual([shown, true]);
    expect([...files].find(([name]) => name.endsWith('secret.txt'))![1]).toBe('bytes in secret');
    // [EX3] An export that was allowed when requested but no longer when made fails.
    await allow(false);
    let id = 0;
    const { events } = await verifyEvents(ada, async () => {
      await server.app.writer.write(realm_id, async ({ tx, enqueue }) => {
        const row = await tx.get<{ id: number }>(
          sql`insert into realm_exports (realm_id, acting_user_id, export_type, export_time)
           values (${realm_id}, ${ada.user_id}, 'full_without_consent', 0) returning id`,
        );
        id = row!.id;
        enqueue({ kind: EXPORT_JOB, body: { export_id: id } });
      });
      await server.app.jobs.settle();
    });
    expect(events[0]!.map(({ type }) => type)).toContain('realm_export');
    const failed = await only(id);
    expect([failed.pending, failed.failed_timestamp, failed.export_url]).toEqual([false, expect.any(Number), null]);
    expect(await message(ada.deleteRealmExport({ export_id: id }))).toBe('Export failed, nothing to delete');
  });

  it('[EX5] contains no secrets', async () => {
    const { text } = await open(await make('public'));
    expect(text).not.toMatch(/argon2|password|api_key|key_hash|nonce|sealed|email_key/);
    for (const { api_key } of Object.values(cast)) expect(text).not.toContain(api_key);
  });

  it('[EX3] is limited to a number per week', async () => {
    server.clock.advance(2 * WEEK_MS);
    for (let n = 0; n < MAX_EXPORTS_PER_WEEK; n++) await cast.ada.exportRealm();
    const before = (await list()).length;
    expect(await message(cast.ada.exportRealm())).toBe('Exceeded rate limit.');
    expect((await list()).length).toBe(before);
    await server.app.jobs.settle();
    server.clock.advance(WEEK_MS);
    expect(await message(cast.ada.exportRealm())).toBe('success');
    await server.app.jobs.settle();
  });

  it('[EX6] is downloaded at a URL that cannot be guessed and expires', async () => {
    const made = await make('public');
    const { pathname } = new URL(made.export_url!);
    const [until, id, mac] = pathname.split('/')[2]!.split('.') as [string, string, string];
    const forged = [
      `${Number(until) + 1}.${id}.${mac}`,
      `${until}.${Number(id) - 1}.${mac}`,
      `${until}.${id}`,
      'x',
      '',
    ];
    for (const token of forged)
      expect([token, (await fetch(`${server.url}/exports/${token}/x.tar.gz`)).status]).toEqual([token, 404]);
    const part = await fetch(server.url + pathname, { headers: { range: 'bytes=0-1' } });
    expect([part.status, [...new Uint8Array(await part.arrayBuffer())]]).toEqual([206, [0x1f, 0x8b]]);
    const { headers } = await fetch(server.url + pathname, { method: 'HEAD' });
    expect(headers.get('content-disposition')).toStartWith('attachment;');
    server.clock.advance(WEEK_MS + 1000);
    expect((await download(made.export_url!)).status).toBe(404);
    expect((await download((await only(made.id)).export_url!)).status).toBe(200);
    const other = await server.organization('other.example');
    expect(
      (
        await rawRequest(server.url + new URL((await only(made.id)).export_url!).pathname, {
          headers: { host: 'other.example' },
        })
      ).status,
    ).toBe(404);
    expect((await other.owner.getRealmExports()).exports).toEqual([]);
    await expect(other.owner.deleteRealmExport({ export_id: made.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('[EX7] is deleted together with its archive, once', async () => {
    const { ada, dara } = cast;
    const made = await make('public');
    const { events } = await verifyEvents([ada, dara], () => ada.deleteRealmExport({ export_id: made.id }));
    expect(events.map((received) => received.length)).toEqual([1, 0]);
    const deleted = await only(made.id);
    expect([deleted.deleted_timestamp, deleted.export_url, deleted.pending]).toEqual([expect.any(Number), null, false]);
    expect((await download(made.export_url!)).status).toBe(404);
    await server.app.runNow('files');
    const kept = await server.app.store.db.all(sql`select * from loose_files`);
    expect(kept).toEqual([]);
    expect(await message(ada.deleteRealmExport({ export_id: made.id }))).toBe('Export already deleted');
    expect(await message(ada.deleteRealmExport({ export_id: 999_999 }))).toBe('Invalid data export ID');
    server.clock.advance(WEEK_MS);
    const { id } = await ada.exportRealm();
    // The job may have begun; either way no partial archive is deleted.
    const answer = await message(ada.deleteRealmExport({ export_id: id }));
    expect(['Export still in progress', 'success']).toContain(answer);
    await server.app.jobs.settle();
  });
});
