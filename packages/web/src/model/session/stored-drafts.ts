// Texts not yet on the server, in this browser's storage until they are: they survive a reload, a crash, and times without a connection. By
// account and conversation.

const PREFIX = 'stoa.draft.';
const keyOf = (email: string, address: string) => `${PREFIX}${JSON.stringify([email, address])}`;

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
