// Resident memory once the server has come to rest: the least seen in a few quiet seconds. A collector that has not run yet
// is not a leak; memory that never comes back within the window is counted in full.
import { treeRssBytes } from './cpu-share.ts';

const WINDOW_MS = 8000;
const EVERY_MS = 250;

export async function settledRssBytes(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  const until = performance.now() + WINDOW_MS;
  while (performance.now() < until) {
    least = Math.min(least, treeRssBytes(pid));
    await Bun.sleep(EVERY_MS);
  }
  return least;
}
