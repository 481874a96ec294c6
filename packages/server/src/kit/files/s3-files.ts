// Files in a bucket of an S3-compatible store. Bytes are streamed, never held whole in memory.
import { createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ByteRange, FileStore } from './file-store.ts';
import { Incoming } from './incoming.ts';
import { codeOf, S3Bucket, S3Failure, type S3Options } from './s3-bucket.ts';
import { nodeStream } from './web-streams.ts';

const BORROWED_WITHIN_MS = 10 * 60_000;

export class S3Files implements FileStore {
  private readonly bucket: S3Bucket;
  private opened: Incoming | null = null;

  constructor(
    private readonly data: string,
    options: S3Options,
  ) {
    this.bucket = new S3Bucket(options);
  }

  /** Made when first needed: commands that only read leave the data directory as it is. */
  private get incoming(): Incoming {
    this.opened ??= new Incoming(this.data, 'borrowed');
    return this.opened;
  }

  async put(key: string, path: string, content_type: string): Promise<void> {
    await this.bucket.put(key, (await openAsBlob(path, { type: content_type })) as Blob, content_type);
    await rm(path, { force: true });
  }

  get(key: string, range?: ByteRange | null, bytes?: number | null): Promise<ReadableStream<Uint8Array> | null> {
    return this.bucket.get(key, range, bytes);
  }

  async borrow(key: string) {
    const body = await this.get(key);
    if (body === null) return null;
    const path = this.incoming.path();
    try {
      await pipeline(nodeStream(body), createWriteStream(path), { signal: AbortSignal.timeout(BORROWED_WITHIN_MS) });
    } catch (error) {
      await this.incoming.discard(path);
      throw error;
    }
    return { path, release: () => this.incoming.discard(path) };
  }

  remove(key: string): Promise<void> {
    return this.bucket.remove(key);
  }

  async sizes(keys: readonly string[]): Promise<Map<string, number>> {
    const requested = new Set(keys);
    const found = new Map<string, number>();
    for await (const { key, size } of this.bucket.list('')) if (requested.has(key)) found.set(key, size);
    return found;
  }

  /** Requests a key that doesn't exist: the response shows whether the bucket exists and accepts the credentials. */
  async check(): Promise<void> {
    const response = await this.bucket.send('is-it-there', { method: 'GET' });
    const code = codeOf(await response.text());
    // Without the right to list the bucket, an unknown key gives AccessDenied instead of 404. A program that has something at
    // every address is no store.
    const is_well = (response.status === 404 && code !== 'NoSuchBucket') || code === 'AccessDenied';
    if (!is_well) throw new S3Failure(`GET: ${response.status} ${code ?? ''}`);
  }
}
