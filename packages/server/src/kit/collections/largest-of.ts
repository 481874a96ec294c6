// The entry of a map with the largest number: who holds most of what all share.

/** The first of those with as much; the map has one at least. */
export function largestOf<K>(counts: ReadonlyMap<K, number>): [key: K, count: number] {
  return [...counts].reduce((left, right) => (right[1] > left[1] ? right : left));
}
