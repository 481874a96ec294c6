// Long work as many short writes in a row, between the requests of others: after each write it pauses for as long as the write
// took, so that half of the writer's, the disk's and the event loop's time is left. [PD14]
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../time/clock.ts';

/** A write that waited for many others says little about its own cost. */
const PAUSE_MS_MAX = 250;

export class PacedWrites {
  private readonly stopping = new AbortController();

  constructor(
    private readonly clock: Pick<Clock, 'steady'>,
    private readonly pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {}),
  ) {}

  /** Ends every series after its current write. */
  stop(): void {
    this.stopping.abort();
  }

  /** Repeats a write as long as it returns true and, if given, less than `most_ms` have passed. Returns whether all is done. */
  async repeat(write: () => Promise<boolean>, most_ms = Number.POSITIVE_INFINITY): Promise<boolean> {
    const { signal } = this.stopping;
    const end = this.clock.steady() + most_ms;
    while (!signal.aborted) {
      const began = this.clock.steady();
      if (!(await write())) return true;
      const now = this.clock.steady();
      if (now >= end) return false;
      await this.pause(Math.min(now - began, PAUSE_MS_MAX), signal);
    }
    return false;
  }
}
