// Ends sessions on the server after sign-out, once it is reachable. Stores only a digest of the key, which can end the
// session and nothing else. [WB101]
import { ApiError } from '@stoa/contract';
import { createClient } from '@stoa/sdk';
import { sha256 } from './digest.ts';
import { storedSignOuts, storeSignOut } from './stored-sign-outs.ts';

const TIMEOUT_MS = 5000;
const RETRY = { first_ms: 1000, longest_ms: 60_000 };

interface SignedOutSession {
  readonly email: string;
  readonly key: string;
  readonly session_id: number | null;
}
type Ending = () => Promise<unknown>;

/** Keyed by digest, or by key where there is none. */
const pending = new Map<string, Ending>();
let wait_ms = RETRY.first_ms;
let timer: ReturnType<typeof setTimeout> | undefined;
let ending_pending = false;

const endByDigest = (key_digest: string) => () =>
  createClient({ site: location.origin }).endSessionByDigest({ key_digest }, { timeout_ms: TIMEOUT_MS });

/** Whether the server ended the session or does not know it. */
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

/** Ends a session on the server, now or once it is reachable. */
export async function endAtServer({ email, key, session_id }: SignedOutSession): Promise<void> {
  if (session_id === null) return;
  const digest = await sha256(key);
  if (digest !== null) {
    storeSignOut(digest, true);
    pending.set(digest, endByDigest(digest));
  } else {
    // Only the key itself would work; it is kept in memory while this page is open.
    const client = createClient({ site: location.origin, email, api_key: key });
    pending.set(key, () => client.endSession({ session_id }, { timeout_ms: TIMEOUT_MS }));
  }
  wait_ms = RETRY.first_ms;
  await endPending();
}

/** On page start: retries pending sign-outs. */
export function resumeSignOuts(): void {
  for (const digest of storedSignOuts()) pending.set(digest, endByDigest(digest));
  void endPending();
}
