// Bytes and rows: after a crash, garbage collection, and storage in a bucket.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserId } from '@stoa/contract';
import {
  basic,
  type FakeS3,
  type Person,
  samplePicture,
  serveTests,
  startFakeS3,
  startServer,
  type TestServer,
  textFile,
  verifyEvents,
} from '@stoa/testkit';
import sharp from 'sharp';
import { LocalFiles } from '../../kit/files/local-files.ts';
import { collectLooseFiles, keepFiles, storeFiles } from '../../kit/files/loose-files.ts';
import { Images, placesFor } from '../../kit/images/images.ts';

setDefaultTimeout(30_000);
const WEEK_MS = 7 * 24 * 60 * 60_000;

const { server, cast } = await serveTests();
beforeAll(async () => {
  await cast.ada.subscribe({ subscriptions: [{ name: 'kept' }], principals: [cast.dara.user_id] });
});

async function upload(who: Person, name = 'x.txt') {
  const { url } = await who.uploadFile({}, { file: textFile('kept', name) });
  const { attachments } = await who.getAttachments();
  return { url, attachment: attachments.at(-1)! };
}
const ids = async () => (await cast.dara.getAttachments()).attachments.map(({ id }) => id);

describe('a crash', () => {
  const parts = () => ({ files: new LocalFiles(server.data), writer: server.app.writer });
  const put = async (key: string) => {
    const path = join(server.data, 'arriving');
    writeFileSync(path, 'bytes');
    await storeFiles(parts(), server.realm.realm_id, server.clock.now(), [{ key, path, content_type: 'text/plain' }]);
    return join(server.data, 'files', key);
  };
  const collect = (now = server.clock.now()) => collectLooseFiles({ ...parts(), db: server.app.store.db }, now);

  it('[UP11] between bytes and row leaves bytes that are collected after a day', async () => {
    const path = await put('uploads/1/aa/left/over.txt');
    await collect();
    expect(existsSync(path)).toBe(true);
    await collect(server.clock.now() + 25 * 60 * 60_000);
    expect(existsSync(path)).toBe(false);
    expect(await collect(server.clock.now() + 26 * 60 * 60_000)).toBe(0);
  });

  it('[UP11] before the bytes leaves nothing behind', async () => {
    const { realm_id } = server.realm;
    const missing = { key: 'uploads/1/aa/never/came.txt', path: join(server.data, 'not there'), content_type: 'x/y' };
    await expect(storeFiles(parts(), realm_id, server.clock.now(), [missing])).rejects.toThrow();
    expect(await collect(server.clock.now() + 25 * 60 * 60_000)).toBe(1);
  });

  it('[UP11] never removes bytes of a row, nor creates a row for bytes that are being removed', async () => {
    const { realm_id } = server.realm;
    const path = await put('uploads/1/aa/needed/late.txt');
    await server.app.writer.write(realm_id, ({ tx }) => keepFiles(tx, ['uploads/1/aa/needed/late.txt']));
    await collect(server.clock.now() + 48 * 60 * 60_000);
    expect(existsSync(path)).toBe(true);
    const again = server.app.writer.write(realm_id, ({ tx }) => keepFiles(tx, ['uploads/1/aa/needed/late.txt']));
    await expect(again).rejects.toThrow('collected');
  });
});

describe('files', () => {
  it('[UP12] without links are removed after five weeks, others stay', async () => {
    const { dara } = cast;
    const [linked, deleted, unlinked] = [await upload(dara), await upload(dara), await upload(dara)];
    const send = async (url: string) =>
      (await dara.sendMessage({ type: 'stream', to: 'kept', topic: 'k', content: `[x](${url})` })).id;
    await send(linked.url);
    const message_id = await send(deleted.url);
    await server.app.runNow('files');
    server.clock.advance(5 * WEEK_MS - 60_000);
    await server.app.runNow('files');
    expect(await ids()).toContain(unlinked.attachment.id);
    await cast.ada.removeMessage({ message_id });
    server.clock.advance(120_000);
    const { events } = await verifyEvents([dara], () => server.app.runNow('files'));
    expect(events[0]!.map(({ op }) => op)).toEqual(['remove']);
    expect(await ids()).toEqual([linked.attachment.id, deleted.attachment.id]);
    server.clock.advance(5 * WEEK_MS);
    await server.app.runNow('files');
    await server.app.runNow('files');
    expect(await ids()).toEqual([linked.attachment.id]);
    const left = readdirSync(join(server.data, 'files'), { recursive: true }).map(String);
    expect(left.some((path) => path.endsWith(linked.attachment.path_id))).toBe(true);
    expect(left.some((path) => path.endsWith(deleted.attachment.path_id))).toBe(false);
  });

  it('[UP19] follow the links of an edited message', async () => {
    const { dara } = cast;
    const [one, two] = [await upload(dara, 'one.txt'), await upload(dara, 'two.txt')];
    const content = `[1](${one.url}) [2](${two.url})`;
    const { id: message_id } = await dara.sendMessage({ type: 'stream', to: 'kept', topic: 'k', content });
    const { value } = await verifyEvents([dara], () => dara.editMessage({ message_id, content: `[2](${two.url})` }));
    expect(value.detached_uploads.map(({ id }) => id)).toEqual([one.attachment.id]);
    const linked = async () =>
      (await dara.getAttachments()).attachments.filter(({ message_ids }) => message_ids.includes(message_id as never));
    expect((await linked()).map(({ id }) => id)).toEqual([two.attachment.id]);
    const back = await dara.editMessage({ message_id, content });
    expect(back.detached_uploads).toEqual([]);
    expect(await linked()).toHaveLength(2);
    const find = async () =>
      (
        await dara.getMessages({
          anchor: 'newest',
          num_before: 5,
          num_after: 0,
          narrow: [{ operator: 'has', operand: 'attachment' }],
        })
      ).messages.map(({ id }) => id);
    expect(await find()).toContain(message_id as never);
    await dara.editMessage({ message_id, content: 'none' });
    expect(await find()).not.toContain(message_id as never);
  });
});

describe('in a bucket', () => {
  let s3: FakeS3;
  let bucket: TestServer;
  beforeAll(async () => {
    s3 = await startFakeS3();
    bucket = await startServer({ files: s3, failures_expected: true });
  });
  afterAll(async () => {
    await bucket.stop();
    await s3.stop();
  });

  it('[UP18] bytes are stored and read there, and nothing is stored locally', async () => {
    const { owner } = bucket;
    const { url } = await owner.uploadFile({}, { file: textFile('0123456789', 'größe (1).txt') });
    const path_id = url.slice('/user_uploads/'.length);
    expect(s3.objects.get(`uploads/${path_id}`)).toMatchObject({
      bytes: Buffer.from('0123456789'),
      content_type: 'text/plain',
    });
    const get = (headers = {}) => fetch(bucket.url + encodeURI(url), { headers: { ...basic(owner), ...headers } });
    expect(await (await get()).text()).toBe('0123456789');
    const part = await get({ range: 'bytes=2-4' });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    const { url: picture } = await owner.uploadFile({}, { file: samplePicture() });
    await bucket.app.jobs.settle();
    const thumbnail = `thumbnails/${picture.slice('/user_uploads/'.length)}/840x560.webp`;
    expect(s3.objects.get(thumbnail)?.content_type).toBe('image/webp');
    expect(existsSync(join(bucket.data, 'files'))).toBe(false);
    const left = ['incoming', 'borrowed'].flatMap((name) =>
      readdirSync(join(bucket.data, name), { recursive: true }).map(String),
    );
    expect(left.filter((name) => name.includes('/'))).toEqual([]);
    const { attachments } = await owner.getAttachments();
    await owner.removeAttachment({ attachment_id: attachments[0]!.id });
    await bucket.app.runNow('files');
    expect(s3.objects.has(`uploads/${path_id}`)).toBe(false);
    expect(s3.refused).toEqual([]);
  });

  it('[UP18] [UP11] an unreachable bucket refuses the upload and loses nothing', async () => {
    const { owner } = bucket;
    const before = (await owner.getAttachments()).attachments;
    const { secret_access_key } = s3;
    Object.assign(s3, { secret_access_key: 'another' });
    const error = await owner.uploadFile({}, { file: textFile('x') }).catch((thrown) => thrown);
    expect([error.status, error.code]).toEqual([503, 'STORE_UNAVAILABLE']);
    Object.assign(s3, { secret_access_key });
    const away = await startServer({ files: { ...s3, endpoint: 'http://127.0.0.1:1' }, failures_expected: true });
    const unanswered = await away.owner.uploadFile({}, { file: textFile('x') }).catch((thrown) => thrown);
    expect([unanswered.status, unanswered.code]).toEqual([503, 'STORE_UNAVAILABLE']);
    await away.stop();
    expect((await owner.getAttachments()).attachments).toEqual(before);
    expect(s3.refused.length).toBeGreaterThan(0);
  });
});

describe('the picture processes', () => {
  const pixel = async () => {
    const path = join(server.data, 'pixel.png');
    writeFileSync(path, Buffer.from(await samplePicture().arrayBuffer()));
    return path;
  };
  const [first, second] = [1 as UserId, 2 as UserId];

  it('[UP15] abandon a picture that takes too long, and not the next one', async () => {
    const path = await pixel();
    const impatient = new Images({ time_limit_ms: 1 });
    expect(await impatient.probe(first, path)).toEqual({ picture: null, made: false, too_large: false });
    impatient.close();
    const patient = new Images();
    expect((await patient.probe(first, path)).picture).toMatchObject({ format: 'png', width: 1, height: 1 });
    patient.close();
  });

  it('[UP802] decode AVIF up to 40 megapixels', async () => {
    const size = { width: 16, height: 16, channels: 3 as const, background: 'red' };
    const bytes = await sharp({ create: size }).avif({ effort: 0 }).toBuffer();
    const images = new Images();
    // Only what the head says, so that this test needs no such memory.
    const saying = (width: number) => {
      const path = join(server.data, 'said.avif');
      const at = bytes.indexOf('ispe') + 8;
      bytes.writeUInt32BE(width, at);
      bytes.writeUInt32BE(1334, at + 4);
      writeFileSync(path, bytes);
      return images.probe(first, path);
    };
    expect(await saying(29_999)).toEqual({ picture: null, made: false, too_large: true });
    expect(await saying(29_985)).toMatchObject({ picture: { format: 'avif', width: 29_985 }, too_large: false });
    images.close();
  });

  it('[UP20] are few, and one account never has all of them', () => {
    for (const cores of [1, 2, 3, 4, 64]) {
      const { places, places_each } = placesFor(cores);
      expect([places <= Math.max(cores, 2), places <= 4, places_each <= 2, places_each < places]).toEqual(
        Array(4).fill(true),
      );
    }
  });

  it('[UP20] serve a small picture of another account while many large ones wait', async () => {
    const path = await pixel();
    const large = join(server.data, 'large.png');
    await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#357' } })
      .png({ compressionLevel: 1 })
      .toFile(large);
    const images = new Images({ cores: 2 });
    const done: string[] = [];
    const output = { width: 800, height: 800, fit: 'inside', format: 'webp', animated: false } as const;
    const all = Array.from({ length: 6 }, (_, n) =>
      images
        .make(first, large, [{ ...output, path: join(server.data, `made${n}.webp`) }])
        .then(() => done.push('large')),
    );
    await images.probe(second, path).then(() => done.push('small'));
    expect(done.filter((size) => size === 'large').length).toBeLessThan(all.length);
    const ended = Promise.allSettled(all);
    images.close();
    await ended;
  });
});
