// External pictures and videos as the proxy serves them, some cached in memory. Never decides who may ask.
import type { RealmId, UserId } from '@stoa/contract';
import type { Outbound } from '../../kit/outbound/outbound.ts';
import { FairPool } from '../../kit/scheduling/fair-pool.ts';
import { type Decoding, fetchMedium, type Medium } from './media.queries.ts';

/** Bytes of the whole cache, and of one entry; larger media are fetched again. */
const CACHE_BYTES = 48 * 1024 * 1024;
const CACHE_BYTES_EACH = 4 * 1024 * 1024;
const CACHE_COUNT = 2000;
const CACHE_MS = 60 * 60_000;
/** How long a failed fetch is not repeated. */
const FAILED_MS = 60_000;
/** No account: pictures of all messages take turns with those of each account. */
const NOBODY = 0 as UserId;

interface CachedMedium {
  readonly medium: Medium | null;
  readonly until: number;
}

export class FetchedMedia {
  /** In order of last use. */
  private readonly cached = new Map<string, CachedMedium>();
  private cached_bytes = 0;
  private readonly under_way = new Map<string, Promise<Medium | null>>();
  /** [XM4] An organization whose messages link to slow sites leaves slots for the others. */
  private readonly pool = new FairPool<RealmId>({
    places: 6,
    places_each: 4,
    waiting: 300,
    waiting_each: 150,
    max_wait_ms: 20_000,
  });

  constructor(
    private readonly parts: Decoding,
    private readonly outbound: Outbound,
  ) {}

  /** Null for media that cannot be fetched or are not proxied. Throws `PoolFull`. */
  async get(realm_id: RealmId, url: string, now: number): Promise<Medium | null> {
    const known = this.cached.get(url);
    if (known && known.until > now) {
      this.cached.delete(url);
      this.cached.set(url, known);
      return known.medium;
    }
    const pending = this.under_way.get(url);
    if (pending) return pending;
    const fetching = this.pool.run(realm_id, () => fetchMedium(this.parts, this.outbound, url, NOBODY));
    this.under_way.set(url, fetching);
    try {
      const medium = await fetching;
      this.remember(url, medium, now);
      return medium;
    } finally {
      this.under_way.delete(url);
    }
  }

  close(): void {
    this.pool.clear();
  }

  private remember(url: string, medium: Medium | null, now: number): void {
    this.drop(url);
    const size = medium?.body.size ?? 0;
    if (size > CACHE_BYTES_EACH) return;
    this.cached.set(url, { medium, until: now + (medium ? CACHE_MS : FAILED_MS) });
    this.cached_bytes += size;
    for (const oldest of this.cached.keys()) {
      if (this.cached_bytes <= CACHE_BYTES && this.cached.size <= CACHE_COUNT) return;
      this.drop(oldest);
    }
  }

  private drop(url: string): void {
    this.cached_bytes -= this.cached.get(url)?.medium?.body.size ?? 0;
    this.cached.delete(url);
  }
}
