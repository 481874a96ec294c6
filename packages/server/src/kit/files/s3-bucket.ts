// Requests to a bucket of an S3-compatible store, signed and bounded in time. Knows nothing of what is stored in it.
import { AwsClient } from 'aws4fetch';
import { S3_AWAY } from '../database/store-failures.ts';

export interface S3Options {
  /** `https://s3.eu-central-1.amazonaws.com`, or that of another store. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
}

export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changed_at: number;
}

/** A store that sends nothing for this time is down. */
const IDLE_TIMEOUT_MS = 60_000;
/** Uploads get a longer limit by size: one second per MiB. */
const SENT_BYTES_PER_MS = 1024;

/** The store failed, can't be reached, or gave an unexpected response. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  readonly code = S3_AWAY;
}

/** Aborts a request when no bytes arrive for `most_ms`. */
class IdleTimeout {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly most_ms: number) {
    this.restart();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  restart(): void {
    this.pause();
    this.timer = setTimeout(() => this.controller.abort(new S3Failure('nothing arrived')), this.most_ms);
  }

  /** Call while the store waits for the reader. */
  pause(): void {
    clearTimeout(this.timer);
  }
}

export class S3Bucket {
  private readonly client: AwsClient;

  constructor(
    private readonly options: S3Options,
    private readonly idle_timeout_ms = IDLE_TIMEOUT_MS,
  ) {
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, region } = options;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  }

  /** `query` selects an operation on the bucket. */
  async send(key: string, init: RequestInit, query = ''): Promise<Response> {
    const { endpoint, bucket } = this.options;
    const path = key.split('/').map(encode).join('/');
    // The body is not signed: hashing it would mean reading it twice.
    const headers = { ...(init.headers as Record<string, string>), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const signed = await this.client.sign(`${endpoint.replace(/\/+$/, '')}/${bucket}/${path}${query}`, {
      method: init.method,
      headers,
    });
    try {
      // Lengths are compared, so nothing on the way may compress.
      signed.headers.set('accept-encoding', 'identity');
      return await fetch(signed.url, {
        method: init.method,
        headers: signed.headers,
        body: init.body ?? null,
        // A store does not send its callers elsewhere, least of all to addresses that only this server reaches.
        redirect: 'manual',
        signal: init.signal ?? AbortSignal.timeout(this.idle_timeout_ms),
      });
    } catch (error) {
      throw new S3Failure(`${init.method}: ${(error as Error).message}`);
    }
  }

  async put(key: string, body: Blob | Uint8Array<ArrayBuffer>, content_type: string): Promise<void> {
    const size = body instanceof Blob ? body.size : body.byteLength;
    const headers = { 'content-type': content_type, 'content-length': String(size) };
    const signal = AbortSignal.timeout(this.idle_timeout_ms + size / SENT_BYTES_PER_MS);
    const response = await this.send(key, { method: 'PUT', body, headers, signal });
    await response.arrayBuffer();
    if (!response.ok) throw new S3Failure(`PUT ${key}: ${response.status}`);
  }

  /**
   * The bytes, from `from` to `to` if given, or null if there is no such object. Fails unless the body has exactly `bytes` bytes, or those of
   * the range.
   */
  async get(
    key: string,
    range: { from: number; to: number } | null = null,
    bytes: number | null = null,
  ): Promise<ReadableStream<Uint8Array> | null> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {};
    const expected = range ? range.to - range.from + 1 : bytes;
    const idle_timeout = new IdleTimeout(this.idle_timeout_ms);
    try {
      const response = await this.send(key, { method: 'GET', headers, signal: idle_timeout.signal });
      if (response.status === 404) {
        if (codeOf(await response.text()) !== 'NoSuchBucket') return null;
        throw new S3Failure(`GET ${key}: there is no such bucket`);
      }
      const length = response.headers.get('content-length');
      const fits = expected === null || length === null || Number(length) === expected;
      if (response.status !== (range ? 206 : 200) || !fits) {
        await response.body?.cancel();
        throw new S3Failure(`GET ${key}: ${response.status}, ${length ?? 'some'} bytes`);
      }
      return exactly(response.body ?? new Blob([]).stream(), expected, idle_timeout, key);
    } finally {
      idle_timeout.pause();
    }
  }

  async remove(key: string): Promise<void> {
    const response = await this.send(key, { method: 'DELETE' });
    await response.arrayBuffer();
    if (!response.ok && response.status !== 404) throw new S3Failure(`DELETE ${key}: ${response.status}`);
  }

  /** All objects whose keys begin with the prefix, in the order of their keys. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    for (let token = ''; ; ) {
      const more = token === '' ? '' : `&continuation-token=${encode(token)}`;
      const query = `?list-type=2&encoding-type=url&prefix=${encode(prefix)}${more}`;
      const response = await this.send('', { method: 'GET' }, query);
      const text = await response.text();
      if (!response.ok) throw new S3Failure(`list ${prefix}: ${response.status} ${codeOf(text) ?? ''}`.trim());
      for (const [, contents = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = decodeURIComponent(element(contents, 'Key').replaceAll('+', ' '));
        const changed_at = Date.parse(element(contents, 'LastModified'));
        yield { key, size: Number(element(contents, 'Size')), changed_at };
      }
      token = element(text, 'NextContinuationToken');
      if (token === '') return;
    }
  }
}

/** Passes the body on; fails if it has more or fewer bytes than expected, or if none arrive in time. */
function exactly(
  body: ReadableStream<Uint8Array>,
  expected: number | null,
  idle_timeout: IdleTimeout,
  key: string,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let arrived = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      idle_timeout.restart();
      const { done, value } = await reader.read().finally(() => idle_timeout.pause());
      arrived += value?.byteLength ?? 0;
      if (expected !== null && (arrived > expected || (done && arrived < expected))) {
        if (!done) await reader.cancel();
        throw new S3Failure(`GET ${key}: ${arrived} of ${expected} bytes`);
      }
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** As signatures demand it: encodeURIComponent leaves five more characters as they are. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The fields of an error response. */
export function codeOf(text: string): string | undefined {
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1];
}

function element(text: string, name: string): string {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
  return found.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
