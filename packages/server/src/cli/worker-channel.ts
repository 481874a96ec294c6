// A worker's side of its channel to the process that started it.
import { mergeMetrics, type WorkerMetrics } from '../monitoring/merge-metrics.ts';

/** `retire`: others serve the port meanwhile. */
export type End = 'stop' | 'retire';

export type ToWorker =
  | { readonly type: 'announce' | 'ping' }
  | { readonly type: End }
  | { readonly type: 'read metrics'; readonly id: number }
  | { readonly type: 'metrics of all'; readonly texts: readonly WorkerMetrics[] };

export type FromWorker =
  | { readonly type: 'ready' | 'pong' | 'gather metrics' }
  /** In words, before it ends with an exit code. */
  | { readonly type: 'failed'; readonly failure: string }
  | { readonly type: 'metrics'; readonly id: number; readonly text: string };

/** How long a scrape waits for the other workers; longer than the one that gathers does. */
const GATHER_MS = 5000;

export class WorkerChannel {
  /** Resolves when this worker should end: its parent said so, or its parent ended. */
  readonly stopped: Promise<End>;
  private announce = () => {};
  private readOwn: (() => Promise<string>) | null = null;
  private gathered: PromiseWithResolvers<readonly WorkerMetrics[]> | null = null;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<End>();
    this.stopped = promise;
    process.on('message', (message: ToWorker) => {
      if (message.type === 'read metrics') void this.tellMetrics(message.id);
      else if (message.type === 'metrics of all') this.gathered?.resolve(message.texts);
      else if (message.type === 'ping') send({ type: 'pong' });
      else if (message.type === 'announce') this.announce();
      else resolve(message.type);
    });
    process.on('disconnect', () => resolve('stop'));
    process.on('SIGTERM', () => resolve('stop'));
    // A terminal sends these to all of its processes; the one that started this one decides.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  }

  /** `announce` is called in one worker, when all are ready. */
  ready(announce: () => void): void {
    this.announce = announce;
    send({ type: 'ready' });
  }

  /** Reads the metrics of all workers in one text; of this one alone if nobody answers in time. [MO10] */
  readonly gathering = (own: () => Promise<string>) => {
    this.readOwn = own;
    return async (): Promise<string> => {
      const texts = await this.gather();
      return texts.length === 0 ? own() : mergeMetrics(texts);
    };
  };

  private gather(): Promise<readonly WorkerMetrics[]> {
    if (this.gathered !== null) return this.gathered.promise;
    const gathered = Promise.withResolvers<readonly WorkerMetrics[]>();
    this.gathered = gathered;
    const timer = setTimeout(() => gathered.resolve([]), GATHER_MS);
    send({ type: 'gather metrics' });
    return gathered.promise.finally(() => {
      clearTimeout(timer);
      if (this.gathered === gathered) this.gathered = null;
    });
  }

  private async tellMetrics(id: number): Promise<void> {
    if (this.readOwn === null) return;
    send({ type: 'metrics', id, text: await this.readOwn() });
  }
}

function send(message: FromWorker): void {
  if (process.connected) process.send!(message);
}
