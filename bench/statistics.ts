// Medians, quantiles and interleaved rounds, independent of what is measured.

export function quantile(values: number[], q: number): number {
  if (values.length === 0) throw new Error('no values: nothing was measured');
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (at - low);
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

export interface Rounds {
  limit: number[];
  ours: number[];
}

/** Alternates limit and ours, so that drift of a shared machine affects both alike. */
export async function interleave(
  rounds: number,
  limit: () => Promise<number> | number,
  ours: () => Promise<number> | number,
): Promise<Rounds> {
  const result: Rounds = { limit: [], ours: [] };
  for (let round = 0; round < rounds; round++) {
    result.limit.push(await limit());
    result.ours.push(await ours());
  }
  return result;
}
