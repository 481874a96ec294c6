// Lets others have their turn in the middle of long work: what takes long is done in stretches of a few milliseconds.

const SLICE_MS = 6;

export class TimeSlice {
  private since = performance.now();

  /** Asked before {@link yieldIfUsed} where there are many steps of microseconds: to await nothing takes as long as such a step. */
  isUsed(): boolean {
    return performance.now() - this.since >= SLICE_MS;
  }

  /** To be awaited between two steps of the work, each of them short. */
  async yieldIfUsed(): Promise<void> {
    if (!this.isUsed()) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.since = performance.now();
  }
}

/** When the first work of this turn of the event loop began; null before there is any. */
let turn_began: number | null = null;
const endTurn = () => {
  turn_began = null;
};

/**
 * Notes that work is being done, and says whether the event loop should now have its turn: this turn's work, whoever has done it, has
 * taken a stretch already.
 */
export function isTurnUsed(): boolean {
  const now = performance.now();
  if (turn_began !== null) return now - turn_began >= SLICE_MS;
  turn_began = now;
  setImmediate(endTurn);
  return false;
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
