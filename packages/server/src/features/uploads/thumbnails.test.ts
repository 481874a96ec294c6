// Thumbnails, hostile pictures, and how messages show them.
import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { crc32 } from 'node:zlib';
import { basic, type Person, samplePicture, serveTests, textFile, verifyEvents } from '@stoa/testkit';
import sharp from 'sharp';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();
beforeAll(async () => {
  await cast.ada.subscribe({
    subscriptions: [{ name: 'pictures' }],
    principals: [cast.dara.user_id, cast.eli.user_id],
  });
});

const get = (path: string, who: Person) => fetch(`${server.url}${path}`, { headers: basic(who) });
const settle = () => server.app.jobs.settle();

async function upload(who: Person, bytes: Uint8Array | string, name: string, type: string) {
  const { url } = await who.uploadFile({}, { file: new File([bytes as BlobPart], name, { type }) });
  const [realm_id, ...rest] = url.slice('/user_uploads/'.length).split('/');
  return {
    url,
    path_id: [realm_id, ...rest].join('/'),
    place: { realm_id_str: Number(realm_id), filename: rest.join('/') },
  };
}

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#357' } });

async function moving(frames: number): Promise<Buffer> {
  const raw = Buffer.alloc(40 * 40 * frames * 3, 0);
  for (let at = 0; at < frames; at++) raw.fill(at * 20, at * 40 * 40 * 3, (at + 1) * 40 * 40 * 3);
  return sharp(raw, { raw: { width: 40, height: 40 * frames, channels: 3, pageHeight: 40 } })
    .gif({ delay: 50 })
    .toBuffer();
}

describe('a picture', () => {
  it('[UP16] gets a thumbnail, no larger than the original and rotated as the camera was held', async () => {
    const { dara, eli } = cast;
    const turned = await plain(1000, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { url, place, path_id } = await upload(dara, turned, 'turned.jpg', 'image/jpeg');
    await settle();
    expect(await dara.getThumbnailStatus(place)).toEqual({ has_thumbnail: true });
    const thumbnail = `/user_uploads/thumbnail/${path_id}/840x560.webp`;
    const answer = await get(thumbnail, dara);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([width, height]).toEqual([224, 560]);
    expect((await get(thumbnail, eli)).status).toBe(404);
    expect((await get(`/user_uploads/thumbnail/${path_id}/840x560-anim.webp`, dara)).status).toBe(404);
    expect((await get(`/user_uploads/thumbnail/${path_id}/../${path_id.split('/').at(-1)}`, dara)).status).toBe(404);
    const { id } = await dara.sendMessage({ type: 'stream', to: 'pictures', topic: 'p', content: `[turned](${url})` });
    const { message } = await eli.getMessage({ message_id: id });
    expect(message.content).toContain(`data-original-dimensions="400x1000" src="${thumbnail}"`);
    expect((await get(thumbnail, eli)).status).toBe(200);
  });

  it('[UP16] that is animated gets an animated thumbnail', async () => {
    const { dara } = cast;
    const { url, path_id } = await upload(dara, await moving(5), 'moving.gif', 'image/gif');
    await settle();
    for (const [name, pages] of [
      ['840x560.webp', 1],
      ['840x560-anim.webp', 5],
    ] as const) {
      const answer = await get(`/user_uploads/thumbnail/${path_id}/${name}`, dara);
      const { width, pages: found } = await sharp(await answer.arrayBuffer(), { pages: -1 }).metadata();
      expect([name, width, found ?? 1]).toEqual([name, 40, pages]);
    }
    const { id } = await dara.sendMessage({ type: 'direct', to: [dara.user_id], content: `[m](${url})` });
    const { content } = (await dara.getMessage({ message_id: id })).message;
    expect(content).toContain('data-animated="true"');
    expect(content).toContain('/840x560-anim.webp"');
  });

  it('[UP16] is shown as loading until then, and readers of the message receive the update', async () => {
    const { dara, eli } = cast;
    const { url, path_id, place } = await upload(
      dara,
      await plain(900, 600).png().toBuffer(),
      'größe.png',
      'image/png',
    );
    expect(await dara.getThumbnailStatus(place)).toBeDefined();
    const content = `[größe](${url})\n\n![in text](${url})\n\n${server.url}${url}`;
    const { id } = await dara.sendMessage({ type: 'stream', to: 'pictures', topic: 'p', content });
    const { events } = await verifyEvents([dara, eli], settle);
    const { message } = await eli.getMessage({ message_id: id });
    expect(message.content).not.toContain('image-loading-placeholder');
    expect(message.content.split(`src="/user_uploads/thumbnail/${path_id}/840x560.webp"`).length).toBe(3);
    for (const seen of events)
      for (const event of seen.filter(({ type }) => type === 'update_message'))
        expect(event).toMatchObject({ rendering_only: true, message_id: id, rendered_content: message.content });
  });
});

describe('a file that cannot be processed as a picture', () => {
  it('[UP15] is stored like any other file, whatever its name', async () => {
    const { dara } = cast;
    const png = await plain(60, 60).png().toBuffer();
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(12_000, 16);
    bomb.writeUInt32BE(12_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const files: [string, Uint8Array | string, string, string][] = [
      ['text', 'no picture at all', 'text.png', 'image/png'],
      ['empty', '', 'empty.png', 'image/png'],
      ['svg', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>', 'x.svg', 'image/svg+xml'],
      ['svg as png', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>', 'x.png', 'image/png'],
      ['html polyglot', `GIF89a<script>alert(1)</script>`, 'x.gif', 'image/gif'],
      ['beyond the pixels', bomb, 'bomb.png', 'image/png'],
      [
        'a head that lies',
        Buffer.concat([png.subarray(0, 16), Buffer.from('7fffffff7fffffff', 'hex'), png.subarray(24)]),
        'lies.png',
        'image/png',
      ],
      ['tiff', await plain(10, 10).tiff().toBuffer(), 'x.tiff', 'image/tiff'],
    ];
    for (const [what, bytes, name, type] of files) {
      const { url, place, path_id } = await upload(dara, bytes, name, type);
      await settle();
      const { id } = await dara.sendMessage({ type: 'direct', to: [dara.user_id], content: `[x](${url})` });
      expect([what, (await dara.getMessage({ message_id: id })).message.content.includes('<img')]).toEqual([
        what,
        false,
      ]);
      const outcome = await dara.getThumbnailStatus(place).then(
        (answer) => answer.has_thumbnail,
        (error: { message: string }) => error.message,
      );
      expect([what, outcome]).toEqual([what, 'The file is not a picture']);
      expect((await get(`/user_uploads/thumbnail/${path_id}/840x560.webp`, dara)).status).toBe(404);
      expect((await get(url, dara)).status).toBe(200);
    }
  });

  it('[UP15] [UP16] is shown as a link where it was shown as loading', async () => {
    const { dara, eli } = cast;
    const whole = await sharp(Buffer.from(Array.from({ length: 600 * 600 * 3 }, (_, n) => (n * 7919) % 256)), {
      raw: { width: 600, height: 600, channels: 3 },
    })
      .png()
      .toBuffer();
    const { url, place } = await upload(dara, whole.subarray(0, whole.length / 3), 'cut.png', 'image/png');
    const before = await dara.getThumbnailStatus(place);
    expect(before.has_thumbnail).toBe(false);
    const content = `[cut](${url}) and ![in text](${url})`;
    const { id } = await dara.sendMessage({ type: 'stream', to: 'pictures', topic: 'p', content });
    await verifyEvents([eli], settle);
    const shown = (await eli.getMessage({ message_id: id })).message.content;
    expect(shown).not.toContain('<img');
    expect(shown).toContain(`<a href="${url}">cut</a>`);
    expect(shown).toContain(`<a href="${url}">in text</a>`);
  });
});

it('[UP15] a picture process that crashes affects nothing else', async () => {
  const { dara } = cast;
  const pictures = Array.from({ length: 4 }, (_, n) => dara.uploadFile({}, { file: samplePicture(`${n}.png`) }));
  await Promise.all(pictures);
  await settle();
  expect((await dara.uploadFile({}, { file: textFile('still here') })).url).toBeString();
});
