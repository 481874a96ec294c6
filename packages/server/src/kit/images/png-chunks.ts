// The chunks of a PNG by their heads, before a decoder unpacks any of them: a file of a few megabytes can hold texts of many gigabytes,
// and one of a few hundred kilobytes a gigabyte of pixels that the decoder holds all at once.
import { open } from 'node:fs/promises';

/** The limit for compressed texts and colour profiles together; a large profile has half as much. */
const PACKED_BYTES_MAX = 1024 * 1024;
/** Encoders write pixels in chunks of eight kilobytes or more. */
const CHUNKS_MAX = 20_000;
/** Pixels of an interlaced picture, unpacked: 90 megapixels of 8 bits for each of four colours. Others are decoded line by line. */
const INTERLACED_BYTES_MAX = 360_000_000;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length and type of a chunk, and of a text its keyword (up to 79 bytes), a zero byte, and whether it is compressed. */
const HEAD_BYTES = 8 + 79 + 2;
const CHECKSUM_BYTES = 4;

function isPacked(type: string, content: Buffer): boolean {
  if (type !== 'iTXt') return type === 'zTXt' || type === 'iCCP';
  return content[content.indexOf(0) + 1] === 1;
}

/** The number of values of a pixel, by the type of colour. */
const VALUES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Bytes of an interlaced picture, by the content of its first chunk; 0 if it is not interlaced. */
function interlacedBytes(header: Buffer): number {
  if (header.length < 13 || header[12] === 0) return 0;
  return header.readUInt32BE(0) * header.readUInt32BE(4) * (VALUES[header[9]!] ?? 4) * (header[8]! / 8);
}

/**
 * Whether a PNG has no more packed texts and no more chunks than a picture needs [UP830], and a decoder needs no more than half a
 * gigabyte for it [UP891]; true for files of other formats.
 */
export async function isLightPng(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const start = await file.read(head, 0, SIGNATURE.length, 0);
    if (start.bytesRead < SIGNATURE.length || !head.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return true;
    let packed = 0;
    for (let at = SIGNATURE.length, chunks = 0; ; chunks++) {
      const { bytesRead } = await file.read(head, 0, HEAD_BYTES, at);
      if (bytesRead < 8) return true;
      const length = head.readUInt32BE(0);
      const type = head.toString('latin1', 4, 8);
      const content = head.subarray(8, Math.min(bytesRead, 8 + length));
      if (type === 'IHDR' && interlacedBytes(content) > INTERLACED_BYTES_MAX) return false;
      if (isPacked(type, content)) packed += length;
      if (packed > PACKED_BYTES_MAX || chunks >= CHUNKS_MAX) return false;
      at += 8 + length + CHECKSUM_BYTES;
    }
  } finally {
    await file.close();
  }
}
