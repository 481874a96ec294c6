// Storage quotas, for every way of uploading.

import { expect, it, setDefaultTimeout } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { basic, codeOf, messageOf, type Person, samplePicture, serveTests, textFile } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { findUse } from '../../kit/limits/account-use.ts';
import type { CapName } from '../../kit/limits/caps.ts';

setDefaultTimeout(30_000);
const MIB = 1024 * 1024;

const caps: Partial<Record<CapName, number>> = {};
const { server, cast } = await serveTests({ caps });

const limited = async (chosen: typeof caps, act: () => Promise<void>) => {
  Object.assign(caps, chosen);
  await act().finally(() => {
    for (const name of Object.keys(chosen)) delete caps[name as CapName];
  });
};
const bytes = (count: number) => new File([new Uint8Array(count)], 'some.bin');
const upload = (who: Pick<Person, 'uploadFile'>, count: number) => who.uploadFile({}, { file: bytes(count) });
const begin = async (who: Person, length: number) => {
  const headers = { ...basic(who), 'tus-resumable': '1.0.0', 'upload-length': String(length) };
  const answer = await fetch(`${server.url}/api/v1/tus`, { method: 'POST', headers });
  const body = answer.status === 201 ? '' : await answer.text();
  return { status: answer.status, body, location: answer.headers.get('location') ?? '' };
};
const tus = (who: Person, method: string, location: string, headers = {}, body: BodyInit | null = null) =>
  fetch(server.url + location, { method, body, headers: { ...basic(who), 'tus-resumable': '1.0.0', ...headers } });
const unfinished = async () => (await server.app.store.db.all(sql`select upload_id from unfinished_uploads`)).length;

it('[UP25] the quota of an account includes its bots, to the byte, and is freed with the file', async () => {
  const { dara } = cast;
  const { api_key } = await dara.createBot({ full_name: 'Files', short_name: 'files' });
  const bot = server.client('files-bot@stoa.invalid', api_key);
  await limited({ 'upload-mib-per-account': 1 }, async () => {
    await upload(bot, MIB - 10);
    expect(await messageOf(upload(dara, 11))).toBe(
      'You and your bots can have at most 1 MiB of uploaded files (limit: upload-mib-per-account).',
    );
    await upload(dara, 10);
    expect(await codeOf(upload(dara, 1))).toBe('BAD_REQUEST');
    const attachment_id = (await bot.getAttachments()).attachments[0]!.id;
    await bot.removeAttachment({ attachment_id });
    await upload(dara, 1);
  });
  expect(await findUse(server.app.store.db, dara.user_id)).toMatchObject({ files: 2, file_bytes: 11 });
});

it('[UP25] the quota of guests is smaller', async () => {
  await limited({ 'upload-mib-per-guest': 0 }, async () => {
    expect(await messageOf(upload(cast.finn, 1))).toContain('(limit: upload-mib-per-guest)');
    expect((await begin(cast.finn, 1)).body).toContain('(limit: upload-mib-per-guest)');
    await upload(cast.eli, 1);
  });
});

it('[UP25] a full organization refuses all uploads, pictures and emoji too', async () => {
  const { ada } = cast;
  await limited({ 'upload-mib-per-organization': 0 }, async () => {
    const picture = () => ({ file: samplePicture() });
    const { user_id: bot_id } = await ada.createBot({ full_name: 'Pictured', short_name: 'pictured' });
    for (const sent of [
      () => upload(ada, 1),
      () => ada.uploadAvatar({}, picture()),
      () => ada.uploadCustomEmoji({ emoji_name: 'full' }, picture()),
      () => ada.uploadRealmIcon({}, picture()),
      () => ada.uploadRealmLogo({ night: false }, picture()),
      () => ada.updateBot({ bot_id }, picture()),
    ])
      expect(await codeOf(sent())).toBe('REALM_UPLOAD_QUOTA');
    expect((await begin(ada, 1)).body).toContain('REALM_UPLOAD_QUOTA');
  });
  await ada.uploadAvatar({}, { file: samplePicture() });
});

it('[UP25] quotas count resumable uploads from the first request until they are complete, ended or expired', async () => {
  const { eli } = cast;
  await limited({ 'upload-mib-per-account': 1, 'unfinished-uploads': 2 }, async () => {
    const first = await begin(eli, MIB / 2);
    expect(first.status).toBe(201);
    const refused = await begin(eli, MIB);
    expect([refused.status, refused.body.includes('(limit: upload-mib-per-account)')]).toEqual([400, true]);
    expect(await codeOf(upload(eli, MIB))).toBe('BAD_REQUEST');
    const second = await begin(eli, 3);
    expect((await begin(eli, 0)).body).toContain('(limit: unfinished-uploads)');
    expect(await unfinished()).toBe(2);
    const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    expect((await tus(eli, 'PATCH', second.location, part, 'abc')).status).toBe(200);
    expect((await tus(eli, 'DELETE', first.location)).status).toBe(204);
    expect(await unfinished()).toBe(0);
    await upload(eli, MIB / 2);
  });
});

it('[UP29] an upload that is refused at its last part counts no longer', async () => {
  const { eli } = cast;
  const part = (offset: number) => ({
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  });
  const { location } = await begin(eli, 5);
  expect((await tus(eli, 'PATCH', location, part(0), 'hel')).status).toBe(204);
  await limited({ 'files-per-account': 0 }, async () => {
    const refused = await tus(eli, 'PATCH', location, part(3), 'lo');
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('(limit: files-per-account)'),
    ]);
  });
  expect((await tus(eli, 'HEAD', location)).status).toBe(404);
  expect(await unfinished()).toBe(0);
  expect(readdirSync(join(server.data, 'unfinished-uploads'))).toEqual([]);
});

it('[UP25] quotas hold for concurrent uploads', async () => {
  const { chen } = cast;
  await limited({ 'upload-mib-per-account': 1 }, async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => codeOf(upload(chen, MIB - 1))));
    expect(answers.filter((code) => code === null)).toHaveLength(1);
    expect(await codeOf(chen.uploadFile({}, { file: textFile('x') }))).toBeNull();
  });
});

it('[UP6] quotas are in the initial state', async () => {
  const { realm_upload_quota_mib } = await cast.dara.registerQueue({ fetch_event_types: ['realm'] });
  expect(realm_upload_quota_mib).toBe(500 * 1024);
});
