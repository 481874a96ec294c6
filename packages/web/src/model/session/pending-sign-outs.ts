// Ends sessions that were signed out of at the server: where it can't be reached, when it can be again. What is kept for that is a
// digest of the key, which ends the session and is good for nothing else. [WB101]
import { ApiError } from '@stoa/contract';
import { createClient } from '@stoa/sdk';
import { storedSignOuts, storeSignOut } from './stored-sign-outs.ts';

const TIMEOUT_MS = 5000;
const RETRY = { first_ms: 1000, longest_ms: 60_000 };

interface SignedOutSession {
  readonly email: string;
  readonly key: string;
  readonly session_id: number | null;
}
type Ending = () => Promise<unknown>;

/** By the digest, or by the key where there is none. */
const pending = new Map<string, Ending>();
let wait_ms = RETRY.first_ms;
let timer: ReturnType<typeof setTimeout> | undefined;
let ending_pending = false;

/** Null on pages that came without TLS: their browsers make no digests. */
async function digestOf(key: string): Promise<string | null> {
  if (!crypto.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const endByDigest = (key_digest: string) => () =>
  createClient({ site: location.origin }).endSessionByDigest({ key_digest }, { timeout_ms: TIMEOUT_MS });

/** Whether the server has ended the session, or knows of none. */
async function isEnded(ending: Ending): Promise<boolean> {
  try {
    await ending();
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status < 500 && error.status !== 429;
  }
}

async function endPending(): Promise<void> {
  if (ending_pending) return;
  ending_pending = true;
  clearTimeout(timer);
  for (const [id, ending] of pending)
    if (await isEnded(ending)) {
      pending.delete(id);
      storeSignOut(id, false);
    }
  ending_pending = false;
  if (pending.size === 0) return;
  timer = setTimeout(() => void endPending(), wait_ms);
  wait_ms = Math.min(2 * wait_ms, RETRY.longest_ms);
}

addEventListener('online', () => {
  wait_ms = RETRY.first_ms;
  void endPending();
});

/** Ends a session at the server too: now, or when the server can be reached again. */
export async function endAtServer({ email, key, session_id }: SignedOutSession): Promise<void> {
  if (session_id === null) return;
  const digest = await digestOf(key);
  if (digest !== null) {
    storeSignOut(digest, true);
    pending.set(digest, endByDigest(digest));
  } else {
    // Nothing but the key itself would do: this page alone knows it, as long as it is open.
    const client = createClient({ site: location.origin, email, api_key: key });
    pending.set(key, () => client.endSession({ session_id }, { timeout_ms: TIMEOUT_MS }));
  }
  wait_ms = RETRY.first_ms;
  await endPending();
}

/** At the start of a page: what could not be said before. */
export function resumeSignOuts(): void {
  for (const digest of storedSignOuts()) pending.set(digest, endByDigest(digest));
  void endPending();
}
