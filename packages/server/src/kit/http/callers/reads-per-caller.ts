// Limits how many requests of one caller read at once; the rest of them wait. So nobody's requests delay those of others: the connections
// that read are few, and memory for large results is scarce. Long reads take turns elsewhere (kit/database/read-turns.ts).
import { RateLimitHit } from '@stoa/contract';
import type { Caller } from '../../access/actor.ts';
import { clientDisconnected } from '../../database/read-turns.ts';

/** Half of what the embedded database has for short reads. [HT820] */
const READS_MAX = 2;
const WAITING_MAX = 1000;
const RETRY_SECS = 5;

export class ReadsPerCaller {
  /** Both only have callers that read now. */
  private readonly running = new Map<Caller, number>();
  private readonly waiting = new Map<Caller, (() => void)[]>();

  constructor(
    private readonly reads_max = READS_MAX,
    private readonly waiting_max = WAITING_MAX,
  ) {}

  /** Reads when it is this request's turn; throws if too many of the caller's requests wait, or the client has gone meanwhile. */
  async during<T>(caller: Caller, request: Request, read: () => Promise<T>): Promise<T> {
    const running = this.running.get(caller) ?? 0;
    if (running < this.reads_max) this.running.set(caller, running + 1);
    else await this.waitForTurn(caller, request.signal);
    try {
      return await read();
    } finally {
      this.leave(caller);
    }
  }

  private async waitForTurn(caller: Caller, signal: AbortSignal): Promise<void> {
    const queue = this.waiting.get(caller) ?? [];
    if (queue.length >= this.waiting_max)
      throw RateLimitHit('Too many requests at once: wait for the answers to the earlier ones', {
        'retry-after': RETRY_SECS,
      });
    this.waiting.set(caller, queue);
    await new Promise<void>((resolve) => queue.push(resolve));
    if (!signal.aborted) return;
    this.leave(caller);
    throw clientDisconnected();
  }

  /** Lets the caller's next request read. */
  private leave(caller: Caller): void {
    const queue = this.waiting.get(caller);
    const next = queue?.shift();
    if (queue?.length === 0) this.waiting.delete(caller);
    if (next) {
      next();
      return;
    }
    const running = this.running.get(caller)! - 1;
    if (running > 0) this.running.set(caller, running);
    else this.running.delete(caller);
  }
}
