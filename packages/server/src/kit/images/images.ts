// Reads and makes pictures in separate processes, with limits on pixels, bytes and time: a hostile file can only crash such a
// process. Owns the processes and their scheduling; never decides what a picture is for.
import { availableParallelism } from 'node:os';
import type { UserId } from '@stoa/contract';
import { TaskProcess } from '../processes/task-process.ts';
import { FairPool } from '../scheduling/fair-pool.ts';
import { FAILED, type Output, PIXELS, type PixelLimits, type Task, type TaskResult } from './tasks.ts';

export type { Output, Picture, PixelLimits } from './tasks.ts';

/** After this long the picture is given up and its process killed. */
const TIME_LIMIT_MS = 20_000;
const PLACES_EACH = 2;
const WAITING_MAX = 1000;
const WAITING_EACH_MAX = 100;
const MAX_WAIT_MS = 60_000;
/** Large photos take a second or two; what takes longer waits for others the next time. [UP831] */
const SLOW_MS = 3000;

/** One per core, but at least two: while one account's picture is worked on, another's has a place. */
export function placesFor(cores: number): { places: number; places_each: number } {
  const places = Math.min(4, Math.max(2, cores));
  return { places, places_each: Math.min(PLACES_EACH, places - 1) };
}

export interface ImagesOptions {
  readonly time_limit_ms?: number;
  readonly cores?: number;
}

export class Images {
  private readonly pool: FairPool<UserId>;
  private readonly processes: readonly TaskProcess<Task, TaskResult>[];
  private readonly idle: TaskProcess<Task, TaskResult>[];
  private closed = false;

  constructor({ time_limit_ms = TIME_LIMIT_MS, cores = availableParallelism() }: ImagesOptions = {}) {
    const { places, places_each } = placesFor(cores);
    this.pool = new FairPool({
      places,
      places_each,
      waiting: WAITING_MAX,
      waiting_each: WAITING_EACH_MAX,
      max_wait_ms: MAX_WAIT_MS,
      slow_ms: SLOW_MS,
    });
    this.processes = Array.from(
      { length: places },
      () => new TaskProcess('pictures', { ended: FAILED, not_done: FAILED }, { time_limit_ms }),
    );
    this.idle = [...this.processes];
  }

  /** Reads a file's head. `by`: the account it counts for. Throws {@link PoolFull}. */
  probe(by: UserId, path: string, pixels: PixelLimits = PIXELS.upload): Promise<TaskResult> {
    return this.request(by, path, [], pixels);
  }

  /** Writes the outputs; after a failure some may exist. Throws {@link PoolFull}. */
  make(by: UserId, path: string, outputs: readonly Output[], pixels: PixelLimits = PIXELS.upload): Promise<TaskResult> {
    return this.request(by, path, outputs, pixels);
  }

  close(): void {
    this.closed = true;
    this.pool.clear();
    for (const each of this.processes) each.end();
  }

  /** Uses the process that became free last, so that a quiet server runs only one. */
  private request(by: UserId, path: string, outputs: readonly Output[], pixels: PixelLimits): Promise<TaskResult> {
    return this.pool.run(by, async (signal) => {
      if (this.closed) throw new Error('the server is stopping');
      const free = this.idle.pop()!;
      try {
        const giveUp = () => free.end();
        signal.addEventListener('abort', giveUp, { once: true });
        return await free.run({ path, outputs, pixels });
      } finally {
        this.idle.push(free);
      }
    });
  }
}
