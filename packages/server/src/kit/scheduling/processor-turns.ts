// Work of some milliseconds that one caller may ask for many times at once: what no longer fits into a turn of the event loop waits for
// the next, and callers take turns. [HT911]
import type { LimitKey } from '../access/actor.ts';
import { countUse, isTurnUsed, nextTurn } from '../event-loop/turns.ts';
import { FairPool } from './fair-pool.ts';

/** Nobody is refused: each turn of the event loop does the work of one who waits, at least. */
const waiting = new FairPool<LimitKey>({
  places: 1,
  places_each: 1,
  waiting: Number.POSITIVE_INFINITY,
  waiting_each: Number.POSITIVE_INFINITY,
  max_wait_ms: 24 * 60 * 60_000,
});

/** Does work that can't be interrupted, when it is the caller's turn. Not within a transaction: others would wait for it. */
export async function inTurn<T>(limit_key: LimitKey, work: () => T): Promise<T> {
  if (!isTurnUsed()) return counted(work);
  return waiting.run(limit_key, async () => {
    if (isTurnUsed()) await nextTurn();
    return counted(work);
  });
}

/** Does work at once; statements after it wait for the next turn of the event loop if it took long. */
export function counted<T>(work: () => T): T {
  const began = performance.now();
  try {
    return work();
  } finally {
    const ms = performance.now() - began;
    countUse(ms, 'reads');
    countUse(ms, 'writes');
  }
}
