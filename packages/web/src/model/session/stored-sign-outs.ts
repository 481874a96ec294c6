// Sessions that the server has yet to end, as digests of their keys, stored until it confirms.
const KEY = 'stoa.pending-sign-outs';

export function storedSignOuts(): readonly string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter((digest) => typeof digest === 'string') : [];
  } catch {
    return [];
  }
}

/** Entries of other tabs stay. */
export function storeSignOut(digest: string, still: boolean): void {
  const digests = storedSignOuts().filter((stored) => stored !== digest);
  if (still) digests.push(digest);
  try {
    if (digests.length > 0) localStorage.setItem(KEY, JSON.stringify(digests));
    else localStorage.removeItem(KEY);
  } catch {}
}
