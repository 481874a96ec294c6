// A fake browser push service as a real HTTP server: receives notifications, verifies the signature and decrypts like a
// browser (RFC 8291), with its own code. Responds with the status a test chooses.
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushedNotification {
  readonly browser: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The claims of the signature. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The key that signed it. */
  readonly server_key: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface FakeBrowser {
  readonly name: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface FakeWebPush {
  readonly url: string;
  readonly pushed: PushedNotification[];
  /** Number of requests, whatever the response. */
  readonly request_count: number;
  /** Statuses of the next responses in order; then 201. */
  readonly answers: number[];
  browser(name: string): FakeBrowser;
  stop(): Promise<void>;
}

interface Secrets {
  readonly pair: ECDH;
  readonly auth: Buffer;
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

function decrypt(body: Buffer, { pair, auth }: Secrets): string {
  const [salt, size, key_length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + key_length);
  const sealed = body.subarray(21 + key_length);
  if (sealed.length > size) throw new Error('more than one record');
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = hkdf(pair.computeSecret(sender), auth, about, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error('the record is not the last one');
  return plain.toString('utf8', 0, end);
}

function readSignature(authorization: string | undefined) {
  const [, token = '', server_key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(server_key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.from(signature, 'base64url');
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, signed))
    throw new Error('the signature is wrong');
  return { server_key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function startFakeWebPush(): Promise<FakeWebPush> {
  const browsers = new Map<string, Secrets>();
  const pushed: PushedNotification[] = [];
  const answers: number[] = [];
  let request_count = 0;
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await bodyOf(request);
      request_count++;
      const status = answers.shift() ?? 201;
      if (status !== 201) return status;
      const name = decodeURIComponent(request.url!.slice('/push/'.length));
      const secrets = browsers.get(name);
      if (!secrets) return 404;
      const { server_key, claims } = readSignature(request.headers.authorization);
      const payload = JSON.parse(decrypt(body, secrets)) as Record<string, unknown>;
      pushed.push({
        browser: name,
        headers: request.headers as Record<string, string | undefined>,
        claims,
        server_key,
        payload,
      });
      return status;
    };
    take()
      .catch(() => 400)
      .then((status) => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    pushed,
    answers,
    get request_count() {
      return request_count;
    },
    browser(name) {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      browsers.set(name, { pair, auth });
      const endpoint = `${url}/push/${encodeURIComponent(name)}`;
      return { name, endpoint, p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') };
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
