// Texts not yet on the server, in this browser's storage until they are: they survive a reload, a crash, and times without a connection. By
// account and address: a conversation, a new message or an edit.

export const UNSAVED_PREFIX = 'stoa.draft.';
const keyOf = (email: string, address: string) => `${UNSAVED_PREFIX}${JSON.stringify([email, address])}`;
const startOf = (email: string) => `${UNSAVED_PREFIX}${JSON.stringify([email]).slice(0, -1)},`;

export function loadUnsaved(email: string, address: string): string | null {
  try {
    return localStorage.getItem(keyOf(email, address));
  } catch {
    return null;
  }
}

/** Null once the server has the text. */
export function storeUnsaved(email: string, address: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(keyOf(email, address));
    else localStorage.setItem(keyOf(email, address), text);
  } catch {
    // Without storage, only the server keeps drafts.
  }
}

/** The addresses of all texts of an account that the server does not have. */
export function unsavedAddresses(email: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(startOf(email)));
    return keys.map((key) => (JSON.parse(key.slice(UNSAVED_PREFIX.length)) as [string, string])[1]);
  } catch {
    return [];
  }
}

/** Another account whose session ended elsewhere may have left some. */
export function forgetUnsavedOfOthers(email: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(UNSAVED_PREFIX) && !key.startsWith(startOf(email))) localStorage.removeItem(key);
  } catch {}
}
