// Backups in a bucket. An object larger than a part is several: `NAME/part-00001` and so on, so that each request is short,
// can be repeated, and needs no more memory than a part.
import { setTimeout as sleep } from 'node:timers/promises';
import { type S3Bucket, S3Failure } from '../kit/files/s3-bucket.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTarget, Chunks, TargetObject } from './backup-target.ts';
import { inChunks } from './chunks.ts';

const PART_BYTES = 16 * 1024 * 1024;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const PART = /\/part-\d{5}$/;

/** A store may fail for a moment. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BackupError) throw error;
      const is_refusal = error instanceof S3Failure && /: 4\d\d/.test(error.message);
      if (attempt === ATTEMPTS || is_refusal)
        throw new BackupError(`the store of the backup answers: ${(error as Error).message}`);
      await sleep(FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}

export class S3Target implements BackupTarget {
  /** Longer than any backup takes: there is no lock. */
  readonly unsure_ms = 24 * 60 * 60_000;

  constructor(
    readonly name: string,
    private readonly bucket: S3Bucket,
    private readonly prefix: string,
    private readonly part_bytes = PART_BYTES,
  ) {}

  pathOf(): null {
    return null;
  }

  private keyOf(name: string): string {
    return this.prefix === '' ? name : `${this.prefix}/${name}`;
  }

  async write(name: string, chunks: Chunks): Promise<void> {
    let waiting: Uint8Array<ArrayBuffer> | null = null;
    let parts = 0;
    const put = (key: string, body: Uint8Array<ArrayBuffer>) =>
      patiently(() => this.bucket.put(this.keyOf(key), body, 'application/octet-stream'));
    const partName = () => `${name}/part-${String(++parts).padStart(5, '0')}`;
    for await (const part of inChunks(chunks, this.part_bytes)) {
      if (waiting !== null) await put(partName(), waiting);
      waiting = part;
    }
    await put(parts === 0 ? name : partName(), waiting!);
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    const whole = await this.get(name);
    if (whole !== null) {
      yield whole;
      return;
    }
    const parts = await this.objects(`${name}/part-`);
    if (parts.length === 0) throw new BackupError(`${this.name}/${name} is missing`);
    for (const part of parts) {
      const bytes = await this.get(part.name);
      if (bytes === null) throw new BackupError(`${this.name}/${part.name} is missing`);
      yield bytes;
    }
  }

  /** Null if there is no such object. */
  private get(name: string): Promise<Uint8Array | null> {
    return patiently(async () => {
      const body = await this.bucket.get(this.keyOf(name));
      return body && new Uint8Array(await new Response(body).arrayBuffer());
    });
  }

  private objects(prefix: string): Promise<TargetObject[]> {
    const before = this.keyOf('').length;
    return patiently(async () => {
      const found: TargetObject[] = [];
      for await (const { key, ...more } of this.bucket.list(this.keyOf(prefix)))
        found.push({ name: key.slice(before), ...more });
      return found;
    });
  }

  async list(prefix: string): Promise<TargetObject[]> {
    const whole = new Map<string, TargetObject>();
    for (const { name: own, size, changed_at } of await this.objects(prefix)) {
      const name = own.replace(PART, '');
      const so_far = whole.get(name) ?? { size: 0, changed_at: 0 };
      whole.set(name, { name, size: so_far.size + size, changed_at: Math.max(so_far.changed_at, changed_at) });
    }
    return [...whole.values()];
  }

  async remove(name: string): Promise<void> {
    await patiently(() => this.bucket.remove(this.keyOf(name)));
    for (const part of await this.objects(`${name}/part-`))
      await patiently(() => this.bucket.remove(this.keyOf(part.name)));
  }

  lock(): () => void {
    return () => {};
  }
}
