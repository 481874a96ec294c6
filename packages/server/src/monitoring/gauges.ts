// Gauges read at each scrape: of the process, the store, the feed and the jobs. The cost of a scrape must not grow with the data.
import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import type { Feed } from '../feed/feed.ts';
import type { Store } from '../kit/database/connection.ts';
import type { JobRunner } from '../kit/jobs/jobs.ts';
import type { Component } from '../kit/lifecycle/lifecycle.ts';
import { cachedFor } from '../kit/time/cached-for.ts';
import type { Clock } from '../kit/time/clock.ts';
import { inTime } from '../kit/time/time-limit.ts';
import { VERSION } from '../kit/version.ts';
import type { Writer } from '../kit/write/write.ts';
import type { Readiness } from '../pages/ready.ts';
import type { Metrics } from './metrics.ts';

const NS_PER_SEC = 1e9;
/** At most this many waiting jobs of a kind are counted: a backlog of a million must not make a scrape slow. */
const JOBS_COUNTED = 1000;
/** Figures that the store has not given by then are left out. */
const STORE_MS = 2000;
/** One reading serves all metrics of a scrape, and scrapes shortly after. */
const CACHED_MS = 1000;
const LOOP_RESOLUTION_MS = 50;
const QUANTILES = [0.5, 0.9, 0.99] as const;

export interface GaugeSources {
  readonly clock: Clock;
  readonly store: Store;
  readonly writer: Writer;
  readonly feed: Feed;
  readonly jobs: Pick<JobRunner, 'waiting'>;
  readonly readiness: Readiness;
}

/** Adds the gauges; the component measures the event loop while the server runs. */
export function addGauges({ registry }: Metrics, sources: GaugeSources): Component {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const { store, writer, feed } = sources;
  gauge('stoa_waiting_polls', 'Polls that wait for events.', () => feed.waiting_polls);
  gauge('stoa_queues', 'Event queues that this node serves.', () => feed.queues.size);
  gauge(
    'stoa_oldest_write_wait_seconds',
    'How long the oldest write not yet on disk has waited.',
    () => writer.oldest_wait_ms / 1000,
  );
  addProcess(registers, gauge);
  addConnections(registers, store);
  addCaches(registers, store);
  addJobs(registers, sources);
  addReadiness(registers, sources);
  return addEventLoop(registers, gauge);
}

type Add = (name: string, help: string, read: () => number) => unknown;
type Registers = Metrics['registry'][];

function addProcess(registers: Registers, gauge: Add): void {
  const started = performance.timeOrigin / 1000;
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', () => started);
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss());
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    registers,
    collect() {
      this.reset();
      this.inc(cpu());
    },
  });
  gauge('stoa_heap_bytes', 'Memory that the JavaScript heap uses.', () => process.memoryUsage().heapUsed);
}

function addConnections(registers: Registers, store: Store): void {
  new Gauge({
    name: 'stoa_database_connections',
    help: 'Connections of the store by state; waiting: transactions that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(store.connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'process_open_fds',
    help: 'Open files and sockets; absent where the system does not tell.',
    registers,
    async collect() {
      const open = await readdir('/proc/self/fd').catch(() => null);
      if (open !== null) this.set(open.length);
    },
  });
  new Gauge({
    name: 'stoa_info',
    help: 'Version and database engine; always 1.',
    labelNames: ['version', 'engine'],
    registers,
  }).set({ version: VERSION, engine: store.engine }, 1);
}

function addCaches(registers: Registers, store: Store): void {
  new Counter({
    name: 'stoa_cache_lookups_total',
    help: 'Lookups in caches by outcome: hit or miss.',
    labelNames: ['cache', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { name, hits, misses } of store.db.caches.figures()) {
        this.inc({ cache: name, outcome: 'hit' }, hits);
        this.inc({ cache: name, outcome: 'miss' }, misses);
      }
    },
  });
}

function addJobs(registers: Registers, { jobs, clock }: GaugeSources): void {
  const labels = { labelNames: ['kind'] as const, registers };
  const read = cachedFor(clock, CACHED_MS, () => inTime(jobs.waiting(JOBS_COUNTED), STORE_MS, []));
  new Gauge({
    name: 'stoa_job_oldest_due_seconds',
    help: 'How long the oldest job of a kind has been due; 0 if none is.',
    ...labels,
    async collect() {
      this.reset();
      for (const { kind, due_ms } of await read()) this.set({ kind }, due_ms / 1000);
    },
  });
  new Gauge({
    name: 'stoa_jobs_waiting',
    help: `Jobs that wait for their time or a place, up to ${JOBS_COUNTED} of a kind.`,
    ...labels,
    async collect() {
      this.reset();
      for (const { kind, waiting } of await read()) this.set({ kind }, waiting);
    },
  });
}

function addReadiness(registers: Registers, { readiness, clock }: GaugeSources): void {
  const read = cachedFor(clock, CACHED_MS, readiness);
  new Gauge({
    name: 'stoa_disk_free_bytes',
    help: 'Room on the disk of the data directory.',
    registers,
    async collect() {
      const free_mib = (await read()).find(([check]) => check === 'disk')?.[1].free_mib;
      if (typeof free_mib === 'number') this.set(free_mib * 1024 * 1024);
    },
  });
  new Gauge({
    name: 'stoa_ready_check',
    help: 'Each check of GET /ready: 1 passes, 0.5 warns, 0 fails.',
    labelNames: ['check'],
    registers,
    async collect() {
      for (const [check, { status }] of await read())
        this.set({ check }, status === 'pass' ? 1 : status === 'warn' ? 0.5 : 0);
    },
  });
}

/** Delays since the scrape before, beyond the resolution of the measurement. */
function addEventLoop(registers: Registers, gauge: Add): Component {
  const measured = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  const beyond = (ns: number) => Math.max(0, ns / NS_PER_SEC - LOOP_RESOLUTION_MS / 1000) || 0;
  gauge('stoa_event_loop_delay_max_seconds', 'Longest delay of the event loop since the last scrape.', () =>
    beyond(measured.max),
  );
  new Gauge({
    name: 'stoa_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape, by quantile.',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const quantile of QUANTILES) this.set({ quantile }, beyond(measured.percentile(quantile * 100)));
      measured.reset();
    },
  });
  return { start: () => void measured.enable(), stop: () => void measured.disable() };
}
