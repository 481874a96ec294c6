// The signed-in account of this device, in the browser's storage until sign-out. Never contains a password. The page's first
// script needs it, so it imports little.
import { loadValue, storeText, storeValue } from '../../base/storage/browser-storage.ts';

export interface Session {
  readonly email: string;
  /** Valid for this device only: ending it affects no other. */
  readonly key: string;
  /** Null for a key without a session on the server. */
  readonly session_id: number | null;
}

const KEY = 'stoa.session';

export function loadSession(): Session | null {
  const stored = loadValue(KEY) as Partial<Session> | null;
  if (typeof stored?.email !== 'string' || typeof stored.key !== 'string') return null;
  const { email, key, session_id } = stored;
  return { email, key, session_id: typeof session_id === 'number' ? session_id : null };
}

/** Null signs out. Without storage the next start asks for sign-in. */
export function storeSession(session: Session | null): void {
  if (session) storeValue(KEY, session);
  else storeText(KEY, null);
}

/** Called when another tab of this browser signs in or out. */
export function watchSession(changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
