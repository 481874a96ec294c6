// The time, passed in so that tests can move it.

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** The same when the process started, and since then by a clock that nobody sets: for how long something has lasted. */
  steady(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.timeOrigin + performance.now(),
};

/** Whole seconds since 1970, as the wire has them. */
export function seconds(now_ms: number): number {
  return Math.floor(now_ms / 1000);
}
