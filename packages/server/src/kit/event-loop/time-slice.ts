// Yields to the event loop during long work, every few milliseconds.

const SLICE_MS = 6;

export class TimeSlice {
  private since = performance.now();

  /** Check before {@link yieldIfUsed} if steps take microseconds: an await costs as much as such a step. */
  isUsed(): boolean {
    return performance.now() - this.since >= SLICE_MS;
  }

  /** Await between short steps of the work. */
  async yieldIfUsed(): Promise<void> {
    if (!this.isUsed()) return;
    await nextTurn();
    this.since = performance.now();
  }
}

/** When the event loop last had a turn, as far as known. */
let turn_began = performance.now();
let next_turn: Promise<void> | null = null;

/**
 * True if all work since the event loop's last turn has used up a slice, so the caller should yield. Nothing reports turns of the
 * loop, so the first caller after a pause yields needlessly: tracking each turn would cost more per request than its statements.
 */
export function isTurnUsed(): boolean {
  return next_turn !== null || performance.now() - turn_began >= SLICE_MS;
}

/** One turn, shared by all who wait for it. */
export function nextTurn(): Promise<void> {
  next_turn ??= new Promise((resolve) =>
    setImmediate(() => {
      next_turn = null;
      turn_began = performance.now();
      resolve();
    }),
  );
  return next_turn;
}
