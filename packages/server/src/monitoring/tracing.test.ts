// Traces, as a collector receives them.
import { afterAll, beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import { type Cast, startServer, type TestServer } from '@stoa/testkit';
import { parseRanges } from '../kit/outbound/outbound-addresses.ts';
import { openTracing } from './open-tracing.ts';

setDefaultTimeout(30_000);

interface Received {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

const bodies: string[] = [];
const collector = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    expect(new URL(request.url).pathname).toBe('/v1/traces');
    bodies.push(await request.text());
    return Response.json({});
  },
});
const called: (string | null)[] = [];
const outside = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    called.push(request.headers.get('traceparent'));
    return new Response('found');
  },
});

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startServer({
    traces: { endpoint: `${collector.url}`, sampled_percent: 100 },
    trusted_proxies: parseRanges('127.0.0.0/8'),
  });
  cast = await server.cast();
});
afterAll(async () => {
  await collector.stop(true);
  await outside.stop(true);
});

const spans = (): Received[] =>
  bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Received[] }[] }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );

it('[TR1] [TR2] [TR3] requests, writes, commits, jobs and calls are spans of continued traces, without content', async () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await fetch(`${server.url}/api/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${cast.dara.email}:${cast.dara.api_key}`)}`,
      traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
    },
    body: new URLSearchParams({ type: 'direct', to: JSON.stringify([cast.ada.user_id]), content: 'a whispered word' }),
  });
  expect(answer.status).toBe(200);
  await server.app.outbound.requestTrusted(`${outside.url}secret-path?key=hidden`);
  await server.app.writer.write(server.realm.realm_id, async ({ enqueue }) =>
    enqueue({ kind: 'thumbnails', body: { attachment_id: -1 } }),
  );
  await server.app.jobs.settle();
  await server.stop();

  const all = spans();
  const request = all.find(({ traceId, name }) => traceId === TRACE && name.startsWith('POST '))!;
  expect(request.parentSpanId).toBe('00f067aa0ba902b7');
  const fields = Object.fromEntries(request.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  expect(fields).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'stoa.endpoint': 'send-message',
    'stoa.user_id': cast.dara.user_id,
    'stoa.request_id': answer.headers.get('x-request-id'),
  });
  const write = all.find(({ parentSpanId, name }) => name === 'write' && parentSpanId === request.spanId)!;
  expect(all.some(({ parentSpanId, name }) => name === 'commit' && parentSpanId === write.spanId)).toBe(true);
  expect(all.some(({ name }) => name === 'job thumbnails')).toBe(true);
  const call = all.find(({ name }) => name === 'GET outside')!;
  expect(called).toEqual([`00-${call.traceId}-${call.spanId}-01`]);
  const text = bodies.join('\n');
  for (const content of ['whispered', 'secret-path', 'hidden', cast.dara.api_key, cast.dara.email])
    expect([content, text.includes(content)]).toEqual([content, false]);
});

it('[TR4] unsampled traces are not sent, and an unreachable collector delays nothing', async () => {
  const before = bodies.length;
  const none = openTracing({ endpoint: `${collector.url}`, sampled_percent: 0 });
  await none.within({ name: 'unseen', kind: 'internal', attributes: {} }, async () => {});
  await none.stop();
  expect(bodies.length).toBe(before);
  const away = openTracing({ endpoint: 'http://127.0.0.1:9', sampled_percent: 100 });
  const began = performance.now();
  for (let n = 0; n < 10_000; n++)
    await away.within({ name: 'lost', kind: 'internal', attributes: {} }, async () => {});
  const failure = away.within({ name: 'failing', kind: 'internal', attributes: {} }, () =>
    Promise.reject(new Error('no')),
  );
  await expect(failure).rejects.toThrow('no');
  await away.stop();
  expect(performance.now() - began).toBeLessThan(10_000);
});
