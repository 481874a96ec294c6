// Single sign-on leaves the page and comes back: this tab's storage keeps what the way back needs. [WB902]
import { signOnReturnIn } from './sign-on-return.ts';

const KEY = 'stoa.sign-on';

interface StoredSignOn {
  /** The text whose digest began the sign-in. */
  readonly verifier: string;
  /** Where in the client the person wanted to be. */
  readonly hash: string;
}

export function storeSignOn(sign_on: StoredSignOn): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(sign_on));
  } catch {
    // Without storage, the return says that it can't be completed.
  }
}

/** Null if the sign-in did not begin in this tab. */
export function takeSignOn(): StoredSignOn | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<StoredSignOn> | null;
    sessionStorage.removeItem(KEY);
    if (typeof stored?.verifier !== 'string' || typeof stored.hash !== 'string') return null;
    const { verifier, hash } = stored;
    return { verifier, hash: hash.startsWith('#') && !signOnReturnIn(hash) ? hash : '' };
  } catch {
    return null;
  }
}
