// PNG files whose texts unpack to many gigabytes.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { crc32, deflateSync } from 'node:zlib';
import { serveTests } from '@stoa/testkit';
import sharp from 'sharp';

setDefaultTimeout(60_000);

const { server, cast } = await serveTests();

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

const HEAD_BYTES = 8 + 25;
const TEXT_BYTES = 64 * 1024;
const KEYWORD = Buffer.from('k\0');
const packed = deflateSync(Buffer.alloc(TEXT_BYTES));
const stored = deflateSync(Buffer.from(crypto.getRandomValues(new Uint8Array(TEXT_BYTES))), { level: 0 });
const repeated = (count: number, each: Buffer) => Buffer.concat(Array.from({ length: count }, () => each));
/** Keyword, whether it is compressed, method, and an empty language and translation. */
const international = (is_packed: boolean, text: Buffer) =>
  chunk('iTXt', Buffer.concat([KEYWORD, Buffer.from([is_packed ? 1 : 0, 0, 0, 0]), text]));

it('[UP830] a PNG with many packed texts or chunks is a plain file, one with a few is a picture', async () => {
  const { dara } = cast;
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const withChunks = (chunks: Buffer) =>
    Buffer.concat([picture.subarray(0, HEAD_BYTES), chunks, picture.subarray(HEAD_BYTES)]);
  const text = chunk('zTXt', Buffer.concat([KEYWORD, Buffer.from([0]), stored]));
  const kinds: [string, Buffer, boolean][] = [
    ['none', Buffer.alloc(0), true],
    ['a few texts', repeated(3, text), true],
    ['text that is not packed', repeated(40, international(false, Buffer.alloc(TEXT_BYTES, 'x'))), true],
    ['many texts', repeated(17, text), false],
    ['many international texts', repeated(17, international(true, stored)), false],
    ['many profiles', repeated(17, chunk('iCCP', Buffer.concat([KEYWORD, Buffer.from([0]), stored]))), false],
    [
      'texts that unpack to a gigabyte',
      repeated(16_000, chunk('zTXt', Buffer.concat([KEYWORD, Buffer.from([0]), packed]))),
      false,
    ],
    ['many chunks', repeated(20_000, chunk('teXt', Buffer.alloc(0))), false],
  ];
  for (const [what, chunks, is_picture] of kinds) {
    const file = new File([withChunks(chunks) as BlobPart], 'x.png', { type: 'image/png' });
    const { url } = await dara.uploadFile({}, { file });
    await server.app.jobs.settle();
    const { id } = await dara.sendMessage({ type: 'direct', to: [dara.user_id], content: `[x](${url})` });
    const { content } = (await dara.getMessage({ message_id: id })).message;
    expect([what, content.includes('<img')]).toEqual([what, is_picture]);
  }
});
