// Long lists in batches that one statement takes. Pure.
const ROWS_PER_STATEMENT = 300;

/** The results of all batches, in order. */
export async function inBatches<T, R>(items: readonly T[], work: (some: readonly T[]) => Promise<readonly R[]>) {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += ROWS_PER_STATEMENT)
    results.push(...(await work(items.slice(at, at + ROWS_PER_STATEMENT))));
  return results;
}
