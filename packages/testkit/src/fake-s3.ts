// A fake S3 store as a real HTTP server, with the operations we use: PUT, GET with a range, DELETE, and lists in pages.
// Verifies every signature with its own computation, and that each date is current.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeS3 {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  /** Stored objects by key. */
  readonly objects: Map<string, { bytes: Buffer; content_type: string; changed_at: number }>;
  /** Refused requests with the reason. */
  readonly refused: string[];
  stop(): Promise<void>;
}

const LATEST_MS = 15 * 60_000;
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The reason to refuse a request; null if its signature is valid. AWS Signature Version 4. */
function objection(request: IncomingMessage, { access_key_id, secret_access_key, region }: FakeS3): string | null {
  const match = (request.headers.authorization ?? '').match(
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/,
  );
  if (!match) return 'no signature';
  const [, key_id = '', day = '', signed_region = '', signed = '', signature = ''] = match;
  const date = String(request.headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (key_id !== access_key_id || signed_region !== region) return 'another key or region';
  if (!(Math.abs(Date.now() - at) < LATEST_MS) || !date.startsWith(day)) return 'another time';
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return 'headers that are not signed';
  const url = new URL(request.url!, 'http://localhost');
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${digest}`;
  const signing = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret_access_key}`, day!), region));
  return hmac(signing, text).toString('hex') === signature ? null : 'a wrong signature';
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Few enough for every list to have several pages. */
const KEYS_PER_LIST = 3;

function listing({ objects }: FakeS3, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const shown = keys.slice(0, KEYS_PER_LIST).map((key) => {
    const { bytes, changed_at } = objects.get(key)!;
    const date = new Date(changed_at).toISOString();
    return `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${date}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const last = keys.length > KEYS_PER_LIST ? keys[KEYS_PER_LIST - 1]! : null;
  const next =
    last === null ? '' : `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`;
  return `<ListBucketResult>${shown.join('')}${next}</ListBucketResult>`;
}

export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, body: Buffer | string = '', headers = {}) =>
      void response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
    const why = objection(request, fake);
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    const key = path.slice(`/${fake.bucket}/`.length);
    if (why || !path.startsWith(`/${fake.bucket}/`)) {
      fake.refused.push(`${request.method} ${path}: ${why ?? 'another bucket'}`);
      return answer(403);
    }
    if (request.method === 'PUT') {
      const content_type = String(request.headers['content-type']);
      fake.objects.set(key, { bytes: Buffer.concat(chunks), content_type, changed_at: Date.now() });
      return answer(200);
    }
    if (request.method === 'DELETE') {
      fake.objects.delete(key);
      return answer(204);
    }
    const { searchParams } = new URL(request.url!, 'http://localhost');
    if (key === '' && searchParams.get('list-type') === '2') return answer(200, listing(fake, searchParams));
    const found = fake.objects.get(key);
    if (!found) return answer(404, '<Error><Code>NoSuchKey</Code></Error>');
    const range = request.headers.range?.match(/^bytes=(\d+)-(\d+)$/);
    if (!range) return answer(200, found.bytes, { 'content-type': found.content_type });
    return answer(206, found.bytes.subarray(Number(range[1]), Number(range[2]) + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'stoa-test',
    region: 'eu-test-1',
    access_key_id: 'AKIDTEST',
    secret_access_key: 'a secret/with+signs=',
    objects: new Map(),
    refused: [],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}
