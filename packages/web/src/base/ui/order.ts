// Positions of entries in a list that people sort. Pure.

/** The list with one entry moved to another index, limited to the ends. */
export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  const entry = list[from];
  if (entry === undefined) return [...list];
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, entry);
  return rest;
}

/** The index for a dragged entry, from the middles of all entries and the pointer's position. */
export function indexAt(middles: readonly number[], from: number, pointer: number): number {
  return middles.filter((middle, at) => at !== from && middle < pointer).length;
}
