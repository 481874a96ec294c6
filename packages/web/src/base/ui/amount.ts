// Amounts as people write them. Pure.

/** A positive integer; null for anything else. */
export function readAmount(written: string): number | null {
  const amount = /^\s*\d{1,6}\s*$/.test(written) ? Number(written) : 0;
  return amount > 0 ? amount : null;
}
