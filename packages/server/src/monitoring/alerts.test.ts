// The alert rules and the dashboard of deploy/monitoring: every metric they name exists, and each alert fires on a real server with the
// fault it is for, and not on one without. Expressions are evaluated here, by a small part of PromQL, on two readings of GET /metrics.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FakeS3, sendMailTo, startFakeS3, startServer, type TestServer } from '@stoa/testkit';
import { parseMetrics, type Sample } from '../cli/metrics-text.ts';
import { sql } from '../kit/database/sql.ts';
import { addGauges, type GaugeSources } from './gauges.ts';
import { Metrics } from './metrics.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly description: string };
}
interface Readings {
  readonly before: readonly Sample[];
  readonly after: readonly Sample[];
}

const fileOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/monitoring/${name}`, import.meta.url)), 'utf8');
const { groups } = Bun.YAML.parse(fileOf('alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

const SELECTOR = String.raw`([a-z_]+)(?:\{([^}]*)\})?`;
const TERM = new RegExp(
  String.raw`^(?:(sum|min|max)(?: by \((\w+)\))? ?\()?(?:increase\(${SELECTOR}\[\w+\]\)|${SELECTOR})\)?$`,
);
const SUMMARIES = {
  sum: (all: number[]) => all.reduce((sum, value) => sum + value, 0),
  min: (all: number[]) => Math.min(...all),
  max: (all: number[]) => Math.max(...all),
};

function fits({ labels }: Sample, matchers: string): boolean {
  return [...matchers.matchAll(/(\w+)(=~?)"([^"]*)"/g)].every(([, name, operator, expected]) =>
    operator === '=' ? labels[name!] === expected : new RegExp(`^(?:${expected})$`).test(labels[name!] ?? ''),
  );
}

/** A value for each group. */
function valuesOf(term: string, { before, after }: Readings): number[] {
  const parts = TERM.exec(term.trim());
  if (!parts) throw new Error(`this is no expression that can be evaluated here: ${term}`);
  const [, summary, by, increased, increased_labels, plain, plain_labels] = parts;
  const name = increased ?? plain!;
  const matchers = increased_labels ?? plain_labels ?? '';
  const grouped = new Map<string, number[]>();
  for (const sample of after) {
    if (sample.name !== name || !fits(sample, matchers)) continue;
    const same = (other: Sample) => other.name === name && Bun.deepEquals(other.labels, sample.labels);
    const value = increased ? sample.value - (before.find(same)?.value ?? 0) : sample.value;
    const group = summary ? (by ? sample.labels[by]! : '') : JSON.stringify(sample.labels);
    grouped.set(group, [...(grouped.get(group) ?? []), value]);
  }
  const summarize = SUMMARIES[(summary ?? 'sum') as keyof typeof SUMMARIES];
  return [...grouped.values()].map(summarize);
}

/** Whether the condition holds for any group. */
function holds(expression: string, readings: Readings): boolean {
  const [, left, , right, comparison, limit] = /^(.*?)( \/ (.*?))? (==|<|>) ([\d.]+)$/.exec(expression)!;
  const dividends = valuesOf(left!, readings);
  const [divisor] = right === undefined ? [1] : valuesOf(right, readings);
  return dividends
    .map((value) => value / divisor!)
    .some((value) =>
      comparison === '=='
        ? value === Number(limit)
        : comparison === '<'
          ? value < Number(limit)
          : value > Number(limit),
    );
}

let server: TestServer;
let bucket: FakeS3;
let secret_access_key: string;
beforeAll(async () => {
  bucket = await startFakeS3();
  ({ secret_access_key } = bucket);
  server = await startServer({
    files: { ...bucket },
    incoming_mail: { domain: 'chat.example' },
    failures_expected: true,
  });
});
afterAll(async () => {
  await server.stop();
  await bucket.stop();
});

async function scrape(url = server.url): Promise<Sample[]> {
  const text = await fetch(`${url}/metrics`).then(
    (answer) => answer.text(),
    () => null,
  );
  // Prometheus adds whether the scrape succeeded.
  const up = { name: 'up', labels: { job: 'stoa' }, value: text === null ? 0 : 1 };
  return [up, ...parseMetrics(text ?? '')];
}

const block = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Readings are remembered for up to three seconds, and for one more by the metrics. */
const forgetReadings = () => server.clock.advance(4100);

async function recovery(): Promise<void> {
  for (const end = performance.now() + 5000; performance.now() < end; await sleep(20)) {
    forgetReadings();
    const samples = await scrape();
    const is_ready = samples.every(({ name, value }) => name !== 'stoa_ready_check' || value === 1);
    if (is_ready && samples.every(({ name, value }) => name !== 'stoa_job_oldest_due_seconds' || value === 0)) return;
  }
}

/** The bucket refuses every request. */
const closeBucket = () => Object.assign(bucket, { secret_access_key: 'another one' });
const openBucket = () => Object.assign(bucket, { secret_access_key });

/** Runs a fault, reads in its middle, and ends it. */
type Fault = () => Promise<Readings>;
const during = async (begin: () => Promise<unknown> | unknown, end: () => unknown = () => {}): Promise<Readings> => {
  const before = await scrape();
  await begin();
  const after = await scrape();
  await end();
  return { before, after };
};

const faults: Record<string, Fault> = {
  StoaDown: async () => ({ before: await scrape(), after: await scrape('http://127.0.0.1:9') }),
  StoaNotReady: () =>
    during(() => {
      closeBucket();
      forgetReadings();
    }, openBucket),
  StoaWarns: () => {
    const job = sql`insert into jobs (realm_id, kind, body, run_at, claimed_until) values (${server.realm.realm_id}, 'mail', '{}', ${server.clock.now() - 3600_000}, ${server.clock.now() + 3600_000})`;
    return during(
      async () => {
        await server.app.store.transaction((tx) => tx.run(job));
        forgetReadings();
      },
      () => server.app.store.transaction((tx) => tx.run(sql`delete from jobs`)),
    );
  },
  StoaWritesStuck: async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const write = server.app.writer.write(server.realm.realm_id, () => promise);
    return during(
      () => server.clock.advance(4100),
      () => {
        resolve();
        return write.catch(() => {});
      },
    );
  },
  StoaCommitsFail: () =>
    during(() =>
      server.app.writer
        .write(server.realm.realm_id, ({ defer }) => defer(() => Promise.reject(new Error('refused')), null), {
          appends: true,
        })
        .catch(() => {}),
    ),
  StoaErrors: () =>
    during(async () => {
      closeBucket();
      await server.owner.uploadFile({}, { file: new File(['x'], 'x.txt') }).catch(() => {});
    }, openBucket),
  StoaSlow: () =>
    during(() => {
      const { writer } = server.app;
      const slow = writer.write(server.realm.realm_id, () => sleep(1300));
      return Promise.all([
        slow,
        server.owner.sendMessage({ type: 'direct', to: [server.owner.user_id], content: 'x' }),
      ]);
    }),
  StoaEventLoopBlocked: () =>
    during(() => {
      block(700);
      return sleep(50);
    }),
  StoaDatabaseBusy: async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held: Promise<unknown>[] = [];
    return during(
      async () => {
        for (let n = 0; n < 20; n++) held.push(server.app.store.snapshot(() => promise));
        await sleep(100);
      },
      () => {
        resolve();
        return Promise.all(held);
      },
    );
  },
  StoaJobsLate: () => faults.StoaWarns!(),
  StoaJobsGivenUp: () =>
    during(async () => {
      await server.app.writer.write(server.realm.realm_id, async ({ enqueue }) => enqueue({ kind: 'mail', body: {} }));
      await server.app.jobs.settle();
    }),
  StoaFilesFail: () => faults.StoaErrors!(),
  StoaIncomingMailFails: async () => {
    const { owner } = server;
    await owner.subscribe({ subscriptions: [{ name: 'post' }] });
    const { email: to } = await owner.getStreamEmailAddress(await owner.getStreamId({ stream: 'post' }));
    const attachments = [{ filename: 'x.txt', content: 'x' }];
    return during(async () => {
      closeBucket();
      await sendMailTo(server.app.mail_port!, { to, subject: 's', text: 'x', attachments });
    }, openBucket);
  },
  // A disk can't be filled here: its reading is, the rest is real.
  StoaDiskLow: async () => {
    const metrics = new Metrics();
    const { app } = server;
    const readiness = async () => [['disk', { status: 'warn', free_mib: 300 }] as const];
    addGauges(metrics, { ...app, clock: server.clock, readiness } as unknown as GaugeSources);
    return { before: await scrape(), after: parseMetrics(await metrics.registry.metrics()) };
  },
};

describe('[MO9] each alert', () => {
  it('has a planted fault that fires it', () => {
    expect(Object.keys(faults).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s fires in its fault, and not without',
    async (alert, { expr }) => {
      await recovery();
      const well = await during(() => server.owner.getOwnUser());
      expect(holds(expr, well)).toBe(false);
      expect(holds(expr, await faults[alert]!())).toBe(true);
    },
    60_000,
  );
});

it('[MO9] the dashboard and the alerts use only existing metrics', async () => {
  await server.owner.uploadFile({}, { file: new File(['x'], 'x.txt') });
  await server.owner.registerQueue({});
  const there = new Set((await scrape()).map(({ name }) => name));
  const texts = [
    ...rules.map(({ expr }) => expr),
    ...[...fileOf('grafana-dashboard.json').matchAll(/"expr": "(.*)"/g)].map(([, expr]) => expr!),
  ];
  const named = new Set(texts.flatMap((text) => text.match(/\b(stoa|process)_[a-z_]+/g) ?? []));
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((name) => !there.has(name))).toEqual([]);
});
