// Yields to the event loop during long work: at most a few milliseconds are worked at a time.

const SLICE_MS = 6;

export class TimeSlice {
  private since = performance.now();

  /** Check before {@link yieldIfUsed} where steps take microseconds: awaiting nothing takes as long as such a step. */
  isUsed(): boolean {
    return performance.now() - this.since >= SLICE_MS;
  }

  /** To be awaited between two short steps of the work. */
  async yieldIfUsed(): Promise<void> {
    if (!this.isUsed()) return;
    await nextTurn();
    this.since = performance.now();
  }
}

/** When the event loop last had a turn that we know of. */
let turn_began = performance.now();
let next_turn: Promise<void> | null = null;

/**
 * Whether the event loop should have a turn before the caller's next step: everybody together has worked for a slice since its last
 * turn. Nothing says when the loop had a turn by itself, so whoever comes after a pause yields once for nothing: asking for a turn in
 * every turn costs each request more than its statements do.
 */
export function isTurnUsed(): boolean {
  return next_turn !== null || performance.now() - turn_began >= SLICE_MS;
}

/** One turn for all who wait for it. */
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
