// Keeps workers running: starts one again that ends or hangs, replaces all of them one by one, stops them together.
// [ND10] [ND11] [ND12] [ND17]
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../kit/logging/logger.ts';
import type { WorkerMetrics } from '../monitoring/merge-metrics.ts';
import type { FromWorker } from './worker-channel.ts';
import { Heartbeat } from './worker-heartbeat.ts';
import type { StartWorker, WorkerProcess } from './worker-process.ts';

/** The wait before a worker is started again: doubled each time, until one has run for a minute. */
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MOST_MS = 30_000;
const STEADY_MS = 60_000;
/** A new worker that is not ready by then is ended: a migration of a large database is done by the first. */
const READY_MS = 60_000;
/** Longer than a worker takes that stops in order. */
const STOP_MS = 90_000;
/** Metrics that a worker has not sent by then are left out of a scrape. */
const METRICS_MS = 4000;

/** How long to wait before the start that follows `failures` ends in a row. */
export const backoff = (failures: number): number =>
  Math.min(BACKOFF_MOST_MS, BACKOFF_FIRST_MS * 2 ** Math.min(failures, 20));

interface Running {
  readonly process: WorkerProcess;
  readonly since: number;
  is_wanted: boolean;
}

/** A worker that ended before it was ready. */
interface Failed {
  readonly code: number;
  /** The reason it gave. */
  readonly failure: string | undefined;
}

export interface WorkersOptions {
  readonly count: number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly start: StartWorker;
  /** Tells the operator why the command ends. */
  readonly complain: (failure: string) => void;
  /** Milliseconds between two pings of a worker, for tests. */
  readonly beat_ms?: number;
}

type MetricsListener = (metrics: WorkerMetrics) => void;

export class Workers {
  /** The worker at each place; null between an end and the next start. */
  private readonly places: (Running | null)[] = [];
  private readonly alive = new Set<WorkerProcess>();
  private readonly failures: number[] = [];
  private readonly scrapes = new Map<number, MetricsListener>();
  private next_scrape_id = 0;
  private stopping = false;
  private replacing: Promise<void> | null = null;
  private is_wanted_again = false;

  constructor(private readonly options: WorkersOptions) {}

  /** Resolves with an exit code only if the first start fails: settings or the database are to blame. */
  async run(): Promise<number> {
    const { count, complain } = this.options;
    const giveUp = ({ code, failure }: Failed) => {
      if (failure !== undefined) complain(failure);
      return code;
    };
    // The first one alone: it upgrades the database, and what is wrong with the settings is said once.
    const first = await this.begin(0);
    if ('code' in first) return giveUp(first);
    const others = await Promise.all(Array.from({ length: count - 1 }, (_, at) => this.begin(at + 1)));
    const failed = others.find((started) => 'code' in started);
    if (failed !== undefined && !this.stopping) {
      await this.stop();
      return giveUp(failed);
    }
    first.process.send({ type: 'announce' });
    return new Promise<never>(() => {});
  }

  /** One after the other: the next is replaced when the new one is ready and the old one has ended. */
  replaceAll(): void {
    if (this.stopping) return;
    if (this.replacing !== null) {
      this.is_wanted_again = true;
      return;
    }
    this.replacing = this.replaceEach().finally(() => {
      this.replacing = null;
      if (!this.is_wanted_again) return;
      this.is_wanted_again = false;
      this.replaceAll();
    });
  }

  /** Stops all of them in order; kills those that take too long. */
  async stop(): Promise<void> {
    this.stopping = true;
    const all = [...this.alive];
    for (const worker of all) worker.send({ type: 'stop' });
    const timer = setTimeout(() => {
      for (const worker of this.alive) worker.kill();
    }, STOP_MS);
    await Promise.all(all.map(({ ended }) => ended));
    clearTimeout(timer);
  }

  private async replaceEach(): Promise<void> {
    const { log, count } = this.options;
    for (let place = 0; place < count; place++) {
      if (this.stopping) return;
      const old = this.places[place];
      if (!old) continue; // it is about to start again, as a new one
      old.is_wanted = false;
      const started = await this.begin(place);
      if ('code' in started) {
        const { code, failure } = started;
        old.is_wanted = true;
        if (this.alive.has(old.process)) {
          this.places[place] = old;
          log.error(
            { worker: place + 1, error: failure },
            `a new worker ended with code ${code}, so the old ones go on`,
          );
        } else void this.startAgain(place);
        return;
      }
      old.process.send({ type: 'retire' });
      const timer = setTimeout(() => old.process.kill(), STOP_MS);
      await old.process.ended;
      clearTimeout(timer);
      log.info({ worker: place + 1, pid: started.process.pid }, 'worker replaced');
    }
  }

  /** A worker that is ready at this place, or how it ended before. */
  private async begin(place: number): Promise<Running | Failed> {
    const ready = Promise.withResolvers<true>();
    let heartbeat: Heartbeat | null = null;
    let failure: string | undefined;
    const worker = this.options.start((message) => {
      if (message.type === 'ready') ready.resolve(true);
      else if (message.type === 'pong') heartbeat?.answered();
      else if (message.type === 'failed') failure = message.failure;
      else this.heard(place, worker, message);
    });
    this.alive.add(worker);
    const ended = worker.ended.then((end) => {
      this.alive.delete(worker);
      return end;
    });
    const timer = place > 0 || this.places[0] ? setTimeout(() => worker.kill(), READY_MS) : null;
    if (this.stopping) worker.send({ type: 'stop' });
    const started = await Promise.race([ready.promise, ended]);
    if (timer !== null) clearTimeout(timer);
    if (started !== true) return { code: started.code ?? 1, failure };
    heartbeat = new Heartbeat(worker, () => this.hangs(place, worker), this.options.beat_ms);
    const running: Running = { process: worker, since: performance.now(), is_wanted: true };
    this.places[place] = running;
    void ended.then(({ how }) => {
      heartbeat.stop();
      this.hasEnded(place, running, how);
    });
    return running;
  }

  private hangs(place: number, worker: WorkerProcess): void {
    this.options.log.error(
      { worker: place + 1, pid: worker.pid },
      'a worker hangs: it no longer answers, so it is ended',
    );
    worker.kill();
  }

  private hasEnded(place: number, running: Running, how: string): void {
    if (this.places[place] !== running) return;
    this.places[place] = null;
    if (this.stopping || !running.is_wanted) return;
    if (performance.now() - running.since > STEADY_MS) this.failures[place] = 0;
    const { pid } = running.process;
    const wait_ms = backoff(this.failures[place] ?? 0);
    this.options.log.error({ worker: place + 1, pid, wait_ms }, `a worker ended with ${how}; it is started again`);
    void this.startAgain(place);
  }

  private async startAgain(place: number): Promise<void> {
    while (!this.stopping && !this.places[place]) {
      const failures = this.failures[place] ?? 0;
      this.failures[place] = failures + 1;
      await sleep(backoff(failures));
      if (this.stopping) return;
      const started = await this.begin(place);
      const { log } = this.options;
      const worker = place + 1;
      if (!('code' in started)) log.info({ worker, pid: started.process.pid }, 'worker started again');
      else if (!this.stopping)
        log.error(
          { worker, wait_ms: backoff(failures + 1), error: started.failure },
          `a worker ended with code ${started.code} before it was ready; it is started again`,
        );
    }
  }

  private heard(place: number, worker: WorkerProcess, message: FromWorker): void {
    if (message.type === 'gather metrics') void this.gather(worker);
    else if (message.type === 'metrics') this.scrapes.get(message.id)?.({ worker: place + 1, text: message.text });
  }

  /** Asks each worker that serves for its metrics. */
  private async gather(asking: WorkerProcess): Promise<void> {
    const workers = this.places.filter((running) => running !== null);
    const { promise: all, resolve } = Promise.withResolvers<void>();
    const id = ++this.next_scrape_id;
    const texts: WorkerMetrics[] = [];
    this.scrapes.set(id, (metrics) => {
      if (texts.push(metrics) === workers.length) resolve();
    });
    for (const { process } of workers) process.send({ type: 'read metrics', id });
    const timer = setTimeout(resolve, METRICS_MS);
    await all;
    clearTimeout(timer);
    this.scrapes.delete(id);
    asking.send({ type: 'metrics of all', texts: texts.toSorted((a, b) => a.worker - b.worker) });
  }
}
