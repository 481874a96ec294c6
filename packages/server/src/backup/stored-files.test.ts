// Checks that a backup takes every file that rows need, whatever created it.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { samplePicture, startServer, type TestServer, textFile } from '@stoa/testkit';
import sharp from 'sharp';
import { sql } from '../kit/database/sql.ts';
import { findStoredFiles } from '../slices.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function animatedPicture(): Promise<File> {
  const frame = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all([frame('red'), frame('blue')]);
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  return new File([bytes as BlobPart], 'moving.gif', { type: 'image/gif' });
}

it('[BU2] every referenced stored file is named by the slice that needs it', async () => {
  const { ada } = await server.cast();
  await ada.uploadFile({}, { file: textFile('text') });
  await ada.uploadFile({}, { file: samplePicture() });
  await ada.uploadFile({}, { file: await animatedPicture() });
  await ada.uploadAvatar({}, { file: samplePicture() });
  await ada.uploadRealmIcon({}, { file: samplePicture() });
  await ada.uploadCustomEmoji({ emoji_name: 'still' }, { file: samplePicture() });
  await ada.uploadCustomEmoji({ emoji_name: 'moving' }, { file: await animatedPicture() });
  await ada.exportRealm({ export_type: 'public' });
  await ada.requestPersonalExport();
  const root = join(server.data, 'files');
  const stored = () =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const is_done = () => {
    const names = stored();
    return (
      names.filter((name) => name.startsWith('exports/')).length === 2 &&
      names.some((name) => /thumbnails\/.*gif/.test(name))
    );
  };
  for (const end = performance.now() + 20_000; !is_done() && performance.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { db } = server.app.store;
  const loose = await db.all<{ file_key: string }>(sql`select file_key from loose_files`);
  const not_needed = new Set(loose.map(({ file_key }) => file_key));
  const needed = stored().filter((key) => !not_needed.has(key));
  expect((await findStoredFiles(db)).sort()).toEqual(needed.sort());
  const kinds = new Set(needed.map((key) => key.split('/')[0]));
  expect([...kinds].sort()).toEqual(['avatars', 'exports', 'thumbnails', 'uploads']);
}, 60_000);
