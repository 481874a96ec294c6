// Delays between retries: doubled each time, with random jitter so that clients do not retry in step.
import { ApiError } from '@stoa/contract';
import { ConnectionError, UnreadableAnswer } from './failure.ts';

export interface BackoffOptions {
  /** Milliseconds before the first retry. */
  first_ms?: number;
  /** The longest delay in milliseconds. */
  longest_ms?: number;
}

/** Whether a retry may succeed: no response, a server error, or a proxy whose server is unavailable. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof UnreadableAnswer && (error.status >= 500 || error.status === 429);
}

export class Backoff {
  private readonly first_ms: number;
  private readonly longest_ms: number;
  private failures = 0;

  constructor({ first_ms = 500, longest_ms = 60_000 }: BackoffOptions = {}) {
    this.first_ms = first_ms;
    this.longest_ms = longest_ms;
  }

  /** Starts again with the first delay. */
  reset(): void {
    this.failures = 0;
  }

  /** Waits until the next retry; rejects with the signal's reason when it aborts. */
  async wait(signal?: AbortSignal): Promise<void> {
    const full = Math.min(this.first_ms * 2 ** this.failures, this.longest_ms);
    this.failures++;
    await sleep(full * (0.5 + Math.random() / 2), signal);
  }
}

function sleep(duration_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, duration_ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
