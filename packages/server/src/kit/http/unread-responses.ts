// What clients have not read yet of large responses. Their text is in memory until then, and a client may take as long as it likes.
import { RateLimitHit, type UserId } from '@stoa/contract';
import type { Chunks } from './stream-body.ts';

/** A person, bots included, or an address. */
export type Caller = UserId | string;

/** Characters of a caller's large responses that may be unread. [HT800] */
const UNREAD_MAX = 64 * 1024 * 1024;
const RETRY_SECS = 5;

export class UnreadResponses {
  private readonly unread = new Map<Caller, number>();

  constructor(private readonly most = UNREAD_MAX) {}

  /** Throws if the caller leaves too much unread for one more response; the only one may have any size. */
  requireRoom(caller: Caller, size: number): void {
    const unread = this.unread.get(caller) ?? 0;
    if (unread > 0 && unread + size > this.most)
      throw RateLimitHit('Too many large responses at once: read the earlier ones first', {
        'retry-after': RETRY_SECS,
      });
  }

  /** The chunks of a response, which counts from the request for the first of them until the last is read or the client gone. */
  async *counted(caller: Caller, size: number, chunks: Chunks): AsyncGenerator<Uint8Array, void> {
    this.add(caller, size);
    try {
      yield* chunks;
    } finally {
      this.add(caller, -size);
    }
  }

  private add(caller: Caller, size: number): void {
    const unread = (this.unread.get(caller) ?? 0) + size;
    if (unread === 0) this.unread.delete(caller);
    else this.unread.set(caller, unread);
  }
}

/** Whom a response counts for. */
export interface Delivery {
  readonly unread: UnreadResponses;
  readonly caller: Caller;
}
