// The time, passed in so that tests can move it.

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Whole seconds since 1970, as the wire has them. */
export function seconds(now_ms: number): number {
  return Math.floor(now_ms / 1000);
}
