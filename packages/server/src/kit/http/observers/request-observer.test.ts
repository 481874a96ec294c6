// Ids of requests, and what listeners learn of responses.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { rawRequest } from '@stoa/testkit/kit';
import { parseRanges } from '../../outbound/outbound-addresses.ts';
import type { DispatchServices } from '../handling.ts';
import { respondError, respondSuccess } from '../responses/respond.ts';
import { type HttpServer, listen } from '../server.ts';
import { RequestGuard } from './request-guard.ts';
import { RequestObserver } from './request-observer.ts';
import { traceOf } from './request-trace.ts';

const answered: string[] = [];
const reported: (string | undefined)[] = [];
const servers: HttpServer[] = [];

function serverTrusting(proxies: string): HttpServer {
  const trusted = parseRanges(proxies);
  const services = { report() {}, trusted_proxies: trusted } as unknown as DispatchServices;
  const guard = new RequestGuard({
    loopback_only: false,
    trusted_proxies: trusted,
    isServedByHttps: async () => false,
  });
  const server = listen({
    host: '127.0.0.1',
    port: 0,
    api: new Map([
      ['/api/v1/things/:p0', () => respondSuccess({}, [])],
      [
        '/api/v1/fails',
        (request: Request) => respondError(new Error('a fault'), (_, trace) => reported.push(trace?.id), { request }),
      ],
    ]),
    pages: new Map([['/page', async (request: Request) => new Response(traceOf(request)!.id)]]),
    services,
    guard,
    observer: new RequestObserver(trusted, [
      ({ id, endpoint, method }, status, ms) => {
        expect(ms).toBeGreaterThanOrEqual(0);
        answered.push(`${method} ${endpoint} ${status} ${id}`);
      },
    ]),
  });
  servers.push(server);
  return server;
}

let open: HttpServer;
let proxied: HttpServer;
beforeAll(() => {
  open = serverTrusting('');
  proxied = serverTrusting('127.0.0.1');
});
afterAll(() => Promise.all(servers.map((server) => server.stop(100))));
const idOf = async (url: string, sent?: string) => {
  const response = await fetch(url, sent === undefined ? {} : { headers: { 'x-request-id': sent } });
  await response.arrayBuffer();
  return response.headers.get('x-request-id')!;
};

describe('[LG4] the id of a request', () => {
  it('is generated for each request, whatever an untrusted peer sends', async () => {
    const ids = await Promise.all(['a', 'a', undefined].map((sent) => idOf(`${open.url}/api/v1/things/5`, sent)));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
  });

  it('is taken from a trusted proxy, for pages and unknown paths too', async () => {
    for (const path of ['/api/v1/things/5', '/page', '/nowhere'])
      expect(await idOf(`${proxied.url}${path}`, 'Root=1-5f/x+y:z.9')).toBe('Root=1-5f/x+y:z.9');
  });

  it.each(['a b', 'x'.repeat(129), 'quote"', '<b>', ''])('is generated instead of %j', async (sent) => {
    expect(await idOf(`${proxied.url}/page`, sent)).toMatch(/^[0-9a-f]{10}-/);
  });

  it('reaches listeners with the pattern of the path, never the path', async () => {
    answered.length = 0;
    const ids = [await idOf(`${open.url}/api/v1/things/secret`), await idOf(`${open.url}/secret`)];
    expect(answered).toEqual([`GET /api/v1/things/:p0 200 ${ids[0]}`, `GET other 404 ${ids[1]}`]);
  });
});

it('[LG5] a response to a server failure, and its report, have the id', async () => {
  const { status, headers, body } = await rawRequest(`${open.url}/api/v1/fails`);
  expect([status, body.request_id]).toEqual([500, headers.get('x-request-id')!]);
  expect(reported).toEqual([headers.get('x-request-id')!]);
});
