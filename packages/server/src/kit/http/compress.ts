// Compresses large answers, off the event loop. What an answer's length tells somebody who listens must not lead to a key that
// stands beside text of their choosing, so keys share a context with nothing. [HT20]
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { TextBytes } from '../json-text.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** In the order of preference. */
export const CODINGS = ['zstd', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** What a connection sends before it waits for the other end for the first time: less is there no sooner if it is smaller. */
export const COMPRESSED_FROM_BYTES = 14 * 1024;
/** The lowest: what higher ones spare takes longer to find than to send. */
const LEVEL = 1;
const GZIP_HEAD = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const STORED_MAX = 65535;
/** A last block, with nothing in it. */
const END = [1, 0, 0, 255, 255];

const gzip = promisify<Uint8Array, zlib.ZlibOptions, Bytes>(zlib.gzip);
const deflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Bytes>(zlib.deflateRaw);

/** Blocks of zstd can't be put together as those of gzip can, so text with keys has only the latter. */
export function codingsOf({ keys }: TextBytes): readonly Coding[] {
  return keys.length === 0 ? CODINGS : ['gzip'];
}

export async function compress({ bytes, keys }: TextBytes, coding: Coding): Promise<Bytes> {
  if (coding === 'zstd') return (await Bun.zstdCompress(bytes, { level: LEVEL })) as Bytes;
  return keys.length === 0 ? gzip(bytes, { level: LEVEL }) : gzipAround(bytes, keys);
}

/** What lies between keys is compressed piece by piece, and the keys stand in between as they are. */
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

/** Blocks that say what is in them as it is. */
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
