// Files in a bucket of an S3-compatible store. Requests are signed; bytes are streamed, never held whole in memory.
import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import type { ByteRange, FileStore } from './file-store.ts';
import { Incoming } from './incoming.ts';

export interface S3Options {
  /** `https://s3.eu-central-1.amazonaws.com`, or that of another store. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
}

/** A store that does not answer within this time is down. */
const PATIENCE_MS = 60_000;

class S3Failure extends Error {
  override readonly name = 'S3Failure';
}

export class S3Files implements FileStore {
  private readonly client: AwsClient;
  private readonly incoming: Incoming;

  constructor(
    data: string,
    private readonly options: S3Options,
  ) {
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, region } = options;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
    this.incoming = new Incoming(data, 'borrowed');
  }

  async put(key: string, path: string, content_type: string): Promise<void> {
    const body = (await openAsBlob(path, { type: content_type })) as Blob;
    const headers = { 'content-type': content_type, 'content-length': String(body.size) };
    const response = await this.send(key, { method: 'PUT', body, headers });
    await response.arrayBuffer();
    if (!response.ok) throw new S3Failure(`PUT ${key}: ${response.status}`);
    await this.incoming.discard(path);
  }

  async get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {};
    const response = await this.send(key, { method: 'GET', headers });
    if (response.ok) return response.body ?? new Blob([]).stream();
    await response.arrayBuffer();
    if (response.status === 404) return null;
    throw new S3Failure(`GET ${key}: ${response.status}`);
  }

  async borrow(key: string) {
    const body = await this.get(key);
    if (body === null) return null;
    const path = this.incoming.path();
    await pipeline(Readable.fromWeb(body as never), createWriteStream(path));
    return { path, release: () => this.incoming.discard(path) };
  }

  async remove(key: string): Promise<void> {
    const response = await this.send(key, { method: 'DELETE' });
    await response.arrayBuffer();
    if (!response.ok && response.status !== 404) throw new S3Failure(`DELETE ${key}: ${response.status}`);
  }

  /** Requests a key that doesn't exist: the answer tells whether the bucket exists and accepts the credentials. */
  async check(): Promise<void> {
    const response = await this.send('is-it-there', { method: 'GET' });
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
    // Without the right to list the bucket, an unknown key gives AccessDenied instead of 404.
    const is_well = response.ok || (response.status === 404 && code !== 'NoSuchBucket') || code === 'AccessDenied';
    if (!is_well) throw new S3Failure(`GET: ${response.status} ${code ?? ''}`);
  }

  private async send(key: string, init: RequestInit): Promise<Response> {
    const { endpoint, bucket } = this.options;
    const path = key.split('/').map(encodeURIComponent).join('/');
    // The body is not signed: hashing it would mean reading it twice.
    const headers = { ...(init.headers as Record<string, string>), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const signed = await this.client.sign(`${endpoint.replace(/\/+$/, '')}/${bucket}/${path}`, {
      method: init.method,
      headers,
    });
    return fetch(signed.url, {
      method: init.method,
      headers: signed.headers,
      body: init.body ?? null,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  }
}
