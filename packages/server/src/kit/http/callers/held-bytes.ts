// What is in memory for an account or address while its client takes its time: bodies of requests that are still arriving, and large responses that
// are still unread.
import { RateLimitHit } from '@stoa/contract';
import type { LimitKey } from '../../access/actor.ts';

/** For one limit key. [HT800] [HT801] */
const HELD_MAX = 64 * 1024 * 1024;
const RETRY_SECS = 5;

export class HeldBytes {
  private readonly held = new Map<LimitKey, number>();

  constructor(
    private readonly refusal: string,
    private readonly most = HELD_MAX,
  ) {}

  /** Throws if there is too much for as much more; the only one may have any size. */
  requireRoom(limit_key: LimitKey, size: number): void {
    const held = this.held.get(limit_key) ?? 0;
    if (held > 0 && held + size > this.most) throw RateLimitHit(this.refusal, { 'retry-after': RETRY_SECS });
  }

  /** Counts these bytes during the work; throws if there is no room for them. */
  async during<T>(limit_key: LimitKey, size: number, work: () => Promise<T>): Promise<T> {
    this.requireRoom(limit_key, size);
    this.add(limit_key, size);
    try {
      return await work();
    } finally {
      this.add(limit_key, -size);
    }
  }

  /** A stream of these bytes, counted from when the client asks for them until it has read them or is gone. */
  streamBytes(limit_key: LimitKey, bytes: Uint8Array): ReadableStream<Uint8Array> {
    let is_held = false;
    const release = () => {
      if (is_held) this.add(limit_key, -bytes.length);
      is_held = false;
    };
    // Without a generator, which costs as much as all else here: every larger page of history takes this way.
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (is_held) {
            release();
            controller.close();
            return;
          }
          is_held = true;
          this.add(limit_key, bytes.length);
          controller.enqueue(bytes);
        },
        cancel: release,
      },
      { highWaterMark: 0 },
    );
  }

  /** The chunks of a response, counted from the request for the first of them until the last is read or the client gone. */
  async *whileRead(
    limit_key: LimitKey,
    size: number,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, void> {
    this.add(limit_key, size);
    try {
      yield* chunks;
    } finally {
      this.add(limit_key, -size);
    }
  }

  private add(limit_key: LimitKey, size: number): void {
    const held = (this.held.get(limit_key) ?? 0) + size;
    if (held === 0) this.held.delete(limit_key);
    else this.held.set(limit_key, held);
  }
}

export const unreadResponses = (most?: number) =>
  new HeldBytes('Too many large responses at once: read the earlier ones first', most);
export const arrivingBodies = (most?: number) =>
  new HeldBytes('Too many large requests at once: finish the earlier ones first', most);

/** Whom a response counts for. */
export interface Delivery {
  readonly unread: HeldBytes;
  readonly limit_key: LimitKey;
}
