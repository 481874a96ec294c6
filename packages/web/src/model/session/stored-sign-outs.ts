// Sessions that the server has yet to end, as digests of their keys, stored until it confirms.
import { loadValue, storeText, storeValue } from '../../base/storage/browser-storage.ts';

const KEY = 'stoa.pending-sign-outs';

export function storedSignOuts(): readonly string[] {
  const list = loadValue(KEY);
  return Array.isArray(list) ? list.filter((digest) => typeof digest === 'string') : [];
}

/** Entries of other tabs stay. */
export function storeSignOut(digest: string, still: boolean): void {
  const digests = storedSignOuts().filter((stored) => stored !== digest);
  if (still) digests.push(digest);
  if (digests.length > 0) storeValue(KEY, digests);
  else storeText(KEY, null);
}
