// Encrypts streams of bytes by a passphrase: scrypt, then AES-256-GCM in chunks, each authenticated with its number and whether
// it is the last, so that nothing can be changed, exchanged or cut off unnoticed.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { Chunks } from './backup-target.ts';
import { inChunks } from './chunks.ts';

/** Then log2 of N, r, p, the salt of the passphrase and the salt of the object. */
const MAGIC = Buffer.from('stoa-sealed-1\n');
const SALT_BYTES = 16;
const HEADER_BYTES = MAGIC.length + 3 + 2 * SALT_BYTES;
const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
/** 128 MiB and about half a second for each guess. */
const COST = { log_n: 17, r: 8, p: 1 };
/** The highest cost that the header of a foreign file may demand of this machine. */
const MOST = { log_n: 20, r: 16, p: 4 };

interface Cost {
  readonly log_n: number;
  readonly r: number;
  readonly p: number;
}

/** Keeps the keys it has derived: many objects share the salt of their backup. */
export class Sealer {
  private readonly derived = new Map<string, Promise<Buffer>>();
  private readonly salt = randomBytes(SALT_BYTES);

  constructor(private readonly passphrase: string) {}

  private async keyFor({ log_n, r, p }: Cost, salt: Buffer, object_salt: Buffer): Promise<Buffer> {
    const name = `${log_n} ${r} ${p} ${salt.toString('hex')}`;
    let master = this.derived.get(name);
    if (master === undefined) {
      const options = { N: 2 ** log_n, r, p, maxmem: 256 * 2 ** log_n * r };
      master = derive(this.passphrase, salt, options);
      this.derived.set(name, master);
    }
    return Buffer.from(hkdfSync('sha256', await master, object_salt, 'stoa backup', 32));
  }

  async *seal(chunks: Chunks): AsyncGenerator<Uint8Array> {
    const object_salt = randomBytes(SALT_BYTES);
    const key = await this.keyFor(COST, this.salt, object_salt);
    yield Buffer.concat([MAGIC, Buffer.from([COST.log_n, COST.r, COST.p]), this.salt, object_salt]);
    let number = 0;
    for await (const [chunk, is_last] of withLast(inChunks(chunks, CHUNK_BYTES))) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce(number++, is_last));
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    }
  }

  /** Throws a {@link BackupError} at the first chunk that was not sealed so with this passphrase. */
  async *open(chunks: Chunks, name: string): AsyncGenerator<Uint8Array> {
    const reader = new HeaderReader(chunks, name);
    const header = await reader.header();
    const [log_n = 0, r = 0, p = 0] = header.subarray(MAGIC.length);
    if (!header.subarray(0, MAGIC.length).equals(MAGIC) || log_n > MOST.log_n || r > MOST.r || p > MOST.p)
      throw new BackupError(`${name} is damaged, or is not encrypted`);
    const salts = header.subarray(MAGIC.length + 3);
    const key = await this.keyFor({ log_n, r, p }, salts.subarray(0, SALT_BYTES), salts.subarray(SALT_BYTES));
    let number = 0;
    for await (const [chunk, is_last] of withLast(inChunks(reader.rest(), CHUNK_BYTES + TAG_BYTES))) {
      const is_first = number === 0;
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(number++, is_last));
      let opened: Buffer;
      try {
        decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
        opened = Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
      } catch {
        throw new BackupError(
          is_first ? `the passphrase is not the one of ${name}, or ${name} is damaged` : `${name} is damaged`,
        );
      }
      yield opened;
    }
  }
}

/** The size of an encrypted file whose content has this many bytes. */
export function sealedSize(size: number): number {
  return HEADER_BYTES + size + TAG_BYTES * Math.max(1, Math.ceil(size / CHUNK_BYTES));
}

function derive(passphrase: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function nonce(number: number, is_last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(number, 4);
  bytes[11] = is_last ? 1 : 0;
  return bytes;
}

/** Each item, and whether it is the last. */
async function* withLast<T>(items: AsyncIterable<T>): AsyncGenerator<[T, boolean]> {
  let waiting: { item: T } | null = null;
  for await (const item of items) {
    if (waiting !== null) yield [waiting.item, false];
    waiting = { item };
  }
  if (waiting !== null) yield [waiting.item, true];
}

class HeaderReader {
  private readonly source: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  private read: Buffer = Buffer.alloc(0);

  constructor(
    chunks: Chunks,
    private readonly name: string,
  ) {
    this.source = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  }

  async header(): Promise<Buffer> {
    while (this.read.length < HEADER_BYTES) {
      const next = await this.source.next();
      if (next.done) throw new BackupError(`${this.name} is damaged: it is too short`);
      this.read = Buffer.concat([this.read, next.value]);
    }
    return this.read.subarray(0, HEADER_BYTES);
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      yield this.read.subarray(HEADER_BYTES);
      for (let next = await this.source.next(); !next.done; next = await this.source.next()) yield next.value;
    } finally {
      await this.source.return?.();
    }
  }
}
