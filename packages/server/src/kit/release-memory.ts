// Releases memory earlier than the runtime would: after many clients disconnect, because it collects only when something
// allocates and clients that left allocate nothing; and in long work that must stay small.

const LOOK_EVERY_MS = 2000;
/** This many requests fewer than at the last peak trigger a collection. */
const CROWD = 500;
/** Growth after a collection that leads to the next one. */
const GROWTH = 1.1;
/** The first collection finds garbage, the second returns its memory to the system. */
const COLLECTIONS = 2;

/** Watches the number of requests in progress; returns how to stop. */
export function releaseMemoryAfterPeaks(pending: () => number): () => void {
  let peak = 0;
  let due = 0;
  const timer = setInterval(() => {
    const now = pending();
    if (peak - now >= CROWD) {
      due = COLLECTIONS;
      peak = now;
    }
    peak = Math.max(peak, now);
    if (due === 0) return;
    due--;
    Bun.gc(true);
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Checks the memory of the process after every `every` steps, and collects garbage if it is above `bytes`: while memory is
 * free the runtime collects late, and an import of any size must stay small.
 */
export function collectGarbageAbove(
  bytes: number,
  every: number,
  memory = () => process.memoryUsage.rss(),
  collect: () => unknown = () => Bun.gc(true),
): (done: number) => void {
  let last = 0;
  let enough = bytes;
  return (done) => {
    if (done - last < every) return;
    last = done;
    if (memory() <= enough) return;
    collect();
    // What is in use can't be collected: looking for it again would take much time.
    enough = Math.max(bytes, memory() * GROWTH);
  };
}
