// GET /metrics: who may read it, and that it shows what the server does.
import { afterAll, beforeAll, describe, expect, it, spyOn } from 'bun:test';
import { startServer, type TestServer } from '@stoa/testkit';
import { Metrics } from './metrics.ts';
import { metricsPage } from './metrics-page.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    metrics: { token: 'a token for metrics', address: null },
    failures_expected: true,
  });
});
afterAll(() => server.stop());

type Samples = ReadonlyMap<string, number>;

async function scrape(): Promise<Samples> {
  const answer = await fetch(`${server.url}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const lines = (await answer.text()).trimEnd().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const sample = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line);
      if (!sample) expect(line).toMatch(/^(# (HELP|TYPE) .*)?$/);
      return sample ? [[sample[1]!, Number(sample[2])] as const] : [];
    }),
  );
}
const grown = (before: Samples, after: Samples, name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);

describe('[MO4] metrics', () => {
  it('count and time requests, commits, deliveries and files', async () => {
    const { owner } = server;
    const before = await scrape();
    const { queue_id, last_event_id } = await owner.registerQueue({ event_types: ['message'] });
    const poll = owner.getEvents({ queue_id: queue_id!, last_event_id });
    while (server.app.feed.waiting_polls === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await scrape()).get('stoa_waiting_polls')).toBe(1);
    await owner.sendMessage({ type: 'direct', to: [owner.user_id], content: 'one' });
    expect((await poll).events).toHaveLength(1);
    await owner.uploadFile({}, { file: new File(['bytes'], 'a.txt', { type: 'text/plain' }) });
    await fetch(`${server.url}/api/v1/users/me`);
    const after = await scrape();
    const counted = (name: string) => grown(before, after, name);
    expect(counted('stoa_requests_total{endpoint="send-message",status="200"}')).toBe(1);
    expect(counted('stoa_requests_total{endpoint="get-own-user",status="401"}')).toBe(1);
    expect(counted('stoa_request_duration_seconds_count{endpoint="send-message"}')).toBe(1);
    expect(counted('stoa_request_duration_seconds_count{endpoint="get-events"}')).toBe(0);
    expect(counted('stoa_deliveries_total')).toBe(1);
    expect(counted('stoa_delivery_delay_seconds_count')).toBe(1);
    expect(counted('stoa_commit_writes_sum')).toBeGreaterThanOrEqual(2);
    expect(counted('stoa_commit_writes_sum')).toBeGreaterThanOrEqual(counted('stoa_commit_writes_count'));
    expect(counted('stoa_file_operations_total{operation="put",outcome="done"}')).toBe(1);
    expect(after.get('stoa_ready_check{check="store"}')).toBe(1);
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(after.get('stoa_disk_free_bytes')).toBeGreaterThan(0);
    expect(after.get('stoa_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(after.has('stoa_event_loop_delay_seconds{quantile="0.99"}')).toBe(true);
  });

  it('[MO11] leave out what the store does not tell, and tell the rest', async () => {
    expect((await scrape()).has('stoa_jobs_waiting{kind="mail"}')).toBe(true);
    const waiting = spyOn(server.app.jobs, 'waiting');
    try {
      for (const answer of [() => Promise.reject(new Error('no store')), () => new Promise<never>(() => {})]) {
        waiting.mockImplementation(answer);
        await new Promise((resolve) => setTimeout(resolve, 1100));
        const without = await scrape();
        expect(without.has('stoa_jobs_waiting{kind="mail"}')).toBe(false);
        expect(without.has('stoa_waiting_polls')).toBe(true);
      }
    } finally {
      waiting.mockRestore();
    }
  });

  it('count attempts of jobs by kind and outcome, and show how long the oldest has been due', async () => {
    const { app, clock } = server;
    const before = await scrape();
    clock.advance(1000);
    await app.writer.write(server.realm.realm_id, async ({ enqueue, now }) => {
      enqueue({ kind: 'mail', body: {}, run_at: now + 60_000 });
    });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const waiting = await scrape();
    expect(grown(before, waiting, 'stoa_jobs_waiting{kind="mail"}')).toBe(1);
    clock.advance(61_000);
    await app.jobs.settle();
    const after = await scrape();
    const outcomes = ['done', 'failed', 'given_up'].map((outcome) =>
      grown(before, after, `stoa_job_attempts_total{kind="mail",outcome="${outcome}"}`),
    );
    expect(outcomes.reduce((sum, count) => sum + count)).toBe(1);
  });

  it('[MO1] have a bounded number of series, without names, addresses or paths', async () => {
    for (let n = 0; n < 30; n++) {
      await fetch(`${server.url}/api/v1/planted-${n}`);
      await fetch(`${server.url}/api/v1/users/planted-${n}@stoa.example`);
    }
    const before = (await scrape()).size;
    for (let n = 30; n < 60; n++) {
      await fetch(`${server.url}/api/v1/planted-${n}`, { method: 'PUT' });
      await fetch(`${server.url}/api/v1/users/planted-${n}@stoa.example`);
    }
    const samples = await scrape();
    expect(samples.size).toBe(before);
    for (const planted of ['planted', '@', server.owner.full_name, '127.0.0.1'])
      expect([...samples.keys()].filter((name) => name.includes(planted))).toEqual([]);
  });
});

describe('[MO2] GET /metrics', () => {
  const status = async (headers: Record<string, string>, path = '/metrics') =>
    (await fetch(`${server.url}${path}`, { headers })).status;

  it('answers the same machine, but no request through a proxy on it', async () => {
    expect(await status({})).toBe(200);
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto'])
      expect([name, await status({ [name]: '127.0.0.1' })]).toEqual([name, 401]);
    expect(await status({ host: 'chat.example.com' })).toBe(401);
  });

  it('answers the bearer of the token, from anywhere', async () => {
    const far = { 'x-forwarded-for': '203.0.113.9', host: 'chat.example.com' };
    expect(await status({ ...far, authorization: 'Bearer a token for metrics' })).toBe(401);
    const token = 'Bearer one-token';
    const page = metricsPage(() => new Metrics().registry.metrics(), { token: 'one-token', is_own_address: false });
    const ask = async (authorization: string, address = '203.0.113.9') => {
      const request = new Request('http://chat.example.com/metrics', { headers: { authorization } });
      return (await page(request, { requestIP: () => ({ address }) })).status;
    };
    expect([await ask(token), await ask('Bearer other'), await ask('Basic one-token')]).toEqual([200, 401, 401]);
    const open = metricsPage(() => new Metrics().registry.metrics(), { token: null, is_own_address: false });
    const request = new Request('http://127.0.0.1:8100/metrics', { headers: { host: '127.0.0.1:8100' } });
    expect((await open(request, { requestIP: () => ({ address: '203.0.113.9' }) })).status).toBe(401);
    expect((await open(request, { requestIP: () => ({ address: '::ffff:127.0.0.1' }) })).status).toBe(200);
    expect((await open(request, { requestIP: () => null })).status).toBe(401);
  });
});

it('[MO3] with a separate address, metrics are served there only', async () => {
  const free = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') });
  const own_port = free.port!;
  await free.stop(true);
  const apart = await startServer({ metrics: { token: null, address: { host: '127.0.0.1', port: own_port } } });
  try {
    const own = `http://127.0.0.1:${own_port}`;
    expect((await fetch(`${own}/metrics`, { headers: { host: 'node1.internal:9464' } })).status).toBe(200);
    expect((await fetch(`${apart.url}/metrics`)).status).toBe(404);
    for (const path of ['/health', '/api/v1/users', '/']) expect((await fetch(`${own}${path}`)).status).toBe(404);
  } finally {
    await apart.stop();
  }
});
