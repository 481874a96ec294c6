// Texts that the browser keeps for this client, by key: of all its tabs, or of one. A browser without storage, or with a full one, keeps
// nothing: whoever stores something goes on without it.

type Place = 'browser' | 'tab';

/** Throws where the reader's settings forbid storage. */
const storageOf = (place: Place) => (place === 'browser' ? localStorage : sessionStorage);

/** Null if there is none. */
export function loadText(key: string, place: Place = 'browser'): string | null {
  try {
    return storageOf(place).getItem(key);
  } catch {
    return null;
  }
}

/** Null removes it. */
export function storeText(key: string, text: string | null, place: Place = 'browser'): void {
  try {
    if (text === null) storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, text);
  } catch {}
}

/** The value stored as JSON; null if there is none, or if it is not JSON. Anything may have been stored under the key. */
export function loadValue(key: string, place: Place = 'browser'): unknown {
  try {
    return JSON.parse(loadText(key, place) ?? 'null');
  } catch {
    return null;
  }
}

export const storeValue = (key: string, value: unknown, place: Place = 'browser') =>
  storeText(key, JSON.stringify(value), place);

export function storedKeys(prefix: string, place: Place = 'browser'): string[] {
  try {
    return Object.keys(storageOf(place)).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
