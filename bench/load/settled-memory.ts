// Resident memory at rest: the minimum of a few quiet seconds. Memory that a late garbage collection frees within that time
// is not a leak; memory that never returns is counted in full.
import { treeRssBytes } from './cpu-share.ts';

const WINDOW_MS = 8000;
const EVERY_MS = 250;

export async function settledRssBytes(pid: number, bytesOf = treeRssBytes): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  const until = performance.now() + WINDOW_MS;
  while (performance.now() < until) {
    least = Math.min(least, bytesOf(pid));
    await Bun.sleep(EVERY_MS);
  }
  return least;
}
