// `stoa status`: what a running server does, from its metrics; live, or once.
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopbackHost } from '../kit/http/observers/request-guard.ts';
import { CommandError } from './command.ts';
import type { StatusValues } from './declarations.ts';
import { parseMetrics, quantileOf, type Sample, sumOf } from './metrics-text.ts';
import { print } from './terminal.ts';

const EVERY_MS = 2000;
/** A second reading for rates, where only one view is wanted. */
const ONCE_MS = 1000;
const PATIENCE_MS = 5000;
const CLEAR = '\u001b[H\u001b[2J';

interface Reading {
  readonly at: number;
  readonly samples: readonly Sample[];
}

export async function status(values: StatusValues): Promise<number> {
  const read = () => readMetrics(addressOf(values), values.metrics_token);
  let before = await read();
  await sleep(ONCE_MS);
  for (;;) {
    const after = await read();
    const figures = figuresOf(before, after);
    if (values.json) print(JSON.stringify(figures));
    else {
      if (!values.once && process.stdout.isTTY) process.stdout.write(CLEAR);
      print(viewOf(figures));
    }
    if (values.once) return 0;
    before = after;
    await sleep(EVERY_MS);
  }
}

function addressOf({ url, host: name, port: number, metrics_listen: own, tls, tls_certificate }: StatusValues): string {
  if (url !== undefined) return url;
  const at = own ?? { host: name, port: number };
  const reachable = at.host === '0.0.0.0' ? '127.0.0.1' : at.host === '::' ? '::1' : at.host;
  const is_https = (tls ?? tls_certificate) !== undefined && !own;
  return `${is_https ? 'https' : 'http'}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${at.port}`;
}

async function readMetrics(url: string, token: string | undefined): Promise<Reading> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  let answer: Response;
  try {
    // A certificate is for the public name: of this machine it proves nothing.
    const tls = isLoopbackHost(new URL(url).host) ? { tls: { rejectUnauthorized: false } } : {};
    const signal = AbortSignal.timeout(PATIENCE_MS);
    answer = await fetch(`${url}/metrics`, { headers, signal, redirect: 'error', ...tls });
  } catch {
    throw new CommandError(`no server answers at ${url}: is it running, and is --port or --url right?`);
  }
  if (answer.status === 401) throw new CommandError(`the server at ${url} wants the token of STOA_METRICS_TOKEN`);
  if (!answer.ok) throw new CommandError(`${url}/metrics answers ${answer.status}`);
  return { at: performance.now(), samples: parseMetrics(await answer.text()) };
}

const round = (value: number, digits = 1) => Number(value.toFixed(digits));

function figuresOf(before: Reading, after: Reading) {
  const secs = (after.at - before.at) / 1000;
  const now = (name: string, labels = {}) => sumOf(after.samples, name, labels);
  const rate = (name: string) => round((now(name) - sumOf(before.samples, name, {})) / secs);
  const median = (name: string) => quantileOf(before.samples, after.samples, name, 0.5);
  const slowest = (name: string) => quantileOf(before.samples, after.samples, name, 0.99);
  const of = (name: string) => after.samples.filter((sample) => sample.name === name);
  const most = (name: string) => Math.max(0, ...of(name).map(({ value }) => value));
  /** The values of a metric, keyed by a label; several workers have a sample each. */
  const valuesOf = (name: string, label: string, combine: (a: number, b: number) => number) => {
    const values = new Map<string, number>();
    for (const { labels, value } of of(name)) {
      const before = values.get(labels[label]!);
      values.set(labels[label]!, before === undefined ? value : combine(before, value));
    }
    return Object.fromEntries(values);
  };
  const sum = (a: number, b: number) => a + b;
  const info = after.samples.find(({ name }) => name === 'stoa_info')?.labels;
  const failing = after.samples
    .filter(({ name, labels, value }) => name === 'stoa_requests_total' && labels.status!.startsWith('5') && value > 0)
    .reduce((sum, { value }) => sum + value, 0);
  const checks = Object.entries(valuesOf('stoa_ready_check', 'check', Math.min));
  return {
    version: info?.version ?? null,
    engine: info?.engine ?? null,
    workers: of('process_start_time_seconds').length,
    up_secs: Math.round(Date.now() / 1000 - Math.min(...of('process_start_time_seconds').map(({ value }) => value))),
    checks: Object.fromEntries(
      checks.map(([check, value]) => [check, value === 1 ? 'pass' : value > 0 ? 'warn' : 'fail']),
    ),
    requests_per_sec: rate('stoa_requests_total'),
    request_secs_up_to: {
      half: median('stoa_request_duration_seconds'),
      most: slowest('stoa_request_duration_seconds'),
    },
    server_errors: failing,
    commits_per_sec: rate('stoa_commit_writes_count'),
    writes_per_sec: rate('stoa_commit_writes_sum'),
    commit_secs_up_to: { half: median('stoa_commit_duration_seconds'), most: slowest('stoa_commit_duration_seconds') },
    oldest_write_wait_secs: round(most('stoa_oldest_write_wait_seconds'), 3),
    deliveries_per_sec: rate('stoa_deliveries_total'),
    queues: now('stoa_queues'),
    waiting_polls: now('stoa_waiting_polls'),
    // Each worker counts the jobs of all.
    jobs_waiting: Object.values(valuesOf('stoa_jobs_waiting', 'kind', Math.max)).reduce(sum, 0),
    oldest_job_secs: Math.round(most('stoa_job_oldest_due_seconds')),
    jobs_given_up: now('stoa_job_attempts_total', { outcome: 'given_up' }),
    event_loop_delay_max_secs: round(most('stoa_event_loop_delay_max_seconds'), 3),
    connections: valuesOf('stoa_database_connections', 'state', sum),
    memory_mib: Math.round(now('process_resident_memory_bytes') / 1024 / 1024),
    cpu_percent: round(
      ((now('process_cpu_seconds_total') - sumOf(before.samples, 'process_cpu_seconds_total')) / secs) * 100,
    ),
    disk_free_mib: Math.round(most('stoa_disk_free_bytes') / 1024 / 1024),
    incoming_mail:
      of('stoa_incoming_mail_connections').length === 0
        ? null
        : {
            recipients: Object.fromEntries(
              Object.entries(valuesOf('stoa_incoming_mail_total', 'outcome', sum)).filter(([, value]) => value > 0),
            ),
            connections: now('stoa_incoming_mail_connections'),
          },
  };
}

type Figures = ReturnType<typeof figuresOf>;

const milliseconds = (secs: number | null) =>
  secs === null ? '-' : Number.isFinite(secs) ? `${Math.round(secs * 1000)} ms` : 'long';
const upTo = ({ half, most }: { half: number | null; most: number | null }) =>
  half === null ? 'none' : `half within ${milliseconds(half)}, 99% within ${milliseconds(most)}`;

function viewOf(figures: Figures): string {
  const { connections: db, checks } = figures;
  const bad = Object.entries(checks).filter(([, state]) => state !== 'pass');
  const rows: [string, string][] = [
    [
      'Stoa',
      `${figures.version}, ${figures.engine}, up ${duration(figures.up_secs)}${figures.workers > 1 ? `, ${figures.workers} workers` : ''}`,
    ],
    ['Ready', bad.length === 0 ? 'yes' : bad.map(([check, state]) => `${check}: ${state}`).join(', ')],
    [
      'Requests',
      `${figures.requests_per_sec}/s, ${upTo(figures.request_secs_up_to)}; ${figures.server_errors} failed since start`,
    ],
    ['Writes', `${figures.writes_per_sec}/s in ${figures.commits_per_sec} commits, ${upTo(figures.commit_secs_up_to)}`],
    ['Oldest write', `waits ${milliseconds(figures.oldest_write_wait_secs)}`],
    [
      'Clients',
      `${figures.queues} queues, ${figures.waiting_polls} waiting polls, ${figures.deliveries_per_sec} deliveries/s`,
    ],
    [
      'Jobs',
      `${figures.jobs_waiting} wait, the oldest due for ${duration(figures.oldest_job_secs)}; ${figures.jobs_given_up} given up since start`,
    ],
    ['Database', `${db.in_use ?? 0} connections in use, ${db.idle ?? 0} idle, ${db.waiting ?? 0} waiting`],
    ['Event loop', `delayed up to ${milliseconds(figures.event_loop_delay_max_secs)}`],
    [
      'Process',
      `${figures.memory_mib} MiB, ${figures.cpu_percent}% of a processor, ${figures.disk_free_mib} MiB of disk free`,
    ],
  ];
  if (figures.incoming_mail) rows.push(['Mail in', mailOf(figures.incoming_mail)]);
  return rows.map(([name, value]) => `${name.padEnd(13)} ${value}`).join('\n');
}

function mailOf({ recipients, connections }: NonNullable<Figures['incoming_mail']>): string {
  const { accepted = 0, repeated = 0, ...refused } = recipients;
  const count = Object.values(refused).reduce((all, value) => all + value, 0);
  const why = Object.entries(refused).map(([outcome, value]) => `${outcome}: ${value}`);
  const reasons = count === 0 ? '' : ` (${why.join(', ')})`;
  return `${accepted + repeated} posted, ${count} refused since start${reasons}; ${connections} connections`;
}

function duration(secs: number): string {
  if (secs < 120) return `${secs} s`;
  if (secs < 7200) return `${Math.round(secs / 60)} min`;
  return secs < 172_800 ? `${Math.round(secs / 3600)} h` : `${Math.round(secs / 86_400)} days`;
}
