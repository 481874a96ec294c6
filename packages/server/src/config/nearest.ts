// Finds the known name closest to a misspelled one.

/** How many letters to insert, remove, replace or swap with the next one (optimal string alignment). */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swaps = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced, swaps ? before[j - 2]! + 1 : replaced));
    }
    [before, row] = [row, next];
  }
  return row.at(-1)!;
}

/** The nearest name, or null if none is near: at most a third of its letters, or one, may be wrong. Ignores case; `-` equals `_`. */
export function nearest(input: string, names: readonly string[]): string | null {
  const plain = input.slice(0, 100).toLowerCase().replaceAll('-', '_');
  const [best] = names.map((name) => ({ name, off: distance(plain, name) })).sort((a, b) => a.off - b.off);
  return best && best.off <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : null;
}
