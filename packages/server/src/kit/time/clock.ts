// The current time, passed in so that tests can set it.

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Equal to `now` at process start, then monotonic: for measuring durations. */
  steady(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.timeOrigin + performance.now(),
};

/** Whole seconds since 1970, as on the wire. */
export function seconds(now_ms: number): number {
  return Math.floor(now_ms / 1000);
}
