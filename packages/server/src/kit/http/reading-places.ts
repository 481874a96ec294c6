// How many requests of one caller read at once. The rest of them wait for each other, so that whoever asks for much at once delays
// themselves and nobody else: the connections that read are few, and so is the memory for large results.
import { RateLimitHit } from '@stoa/contract';
import type { Caller } from '../actor.ts';
import { clientDisconnected } from '../database/read-turns.ts';

/** Half of what the embedded database has for short reads. [HT820] */
const PLACES_EACH = 2;
const WAITING_EACH = 1000;
const RETRY_SECS = 5;

export class ReadingPlaces {
  /** Both only for callers that read. */
  private readonly taken = new Map<Caller, number>();
  private readonly waiting = new Map<Caller, (() => void)[]>();

  constructor(
    private readonly places_each = PLACES_EACH,
    private readonly waiting_each = WAITING_EACH,
  ) {}

  /** Reads when the caller has a place; throws if too many of their requests wait for one, or the client has gone meanwhile. */
  async during<T>(caller: Caller, request: Request, read: () => Promise<T>): Promise<T> {
    const taken = this.taken.get(caller) ?? 0;
    if (taken < this.places_each) this.taken.set(caller, taken + 1);
    else await this.waitForPlace(caller, request.signal);
    try {
      return await read();
    } finally {
      this.leave(caller);
    }
  }

  private async waitForPlace(caller: Caller, signal: AbortSignal): Promise<void> {
    const queue = this.waiting.get(caller) ?? [];
    if (queue.length >= this.waiting_each)
      throw RateLimitHit('Too many requests at once: wait for the answers to the earlier ones', {
        'retry-after': RETRY_SECS,
      });
    this.waiting.set(caller, queue);
    await new Promise<void>((resolve) => queue.push(resolve));
    if (!signal.aborted) return;
    this.leave(caller);
    throw clientDisconnected();
  }

  /** Leaves the place to the next of the caller's requests. */
  private leave(caller: Caller): void {
    const queue = this.waiting.get(caller);
    const next = queue?.shift();
    if (queue?.length === 0) this.waiting.delete(caller);
    if (next) {
      next();
      return;
    }
    const taken = this.taken.get(caller)! - 1;
    if (taken > 0) this.taken.set(caller, taken);
    else this.taken.delete(caller);
  }
}
