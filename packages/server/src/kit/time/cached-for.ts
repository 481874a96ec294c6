// Caches the result of one function for a while, for all calls.
import type { Clock } from './clock.ts';

/** Concurrent calls share one, also a failed one. */
export function cachedFor<T>(clock: Clock, for_ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { read_at: number; reading: Promise<T> } | null = null;
  return () => {
    const now = clock.steady();
    if (last === null || now - last.read_at > for_ms) last = { read_at: now, reading: read() };
    return last.reading;
  };
}
