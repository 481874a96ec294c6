// Bounds on work that must not grow faster than its input. Others lengthen what a clock says, so a bound on it fails on a busy machine.

const ROUNDS = 5;

/**
 * The least time that work took, in milliseconds of processor time or of a clock, whichever is less. It is repeated until it takes less
 * than `enough_ms`, at most five times.
 */
export async function leastProcessorMs(enough_ms: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= enough_ms; round++) {
    const began = performance.now();
    const used_before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(used_before);
    least = Math.min(least, performance.now() - began, (user + system) / 1000);
  }
  return least;
}
