// A bucket behind which something answers that is no store, or a store that answers wrongly.
import { afterAll, beforeEach, expect, it, setDefaultTimeout } from 'bun:test';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basic, refusal, serveTests, textFile } from '@stoa/testkit';
import { S3Bucket } from '../../kit/files/s3-bucket.ts';

setDefaultTimeout(60_000);

const CONTENT = '0123456789abcdef';
const PATIENCE_MS = 300;

type Odd = (response: ServerResponse, bytes: Buffer, request: IncomingMessage) => unknown;
let odd: Odd | null = null;
const objects = new Map<string, Buffer>();
let elsewhere_asked = 0;

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const listening = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

const elsewhere = await listen((_, response) => {
  elsewhere_asked++;
  response.end('only for this server');
});
const endpoint = await listen(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const found = objects.get(request.url!);
  if (odd) return odd(response, found ?? Buffer.from(''), request);
  if (request.method === 'PUT') objects.set(request.url!, Buffer.concat(chunks));
  else if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  const range = request.headers.range?.match(/^bytes=(\d+)-(\d+)$/);
  if (!range) return response.end(found);
  return response.writeHead(206).end(found!.subarray(Number(range[1]), Number(range[2]) + 1));
});
const options = { endpoint, bucket: 'b', region: 'r', access_key_id: 'a', secret_access_key: 's' };
const { server, cast } = await serveTests({ files: options, failures_expected: true });

beforeEach(() => {
  odd = null;
});

const ODD: Record<string, Odd> = {
  'an error of the store': (response) => response.writeHead(500).end(),
  'too many requests': (response) => response.writeHead(429).end('<Error><Code>SlowDown</Code></Error>'),
  'credentials that are refused': (response) =>
    response.writeHead(403).end('<Error><Code>InvalidAccessKeyId</Code></Error>'),
  'a bucket that is gone': (response) => response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>'),
  'a redirect': (response) => response.writeHead(307, { location: elsewhere }).end(),
  'another region': (response) => response.writeHead(301).end('<Error><Code>PermanentRedirect</Code></Error>'),
  'a closed connection': (_response, _bytes, request) => request.socket.destroy(),
};
/** To reading only. */
const WRONG: Record<string, Odd> = {
  'fewer bytes': (response, bytes) => response.end(bytes.subarray(1)),
  'more bytes': (response, bytes) => response.end(Buffer.concat([bytes, bytes])),
  'a page': (response) => response.end('<html>Welcome to the network of this hotel</html>'),
};

for (const [what, answer] of Object.entries({ ...ODD, ...WRONG }))
  it(`[UP30] the store answers with ${what}`, async () => {
    const { url } = await cast.dara.uploadFile({}, { file: textFile(CONTENT) });
    const download = async (headers = {}) => {
      const response = await fetch(server.url + url, { headers: { ...basic(cast.dara), ...headers } });
      return [response.status, await response.text()];
    };
    const ready = async () => {
      // Past the time for which the last response counts.
      server.clock.advance(10_000);
      return (await fetch(`${server.url}/ready`)).status;
    };
    expect([await download(), await download({ range: 'bytes=2-5' })]).toEqual([
      [200, CONTENT],
      [206, CONTENT.slice(2, 6)],
    ]);
    expect(await ready()).toBe(200);
    odd = answer;
    for (const headers of [{}, { range: 'bytes=2-5' }])
      expect(await download(headers)).toEqual([503, expect.stringContaining('STORE_UNAVAILABLE')]);
    if (what in ODD) {
      const { status, code } = await refusal(cast.dara.uploadFile({}, { file: textFile('more') }));
      expect([status, code]).toEqual([503, 'STORE_UNAVAILABLE']);
    }
    if (what !== 'fewer bytes' && what !== 'more bytes') expect(await ready()).toBe(503);
    expect(elsewhere_asked).toBe(0);
    odd = null;
    expect(await download()).toEqual([200, CONTENT]);
  });

it('[UP30] a range that the store ignores is no part of the file', async () => {
  const { url } = await cast.dara.uploadFile({}, { file: textFile(CONTENT) });
  odd = (response, bytes) => response.end(bytes);
  const headers = { ...basic(cast.dara), range: 'bytes=2-5' };
  expect((await fetch(server.url + url, { headers })).status).toBe(503);
});

it('[UP31] a store is waited for while bytes arrive, not while none do', async () => {
  const bucket = new S3Bucket(options, PATIENCE_MS);
  await bucket.put('slow', Buffer.from(CONTENT), 'text/plain');
  const read = async () => new Response(await bucket.get('slow', null, CONTENT.length)).text();
  // Four times as long as no byte may take.
  odd = async (response, bytes) => {
    response.writeHead(200, { 'content-length': bytes.length });
    for (const byte of bytes) {
      response.write(Buffer.of(byte));
      await Bun.sleep((4 * PATIENCE_MS) / CONTENT.length);
    }
    response.end();
  };
  expect(await read()).toBe(CONTENT);
  odd = (response, bytes) => response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 3));
  await expect(read()).rejects.toThrow('nothing arrived');
  odd = () => {};
  await expect(read()).rejects.toThrow('nothing arrived');
  odd = (response, bytes) => response.writeHead(200, { 'transfer-encoding': 'chunked' }).end(bytes.subarray(0, 3));
  await expect(read()).rejects.toThrow('3 of 16 bytes');
});
