// Requests to a bucket of an S3-compatible store, signed and bounded in time. Knows nothing of what is stored in it.
import { AwsClient } from 'aws4fetch';
import { S3_AWAY } from '../store-failures.ts';

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

/** A store that does not answer within this time is down. */
const PATIENCE_MS = 60_000;

/** The code says whether the store fails, as opposed to refusing this request. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  readonly code: typeof S3_AWAY | undefined;

  /** `status`: of the response; null if there was none. */
  constructor(message: string, status: number | null) {
    super(message);
    this.code = status === null || status >= 500 ? S3_AWAY : undefined;
  }
}

export class S3Bucket {
  private readonly client: AwsClient;

  constructor(private readonly options: S3Options) {
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
      return await fetch(signed.url, {
        method: init.method,
        headers: signed.headers,
        body: init.body ?? null,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
    } catch (error) {
      throw new S3Failure(`${init.method}: ${(error as Error).message}`, null);
    }
  }

  async put(key: string, body: Blob | Uint8Array<ArrayBuffer>, content_type: string): Promise<void> {
    const size = body instanceof Blob ? body.size : body.byteLength;
    const headers = { 'content-type': content_type, 'content-length': String(size) };
    const response = await this.send(key, { method: 'PUT', body, headers });
    await response.arrayBuffer();
    if (!response.ok) throw new S3Failure(`PUT ${key}: ${response.status}`, response.status);
  }

  /** The bytes, from `from` to `to` if given, or null if there is no such object. */
  async get(key: string, range?: { from: number; to: number }): Promise<ReadableStream<Uint8Array> | null> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {};
    const response = await this.send(key, { method: 'GET', headers });
    if (response.ok) return response.body ?? new Blob([]).stream();
    await response.arrayBuffer();
    if (response.status === 404) return null;
    throw new S3Failure(`GET ${key}: ${response.status}`, response.status);
  }

  async remove(key: string): Promise<void> {
    const response = await this.send(key, { method: 'DELETE' });
    await response.arrayBuffer();
    if (!response.ok && response.status !== 404)
      throw new S3Failure(`DELETE ${key}: ${response.status}`, response.status);
  }

  /** All objects whose keys begin with the prefix, in the order of their keys. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    for (let token = ''; ; ) {
      const more = token === '' ? '' : `&continuation-token=${encode(token)}`;
      const query = `?list-type=2&encoding-type=url&prefix=${encode(prefix)}${more}`;
      const response = await this.send('', { method: 'GET' }, query);
      const text = await response.text();
      if (!response.ok)
        throw new S3Failure(`list ${prefix}: ${response.status} ${codeOf(text) ?? ''}`.trim(), response.status);
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
