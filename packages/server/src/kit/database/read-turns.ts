// Schedules long reads: a few at a time, account by account, so that many reads of one account don't delay another's.
import { type ApiError, BadRequest, RateLimitHit, ServerBusy } from '@stoa/contract';

/** The client that requests a long read. */
export interface Requester {
  /** Shares one place in the queue: an account, or the address of a client without one. */
  readonly account: string;
  /** Aborts when the client is gone. */
  readonly signal?: AbortSignal | undefined;
}

export interface TurnLimits {
  /** Most reads at a time. None: on the embedded database, long reads run as short ones do. */
  readonly places: number;
  /** Most reads of one account at a time ... */
  readonly places_each: number;
  /** ... and most that may wait. */
  readonly waiting_each: number;
  /** A read that has waited this long is refused. */
  readonly max_wait_ms: number;
}

/** Seconds a client should wait before it retries. */
export const RETRY_SECS = 5;

interface Waiting {
  begin(): void;
}

/** The response of a closed connection; nobody reads it. */
export function clientDisconnected(): ApiError {
  return BadRequest('The client has gone away');
}

export class ReadTurns {
  /** By account, in the order of their last turn, the oldest first. */
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly running = new Map<string, number>();
  private taken = 0;

  constructor(private readonly limits: TurnLimits) {}

  /** Resolves when it is this account's turn, with a function that ends the turn. */
  async take({ account, signal }: Requester): Promise<() => void> {
    if (signal?.aborted) throw clientDisconnected();
    const queue = this.waiting.get(account) ?? [];
    if (queue.length >= this.limits.waiting_each)
      throw RateLimitHit('Too many long reads at once: wait for the answers to the earlier ones', {
        'retry-after': RETRY_SECS,
      });
    await new Promise<void>((resolve, reject) => {
      const settle = (error: ApiError | null) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        if (error === null) return resolve();
        this.forget(account, waiting);
        reject(error);
      };
      const leave = () => settle(clientDisconnected());
      const giveUp = () =>
        settle(ServerBusy('The server is busy with other long reads: try again later', { 'retry-after': RETRY_SECS }));
      const timer = setTimeout(giveUp, this.limits.max_wait_ms);
      signal?.addEventListener('abort', leave);
      const waiting = { begin: () => settle(null) };
      queue.push(waiting);
      this.waiting.set(account, queue);
      this.next();
    });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.taken--;
      this.count(account, -1);
      this.next();
    };
  }

  private next(): void {
    while (this.taken < this.limits.places) {
      const found = [...this.waiting].find(([account]) => this.count(account, 0) < this.limits.places_each);
      if (!found) return;
      const [account, queue] = found;
      const first = queue.shift()!;
      // Moves to the end of the queue if more of its reads wait.
      this.waiting.delete(account);
      if (queue.length > 0) this.waiting.set(account, queue);
      this.taken++;
      this.count(account, 1);
      first.begin();
    }
  }

  private count(account: string, change: number): number {
    const count = (this.running.get(account) ?? 0) + change;
    if (count === 0) this.running.delete(account);
    else this.running.set(account, count);
    return count;
  }

  private forget(account: string, waiting: Waiting): void {
    const queue = this.waiting.get(account)?.filter((other) => other !== waiting) ?? [];
    if (queue.length > 0) this.waiting.set(account, queue);
    else this.waiting.delete(account);
  }
}
