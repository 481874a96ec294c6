// What is in memory for an account or address while its client takes its time: bodies of requests that are still arriving, and large responses that
// are still unread.
import { RateLimitHit } from '@stoa/contract';
import type { LimitKey } from '../../access/actor.ts';
import { getOrSet } from '../../collections/get-or-set.ts';
import { type BreakOff, CHUNK_BYTES, type Chunks, type StreamSource, streamOf } from '../responses/stream-body.ts';

/** For one limit key. [HT800] [HT801] */
const HELD_MAX = 64 * 1024 * 1024;
/** For all callers together. [HT855] [HT858] */
const HELD_BY_ALL_MAX = 192 * 1024 * 1024;
const RETRY_SECS = 5;

export class HeldBytes {
  private readonly held = new Map<LimitKey, number>();
  private held_by_all = 0;
  /** Functions that end an arriving body or a response being read, by caller, the oldest first. */
  private readonly holding = new Map<LimitKey, Set<() => void>>();

  constructor(
    private readonly refusal: string,
    private readonly most = HELD_MAX,
    private readonly most_by_all = Number.POSITIVE_INFINITY,
  ) {}

  /** Throws if there is too much for as much more; the only one may have any size. */
  requireRoom(limit_key: LimitKey, size: number): void {
    const held = this.held.get(limit_key) ?? 0;
    if (held > 0 && held + size > this.most) throw this.refuse();
    while (this.held_by_all > 0 && this.held_by_all + size > this.most_by_all)
      if (!this.breakOffAbove(2 * (held + size))) throw this.refuse();
  }

  private refuse() {
    return RateLimitHit(this.refusal, { 'retry-after': RETRY_SECS });
  }

  /** Ends the oldest of whoever holds most, if that is more than `size`. [HT855] */
  private breakOffAbove(size: number): boolean {
    let [most, of_most]: [number, (() => void) | undefined] = [size, undefined];
    for (const [limit_key, breakers] of this.holding) {
      const held = this.held.get(limit_key) ?? 0;
      if (held > most) [most, of_most] = [held, [...breakers][0]];
    }
    of_most?.();
    return of_most !== undefined;
  }

  /**
   * Counts these bytes during the work; throws if there is no room for them, or if others need it meanwhile: the response then ends the
   * request, and what has arrived of it is forgotten. [HT858]
   */
  async during<T>(limit_key: LimitKey, size: number, work: () => Promise<T>): Promise<T> {
    this.requireRoom(limit_key, size);
    const needed = Promise.withResolvers<never>();
    const release = this.hold(limit_key, size, () => needed.reject(this.refuse()));
    try {
      return await Promise.race([work(), needed.promise]);
    } finally {
      release();
    }
  }

  /** A stream of these bytes, counted from when the client asks for them until it has read them or is gone. */
  streamBytes(limit_key: LimitKey, bytes: Uint8Array): ReadableStream<Uint8Array> {
    let release: (() => void) | null = null;
    let at = 0;
    // Without a generator, which costs as much as all else here: every larger page of history takes this way.
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (at > 0 && at >= bytes.length) {
            release?.();
            controller.close();
            return;
          }
          release ??= this.hold(limit_key, bytes.length, () => controller.error());
          // What the runtime has got, it keeps until it is sent, also of a stream that is broken off.
          controller.enqueue(bytes.subarray(at, at + CHUNK_BYTES));
          at += CHUNK_BYTES;
        },
        cancel: () => release?.(),
      },
      { highWaterMark: 0 },
    );
  }

  /** A stream of these chunks, counted from the request for the first of them until the last is read or the client gone. */
  streamChunks(
    limit_key: LimitKey,
    size: number,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    source?: StreamSource,
  ): ReadableStream<Uint8Array> {
    let breakOff: BreakOff = () => {};
    const whileRead = async function* (this: HeldBytes): Chunks {
      const release = this.hold(limit_key, size, breakOff);
      try {
        yield* chunks;
      } finally {
        release();
      }
    };
    return streamOf(whileRead.call(this), {
      whenNeeded: (given) => {
        breakOff = given;
        source?.whenNeeded(given);
      },
      release: () => source?.release(),
    });
  }

  /** Counts what is held from now on; returns how to end that, which does nothing after the first time. */
  private hold(limit_key: LimitKey, size: number, breakOff: BreakOff): () => void {
    this.add(limit_key, size);
    const breakers = getOrSet(this.holding, limit_key, () => new Set<() => void>());
    const release = () => {
      if (!breakers.delete(end)) return;
      this.add(limit_key, -size);
      if (breakers.size === 0) this.holding.delete(limit_key);
    };
    const end = () => {
      release();
      breakOff();
    };
    breakers.add(end);
    return release;
  }

  private add(limit_key: LimitKey, size: number): void {
    this.held_by_all += size;
    const held = (this.held.get(limit_key) ?? 0) + size;
    if (held === 0) this.held.delete(limit_key);
    else this.held.set(limit_key, held);
  }
}

export const unreadResponses = (most?: number, most_by_all = HELD_BY_ALL_MAX) =>
  new HeldBytes('Too many large responses at once: read the earlier ones first', most, most_by_all);
export const arrivingBodies = (most?: number, most_by_all = HELD_BY_ALL_MAX) =>
  new HeldBytes('Too many large requests at once: finish the earlier ones first', most, most_by_all);

/** Whom a response counts for. */
export interface Delivery {
  readonly unread: HeldBytes;
  readonly limit_key: LimitKey;
}
