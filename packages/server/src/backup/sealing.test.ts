// Encrypted streams: what went in comes out, and nothing that was changed does.
import { describe, expect, it } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { Sealer, sealedSize } from './sealing.ts';

const all = async (chunks: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(chunks));
const sealer = new Sealer('correct horse');
const CHUNK = 256 * 1024;
const HEADER = 49;

/** In pieces of odd sizes, as streams come. */
function* pieces(bytes: Uint8Array, size = 70_001): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('[BU5] encryption', () => {
  it('returns the sealed bytes, of any length, and knows their length in advance', async () => {
    for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK]) {
      const bytes = randomBytes(length);
      const sealed = await all(sealer.seal(pieces(bytes)));
      expect(sealed.length).toBe(sealedSize(length));
      // A few bytes may be in it by chance.
      if (length >= 32) expect(sealed.includes(bytes.subarray(0, 32))).toBe(false);
      expect((await all(sealer.open(pieces(sealed, 33_333), 'it'))).equals(bytes)).toBe(true);
    }
  });

  it('never produces two equal results', async () => {
    const [one, two] = [await all(sealer.seal([randomBytes(0)])), await all(sealer.seal([randomBytes(0)]))];
    expect(one.equals(two)).toBe(false);
  });

  it('refuses another passphrase', async () => {
    const sealed = await all(sealer.seal([randomBytes(100)]));
    await expect(all(new Sealer('correct house').open([sealed], 'it'))).rejects.toThrow(
      'the passphrase is not the one of it',
    );
  });

  it('refuses changed bytes, chunks in another order, and a missing end', async () => {
    const sealed = await all(sealer.seal(pieces(randomBytes(3 * CHUNK))));
    const stored = CHUNK + 16;
    const changed = (edit: (bytes: Buffer) => Buffer) => all(sealer.open([edit(Buffer.from(sealed))], 'it'));
    for (const at of [0, 14, 20, 40, HEADER, HEADER + CHUNK, HEADER + 2 * stored + 5, sealed.length - 1])
      await expect(
        changed((bytes) => {
          bytes[at]! ^= 1;
          return bytes;
        }),
      ).rejects.toThrow(/damaged/);
    await expect(
      changed((bytes) => {
        const first = Buffer.from(bytes.subarray(HEADER, HEADER + stored));
        bytes.copy(bytes, HEADER, HEADER + stored, HEADER + 2 * stored);
        first.copy(bytes, HEADER + stored);
        return bytes;
      }),
    ).rejects.toThrow(/damaged/);
    for (const length of [0, 10, HEADER, HEADER + stored, HEADER + 2 * stored, sealed.length - 1])
      await expect(changed((bytes) => bytes.subarray(0, length))).rejects.toThrow(/damaged/);
  });

  it('limits the key derivation cost that a file can demand', async () => {
    const sealed = await all(sealer.seal([randomBytes(10)]));
    sealed[14] = 30;
    await expect(all(sealer.open([sealed], 'it'))).rejects.toThrow('it is damaged, or is not encrypted');
  });
});
