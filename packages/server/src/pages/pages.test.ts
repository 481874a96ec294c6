// The pages outside the API, on a real server.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { startServer, type TestServer } from '@stoa/testkit';
import { type HealthSources, health } from './health.ts';
import { pages } from './pages.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);

const nothing = { store: {}, feed: {} } as HealthSources;
const PATHS = [...pages(nothing, async () => []).keys()].map((path) => path.replace('*', 'events'));

describe('[PG1] every page', () => {
  it.each(PATHS)(
    '%s answers GET and HEAD alike, refuses other methods and loads nothing from other origins',
    async (path) => {
      const answer = await get(path);
      const body = new Uint8Array(await answer.arrayBuffer());
      const head = await get(path, { method: 'HEAD' });
      expect([answer.status, head.status]).toEqual([200, 200]);
      expect(Number(head.headers.get('content-length'))).toBe(body.length);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const policy = answer.headers.get('content-security-policy')!;
      expect(policy).toStartWith("default-src 'none'");
      for (const source of policy.split(/[; ]+/).slice(2))
        expect(source).toMatch(/^([a-z-]+|'none'|'self'|'unsafe-inline'|'sha256-[\w+/=]+'|data:)$/);
      expect(policy.match(/script-src[^;]*/)?.[0] ?? '').not.toMatch(/unsafe|data:|\*/);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const refused = await get(path, { method });
        expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
        expect(await refused.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
      }
    },
  );
});

it('[PG4] a page that the API reference does not have is not found', async () => {
  for (const path of ['/api/docs/nothing', '/api/docs/', '/api/docs/endpoints/no-such-endpoint'])
    expect((await get(path)).status).toBe(404);
});

describe('[PG2] GET /health', () => {
  const ask = (get: () => Promise<unknown>) => {
    const parts = {
      store: { db: { get } },
      writer: { is_taking: true },
      feed: { waiting_polls: 3, queues: { size: 4 } },
    } as unknown;
    return health(parts as HealthSources, 50)(new Request('http://any/health'));
  };

  it('counts waiting polls and queues', async () => {
    const { queue_id, last_event_id } = await server.owner.registerQueue({ event_types: ['message'] });
    const controller = new AbortController();
    const authorization = `Basic ${btoa(`${server.owner.email}:${server.owner.api_key}`)}`;
    const poll = get(`/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, {
      headers: { authorization },
      signal: controller.signal,
    }).catch(() => null);
    for (;;) {
      const body = (await (await get('/health')).json()) as Record<string, unknown>;
      if (body.waiting_polls === 1) {
        expect(body).toEqual({ result: 'success', msg: '', waiting_polls: 1, queues: 1 });
        break;
      }
    }
    controller.abort();
    await poll;
  });

  it('answers 503 while writes fail, and 200 once they succeed', async () => {
    const full = await startServer();
    try {
      const { writer } = full.app;
      const health = async () => (await fetch(`${full.url}/health`)).status;
      const error = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      const refuse = () => writer.write(full.realm.realm_id, () => Promise.reject(error)).catch(() => {});
      await refuse();
      const refused = await fetch(`${full.url}/health`);
      expect([refused.status, await refused.json()]).toMatchObject([503, { msg: 'The store takes no writes' }]);
      await full.owner.sendMessage({ type: 'direct', to: [full.owner.user_id], content: 'room' });
      expect(await health()).toBe(200);
      await refuse();
      // Not every failed write shows it.
      await writer.write(null, async () => {});
      expect(await health()).toBe(503);
      // A load balancer sends no writes meanwhile, so only time says when to try again: not that of a clock which is set.
      full.clock.jump(6 * 3_600_000);
      expect(await health()).toBe(503);
      full.clock.jump(-12 * 3_600_000);
      full.clock.advance(5500);
      expect(await health()).toBe(200);
      // A bad request is no failure of the store.
      await expect(full.owner.sendMessage({ type: 'direct', to: [], content: 'x' })).rejects.toThrow();
      expect(await health()).toBe(200);
    } finally {
      await full.stop();
    }
  });

  it('answers 503 if the store fails or takes too long', async () => {
    for (const get of [() => Promise.reject(new Error('gone')), () => new Promise(() => {})]) {
      const answer = await ask(get);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ result: 'error', msg: 'The store does not answer' });
    }
    expect((await ask(() => Promise.resolve({ realms: 0 }))).status).toBe(200);
  });
});
