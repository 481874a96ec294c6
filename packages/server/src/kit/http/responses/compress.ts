// Compresses large responses, off the event loop. The length of a response must not reveal a key beside text that an attacker chose, so
// keys share a compression context with nothing. [HT20]
import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { hasKeys, KeyText, type Part, type Piece } from '../../json/json-text.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** In order of preference. */
const CODINGS = ['zstd', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** The initial congestion window: a smaller response does not arrive sooner. */
export const COMPRESSED_FROM_BYTES = 14 * 1024;
/** The lowest level: higher ones take longer to compute than they save on the wire. */
const LEVEL = 1;
const GZIP_HEAD = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** The size of a chunk of compressed text. */
const CHUNK_BYTES = 64 * 1024;
const STORED_MAX = 65535;
/** An empty final block. */
const END = [1, 0, 0, 255, 255];

const gzip = promisify<Uint8Array, zlib.ZlibOptions, Bytes>(zlib.gzip);

/** zstd blocks can't be concatenated like those of gzip, so text with keys is gzip only. */
export function codingsOf(pieces: readonly Piece[]): readonly Coding[] {
  return hasKeys(pieces) ? ['gzip'] : CODINGS;
}

/** Compresses text without keys, at once. */
export async function compress(bytes: Bytes, coding: Coding): Promise<Bytes> {
  return coding === 'zstd'
    ? ((await Bun.zstdCompress(bytes, { level: LEVEL })) as Bytes)
    : gzip(bytes, { level: LEVEL });
}

/** Compresses text of any size on demand, part by part. */
export function compressParts(parts: Iterable<Part>, coding: Coding): AsyncGenerator<Uint8Array, void> {
  if (coding === 'gzip') return gzipParts(parts);
  const params = { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL };
  // Text with keys is never compressed with zstd.
  return through(parts as Iterable<Uint8Array>, zlib.createZstdCompress({ chunkSize: CHUNK_BYTES, params }));
}

/** Keys are stored uncompressed; the text between them is compressed run by run, each on its own. */
async function* gzipParts(parts: Iterable<Part>): AsyncGenerator<Uint8Array, void> {
  const source = parts[Symbol.iterator]();
  let next = source.next();
  let crc = 0;
  let length = 0;
  const counted = (bytes: Uint8Array): Uint8Array => {
    crc = zlib.crc32(bytes, crc);
    length += bytes.length;
    return bytes;
  };
  function* untilKey(): Generator<Uint8Array, void> {
    for (; !next.done && !(next.value instanceof KeyText); next = source.next()) yield counted(next.value);
  }
  const options = { level: LEVEL, chunkSize: CHUNK_BYTES, finishFlush: zlib.constants.Z_FULL_FLUSH };
  yield GZIP_HEAD;
  while (!next.done) {
    if (next.value instanceof KeyText) {
      yield* storedBlocks(counted(Buffer.from(next.value.text)));
      next = source.next();
    } else yield* through(untilKey(), zlib.createDeflateRaw(options));
  }
  const tail = Buffer.alloc(END.length + 8);
  tail.set(END);
  tail.writeUInt32LE(crc, END.length);
  tail.writeUInt32LE(length, END.length + 4);
  yield tail;
}

/** Reads from `parts` as the reader takes the result. */
async function* through(parts: Iterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array, void> {
  // The iteration below throws what goes wrong.
  pipeline(Readable.from(parts, { highWaterMark: 1 }), transform, () => {});
  for await (const chunk of transform) yield chunk;
}

/** Stored (uncompressed) blocks. */
function storedBlocks(bytes: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += STORED_MAX) {
    const part = bytes.subarray(at, at + STORED_MAX);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(~part.length & 0xffff, 3);
    blocks.push(head, part);
  }
  return blocks;
}
