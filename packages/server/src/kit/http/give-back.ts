// Gives memory back when a crowd has left. The runtime collects by allocation, and who has gone allocates nothing any more.

const LOOK_EVERY_MS = 2000;
/** So many requests fewer than at the last peak are a crowd that has left. */
const CROWD = 500;
/** The first collection finds what is dead, the second returns what it held. */
const COLLECTIONS = 2;

/** Watches the number of requests under way; answers how to stop. */
export function giveBackAfterCrowds(pending: () => number): () => void {
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
