// Arithmetic of id ranges. Read state is a list of them, disjoint and in order. Pure.

/** Both ends included. */
export interface ReadRange {
  readonly from_id: number;
  readonly until_id: number;
}

/** In order, with touching ranges merged. */
export function joined(read_ranges: readonly ReadRange[]): ReadRange[] {
  const sorted = [...read_ranges].sort((a, b) => a.from_id - b.from_id);
  const result: ReadRange[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (last && range.from_id <= last.until_id + 1)
      result[result.length - 1] = {
        from_id: last.from_id,
        until_id: Math.max(last.until_id, range.until_id),
      };
    else result.push(range);
  }
  return result;
}

/** The parts of `all` outside `without`; both in order and disjoint. */
export function difference(all: readonly ReadRange[], without: readonly ReadRange[]): ReadRange[] {
  const result: ReadRange[] = [];
  let at = 0;
  for (const { from_id, until_id } of all) {
    let from = from_id;
    while (at < without.length && without[at]!.until_id < from) at++;
    let next = at;
    for (; next < without.length && without[next]!.from_id <= until_id; next++) {
      if (without[next]!.from_id > from) result.push({ from_id: from, until_id: without[next]!.from_id - 1 });
      from = without[next]!.until_id + 1;
    }
    at = Math.max(at, next - 1);
    if (from <= until_id) result.push({ from_id: from, until_id });
  }
  return result;
}

/** The parts in both lists; both in order and disjoint. */
export function intersection(a: readonly ReadRange[], b: readonly ReadRange[]): ReadRange[] {
  const result: ReadRange[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const from_id = Math.max(a[i]!.from_id, b[j]!.from_id);
    const until_id = Math.min(a[i]!.until_id, b[j]!.until_id);
    if (from_id <= until_id) result.push({ from_id, until_id });
    if (a[i]!.until_id < b[j]!.until_id) i++;
    else j++;
  }
  return result;
}
