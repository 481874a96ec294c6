// Where something goes in a list that people put in order. Pure.

/** The list with one of its entries at another place; places beyond the ends are the ends. */
export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  const entry = list[from];
  if (entry === undefined) return [...list];
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, entry);
  return rest;
}

/** The place that an entry is dragged to, from the middles of all entries, in order, and where the pointer is. */
export function indexAt(middles: readonly number[], from: number, pointer: number): number {
  return middles.filter((middle, at) => at !== from && middle < pointer).length;
}
