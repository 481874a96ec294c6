// Who is signed in on this device: kept in the browser's storage until they sign out. Never holds a password. Imports nothing,
// so that the first script of the page can have it.

export interface Session {
  readonly email: string;
  /** Good for this device alone: the server ends it without touching any other. */
  readonly key: string;
  /** Null for a key that the server has no session for. */
  readonly session_id: number | null;
}

const KEY = 'stoa.session';

export function loadSession(): Session | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Session> | null;
    if (typeof stored?.email !== 'string' || typeof stored.key !== 'string') return null;
    const { email, key, session_id } = stored;
    return { email, key, session_id: typeof session_id === 'number' ? session_id : null };
  } catch {
    return null;
  }
}

/** Null signs out. A browser that keeps nothing asks again next time. */
export function storeSession(session: Session | null): void {
  try {
    if (session) localStorage.setItem(KEY, JSON.stringify(session));
    else localStorage.removeItem(KEY);
  } catch {}
}

/** Calls back when another tab of this browser signs in or out. */
export function watchSession(changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
