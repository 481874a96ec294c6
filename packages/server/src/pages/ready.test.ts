// GET /live and GET /ready: what supervisors and load balancers see, and when.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { startFakeS3, startServer, type TestServer } from '@stoa/testkit';
import { systemClock } from '../kit/time/clock.ts';
import { type ReadinessSources, readiness, ready } from './ready.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

interface Readiness {
  readonly result: string;
  readonly msg: string;
  readonly checks: Record<string, { status: string; [figure: string]: unknown }>;
}

async function ask(url = server.url) {
  const answer = await fetch(`${url}/ready`);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Readiness };
}

const well = {
  clock: systemClock,
  store: { db: { get: async () => ({ realms: 1 }) } },
  writer: { is_taking: true, oldest_wait_ms: 0 },
  jobs: { backlog: async () => ({ late: 0, oldest_ms: 0 }) },
  files: { check: async () => {} },
  data: '.',
  isDraining: () => false,
};

async function judge(change: object) {
  const asked = readiness({ ...well, ...change } as unknown as ReadinessSources, 50);
  const answer = await ready(asked)(new Request('http://any/ready'));
  return { status: answer.status, body: (await answer.json()) as Readiness };
}

it('[PG9] GET /live answers as long as the process does', async () => {
  const answer = await fetch(`${server.url}/live`);
  expect([answer.status, await answer.json()]).toEqual([200, { result: 'success', msg: '' }]);
});

describe('[PG10] GET /ready', () => {
  it('names each check with its figures', async () => {
    const { status, body } = await ask();
    expect([status, body.result, body.msg]).toEqual([200, 'success', '']);
    expect(body.checks).toEqual({
      serving: { status: 'pass' },
      store: { status: 'pass' },
      writes: { status: 'pass', oldest_wait_ms: expect.any(Number) },
      files: { status: 'pass' },
      disk: { status: expect.stringMatching(/^(pass|warn)$/), free_mib: expect.any(Number) },
      jobs: { status: 'pass', late: 0, oldest_secs: 0 },
    });
  });

  it.each([
    ['serving', { isDraining: () => true }],
    ['store', { store: { db: { get: () => new Promise(() => {}) } } }],
    ['store', { store: { db: { get: () => Promise.reject(new Error('postgres://user:password@host')) } } }],
    ['writes', { writer: { is_taking: true, oldest_wait_ms: 4001 } }],
    ['writes', { writer: { is_taking: false, oldest_wait_ms: 0 } }],
    ['files', { files: { check: () => Promise.reject(new Error('the password is wrong')) } }],
    ['files', { files: { check: () => new Promise(() => {}) } }],
    ['disk', { data: '/nowhere at all' }],
    ['jobs', { jobs: { backlog: () => Promise.reject(new Error('password')) } }],
  ])('is 503 when %s fails, and tells nothing of why', async (name, change) => {
    const { status, body } = await judge(change);
    expect([status, body.msg, body.checks[name]!.status]).toEqual([503, `Not ready: ${name}`, 'fail']);
    expect(JSON.stringify(body)).not.toContain('password');
  });

  it('only warns about late jobs', async () => {
    const { status, body } = await judge({ jobs: { backlog: async () => ({ late: 7, oldest_ms: 400_500 }) } });
    expect([status, body.checks.jobs]).toEqual([200, { status: 'warn', late: 7, oldest_secs: 400 }]);
    expect(body.result).toBe('success');
  });

  it('reports how long the oldest write has waited, and how many jobs are late', async () => {
    const { writer, jobs } = server.app;
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = writer.write(server.realm.realm_id, () => promise);
    const behind = writer.write(server.realm.realm_id, async () => {});
    await new Promise((wake) => setTimeout(wake, 60));
    expect(writer.oldest_wait_ms).toBeGreaterThan(50);
    resolve();
    await Promise.all([held, behind]);
    expect(writer.oldest_wait_ms).toBe(0);
    await writer.write(server.realm.realm_id, async ({ enqueue, now }) => {
      for (const run_at of [now - 600_000, now - 400_000, now]) enqueue({ kind: 'nobody does it', body: {}, run_at });
    });
    const { late, oldest_ms } = await jobs.backlog(300_000, 10);
    expect([late, Math.round(oldest_ms / 60_000)]).toEqual([2, 10]);
    expect((await jobs.backlog(300_000, 1)).late).toBe(1);
  });

  it('checks whether the bucket exists', async () => {
    const bucket = await startFakeS3();
    const apart = await startServer({ files: bucket });
    try {
      expect((await ask(apart.url)).body.checks.files).toEqual({ status: 'pass' });
      expect(bucket.refused).toEqual([]);
      await bucket.stop();
      await expect(apart.app.files.files.check()).rejects.toThrow();
    } finally {
      await apart.stop();
    }
  });
});
