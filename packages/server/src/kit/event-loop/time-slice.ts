// Yields to the event loop during long work, every few milliseconds.
import { nextTurn } from './turns.ts';

const SLICE_MS = 6;

export class TimeSlice {
  private since = performance.now();

  constructor(private readonly slice_ms = SLICE_MS) {}

  /** Check before {@link yieldIfUsed} if steps take microseconds: an await costs as much as such a step. */
  isUsed(): boolean {
    return performance.now() - this.since >= this.slice_ms;
  }

  /** Await between short steps of the work. */
  async yieldIfUsed(): Promise<void> {
    if (!this.isUsed()) return;
    await nextTurn();
    this.since = performance.now();
  }
}
