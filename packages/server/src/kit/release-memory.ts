// Releases memory earlier than the runtime would: after many clients came or left, because it collects only when something
// allocates, and clients that wait or left allocate nothing; after the start; and in long work that must stay small.

const LOOK_EVERY_MS = 2000;
/** A collection follows when the number of requests in progress has changed by this many. */
const CROWD = 500;
/** The least growth after a collection that leads to the next one, as a share of the bound. */
const GROWTH_MIN = 0.03;
/** The first collection finds garbage, the second returns its memory to the system. */
const COLLECTIONS = 2;

/**
 * Collects when a crowd has come or left, not while it does; is told the number of requests in progress at every look.
 * `collect` gets whether the server may wait for it.
 */
export function collectGarbageAfterCrowds(collect: (may_wait: boolean) => unknown): (pending: number) => void {
  let settled = 0;
  let last = 0;
  let due = 0;
  let has_left = false;
  return (pending) => {
    const is_moving = Math.abs(pending - last) >= CROWD;
    last = pending;
    if (!is_moving && Math.abs(pending - settled) >= CROWD) {
      has_left = pending < settled;
      settled = pending;
      due = COLLECTIONS;
    }
    if (due === 0) return;
    due--;
    collect(has_left);
  };
}

/** The code that the start compiled is not needed again, and takes 7 MB with what else it left behind. */
export function releaseMemoryOfStart(): void {
  Bun.shrink();
}

/** Watches the number of requests in progress; returns how to stop. */
export function releaseMemoryAfterCrowds(pending: () => number): () => void {
  // One that the server waits for returns more to the system, but takes a tenth of a second with ten thousand polls.
  const look = collectGarbageAfterCrowds((may_wait) => Bun.gc(may_wait));
  const timer = setInterval(() => look(pending()), LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Checks the memory of the process after every `every` steps, and collects garbage if it is above `from` bytes, again when it
 * has grown by a third of what is left up to `to`: while memory is free the runtime collects late, and an import of any size must
 * stay small.
 */
export function collectGarbageAbove(
  { from, to, every }: { readonly from: number; readonly to: number; readonly every: number },
  memory = () => process.memoryUsage.rss(),
  collect: () => unknown = () => Bun.gc(true),
): (done: number) => void {
  let last = 0;
  let enough = from;
  return (done) => {
    if (done - last < every) return;
    last = done;
    if (memory() <= enough) return;
    collect();
    // A second collection returns memory to the system: only large archives need it.
    if (memory() > from) collect();
    // What is in use can't be collected, and what is free may not be returned yet: looking for it at once would take much time.
    const now = memory();
    enough = Math.max(from, now + Math.max((to - now) / 3, to * GROWTH_MIN));
  };
}
