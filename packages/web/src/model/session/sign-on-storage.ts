// Single sign-on leaves the page and comes back: this tab's storage keeps what the way back needs. [WB902]
import { loadValue, storeText, storeValue } from '../../base/storage/browser-storage.ts';
import { signOnReturnIn } from './sign-on-return.ts';

const KEY = 'stoa.sign-on';

interface StoredSignOn {
  /** The text whose digest began the sign-in. */
  readonly verifier: string;
  /** Where in the client the person wanted to be. */
  readonly hash: string;
}

export function storeSignOn(sign_on: StoredSignOn): void {
  // Without storage, the return says that it can't be completed.
  storeValue(KEY, sign_on, 'tab');
}

/** Null if the sign-in did not begin in this tab. */
export function takeSignOn(): StoredSignOn | null {
  const stored = loadValue(KEY, 'tab') as Partial<StoredSignOn> | null;
  storeText(KEY, null, 'tab');
  if (typeof stored?.verifier !== 'string' || typeof stored.hash !== 'string') return null;
  const { verifier, hash } = stored;
  return { verifier, hash: hash.startsWith('#') && !signOnReturnIn(hash) ? hash : '' };
}
