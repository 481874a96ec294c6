// Splits long lists into batches that fit into one statement. Pure.

const ROWS_PER_STATEMENT = 300;

export function* batchesOf<T>(items: Iterable<T>, size = ROWS_PER_STATEMENT): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const LARGEST_POWER = 32;

/**
 * Batches of 32, 16, 8, 4, 2 and 1 items, the largest first: statements for any number of rows then have six texts, and all of
 * them stay prepared.
 */
export function* batchesOfPowers<T>(items: readonly T[], largest = LARGEST_POWER): Generator<T[]> {
  let size = largest;
  for (let at = 0; at < items.length; at += size) {
    while (size > items.length - at) size /= 2;
    yield items.slice(at, at + size);
  }
}

/** The results of all batches, in order. */
export async function inBatches<T, R>(
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<readonly R[]>,
  size = ROWS_PER_STATEMENT,
): Promise<R[]> {
  const results: R[] = [];
  for (const batch of batchesOf(items, size)) results.push(...(await work(batch)));
  return results;
}
