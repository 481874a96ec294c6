// Texts not yet on the server, in this browser's storage until they are: they survive a reload, a crash, and times without a connection. By
// account and address: a conversation, a new message or an edit.
import { loadText, storedKeys, storeText } from '../../base/storage/browser-storage.ts';

export const UNSAVED_PREFIX = 'stoa.draft.';
const keyOf = (email: string, address: string) => `${UNSAVED_PREFIX}${JSON.stringify([email, address])}`;
const startOf = (email: string) => `${UNSAVED_PREFIX}${JSON.stringify([email]).slice(0, -1)},`;

export const loadUnsaved = (email: string, address: string) => loadText(keyOf(email, address));

/** Null once the server has the text. Without storage, only the server keeps drafts. */
export const storeUnsaved = (email: string, address: string, text: string | null) =>
  storeText(keyOf(email, address), text);

/** The addresses of all texts of an account that the server does not have. */
export function unsavedAddresses(email: string): string[] {
  const keys = storedKeys(startOf(email));
  return keys.map((key) => (JSON.parse(key.slice(UNSAVED_PREFIX.length)) as [string, string])[1]);
}

/** Another account whose session ended elsewhere may have left some. */
export function forgetUnsavedOfOthers(email: string): void {
  for (const key of storedKeys(UNSAVED_PREFIX)) if (!key.startsWith(startOf(email))) storeText(key, null);
}
