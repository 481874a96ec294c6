// Splits long lists into batches that fit into one statement. Pure.
const ROWS_PER_STATEMENT = 300;

export function* batchesOf<T>(items: readonly T[], size = ROWS_PER_STATEMENT): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
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
