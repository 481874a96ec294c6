// Splits long lists into batches that fit into one statement. Pure.
import type { Engine } from './statement-text.ts';

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

/** At most this many items in one statement of the embedded database, because each adds hundreds of characters. */
const LARGEST_TEXT = 4;

/**
 * The same for statements whose text has a long part for each item. Those for the embedded database have three texts, because a
 * connection could keep few of 50, and running several costs no round trips. [DB50]
 */
export async function inParts<T, R>(
  engine: Engine,
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<readonly R[]>,
  size: number,
): Promise<R[]> {
  if (engine === 'postgres') return inBatches(items, work, size);
  const results: R[] = [];
  const largest = 2 ** Math.floor(Math.log2(Math.min(LARGEST_TEXT, size)));
  for (const batch of batchesOfPowers(items, largest)) results.push(...(await work(batch)));
  return results;
}
