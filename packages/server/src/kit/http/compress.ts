// Compresses large answers, off the event loop. The length of an answer must not reveal a key beside text that an attacker chose,
// so keys share a compression context with nothing. [HT20]
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { TextBytes } from '../json-text.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** In order of preference. */
export const CODINGS = ['zstd', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** The initial congestion window: a smaller answer does not arrive sooner. */
export const COMPRESSED_FROM_BYTES = 14 * 1024;
/** The lowest level: higher ones take longer to compute than they save on the wire. */
const LEVEL = 1;
const GZIP_HEAD = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const STORED_MAX = 65535;
/** An empty final block. */
const END = [1, 0, 0, 255, 255];

const gzip = promisify<Uint8Array, zlib.ZlibOptions, Bytes>(zlib.gzip);
const deflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Bytes>(zlib.deflateRaw);

/** zstd blocks can't be concatenated like those of gzip, so text with keys is gzip only. */
export function codingsOf({ keys }: TextBytes): readonly Coding[] {
  return keys.length === 0 ? CODINGS : ['gzip'];
}

export async function compress({ bytes, keys }: TextBytes, coding: Coding): Promise<Bytes> {
  if (coding === 'zstd') return (await Bun.zstdCompress(bytes, { level: LEVEL })) as Bytes;
  return keys.length === 0 ? gzip(bytes, { level: LEVEL }) : gzipAround(bytes, keys);
}

/** Compresses the text between keys piece by piece; keys are stored uncompressed. */
async function gzipAround(bytes: Uint8Array, keys: TextBytes['keys']): Promise<Bytes> {
  const blocks: (Uint8Array | Promise<Uint8Array>)[] = [GZIP_HEAD];
  const between = (from: number, until: number) => {
    const options = { level: LEVEL, finishFlush: zlib.constants.Z_FULL_FLUSH };
    if (until > from) blocks.push(deflateRaw(bytes.subarray(from, until), options));
  };
  let at = 0;
  for (const [from, until] of keys) {
    between(at, from);
    blocks.push(...stored(bytes.subarray(from, until)));
    at = until;
  }
  between(at, bytes.length);
  const tail = Buffer.alloc(END.length + 8);
  tail.set(END);
  tail.writeUInt32LE(zlib.crc32(bytes), END.length);
  tail.writeUInt32LE(bytes.length, END.length + 4);
  return Buffer.concat([...(await Promise.all(blocks)), tail]);
}

/** Stored (uncompressed) blocks. */
function stored(bytes: Uint8Array): Uint8Array[] {
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
