// One reading for all callers at the same time and shortly after.
import type { Clock } from './clock.ts';

/** A failed reading is shared as well. */
export function remembered<T>(clock: Clock, for_ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { read_at: number; reading: Promise<T> } | null = null;
  return () => {
    const now = clock.steady();
    if (last === null || now - last.read_at > for_ms) last = { read_at: now, reading: read() };
    return last.reading;
  };
}
