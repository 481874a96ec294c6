// The most used emoji on this device: stored in the browser, never sent.
import { loadValue, storeValue } from '../../base/storage/browser-storage.ts';

const KEY = 'stoa.emoji';
const KEPT = 60;
/** Shown until the reader has used others. */
const COMMON = [
  '1f44d',
  '2764',
  '1f642',
  '1f389',
  '2705',
  '1f440',
  '1f602',
  '1f914',
  '1f44f',
  '1f64f',
  '1f680',
  '1f44b',
];

type Uses = Readonly<Record<string, number>>;

function load(): Uses {
  const stored = loadValue(KEY);
  return typeof stored === 'object' && stored !== null ? (stored as Uses) : {};
}

/** Counts one more use; above the limit, the least used ones are dropped. */
export function withUse(uses: Uses, code: string): Uses {
  const next = { ...uses, [code]: (Number(uses[code]) || 0) + 1 };
  const entries = Object.entries(next);
  if (entries.length <= KEPT) return next;
  return Object.fromEntries(
    entries
      .sort(([, a], [, b]) => b - a)
      .slice(0, KEPT - 1)
      .concat([[code, next[code]!]]),
  );
}

/** Most used first, filled up with common ones. */
export function mostUsed(uses: Uses, count: number): string[] {
  const own = Object.entries(uses)
    .filter(([, times]) => Number.isFinite(times))
    .sort(([, a], [, b]) => b - a)
    .map(([code]) => code);
  return [...new Set([...own, ...COMMON])].slice(0, count);
}

export const frequentCodes = (count: number): string[] => mostUsed(load(), count);

export const countUse = (code: string) => storeValue(KEY, withUse(load(), code));
