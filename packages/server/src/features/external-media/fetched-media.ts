// External pictures and videos as the proxy serves them, some cached in memory. Never decides who may ask.
import type { RealmId, UserId } from '@stoa/contract';
import type { LimitKey } from '../../kit/access/actor.ts';
import type { BreakOff } from '../../kit/http/responses/stream-body.ts';
import type { Outbound } from '../../kit/outbound/outbound.ts';
import { FairPool } from '../../kit/scheduling/fair-pool.ts';
import { siteOf, VIDEO_BYTES } from './external-media.rules.ts';
import { type Decoding, fetchMedium, type Medium } from './media.queries.ts';
import { MediaMemory, Room } from './media-memory.ts';

/** Bytes of the whole cache, and of one entry; larger media are fetched again. */
const CACHE_BYTES = 48 * 1024 * 1024;
const CACHE_BYTES_EACH = 4 * 1024 * 1024;
const CACHE_COUNT = 2000;
const CACHE_MS = 60 * 60_000;
/** How long a failed fetch is not repeated. */
const FAILED_MS = 60_000;
const WAITING = { waiting: 300, waiting_each: 150, max_wait_ms: 20_000 };
/** No account: pictures of all messages take turns with those of each account. */
const NOBODY = 0 as UserId;

interface CachedMedium {
  readonly medium: Medium | null;
  readonly until: number;
}

/** A medium that is being fetched, or sent to its readers. */
interface MediumInUse {
  readonly medium: Promise<Medium | null>;
  readonly room: Room;
  /** Who waits for it or reads it. */
  users: number;
  /** What ends each response. */
  readonly breakers: Set<() => void>;
}

/** For one response: the medium is counted until it is released, or its room is needed. */
export interface MediaLease {
  readonly medium: Medium;
  release(): void;
  /** Call when the response begins. */
  whenNeeded(breakOff: BreakOff): void;
}

export class FetchedMedia {
  /** In order of last use. */
  private readonly cached = new Map<string, CachedMedium>();
  private cached_bytes = 0;
  private readonly in_use = new Map<string, MediumInUse>();
  /** Who asks for much, or for what is slow, leaves fetches to others of the organization ... [HT891] */
  private readonly callers = new FairPool<LimitKey>({ ...WAITING, places: 64, places_each: 4 });
  /** ... and so does a slow site ... */
  private readonly sites = new FairPool<string>({ ...WAITING, places: 64, places_each: 3 });
  /** ... and an organization to the others. [XM4] */
  private readonly organizations = new FairPool<RealmId>({ ...WAITING, places: 12, places_each: 8 });

  constructor(
    private readonly parts: Decoding,
    private readonly outbound: Outbound,
    private readonly memory = new MediaMemory(),
  ) {}

  /** Null for media that cannot be fetched or are not proxied. Throws `PoolFull`. Whoever gets a lease releases it. */
  async lease(realm_id: RealmId, url: string, limit_key: LimitKey, now: number): Promise<MediaLease | null> {
    const known = this.findCached(url, now);
    if (known?.medium === null) return null;
    const used = this.in_use.get(url) ?? this.begin(realm_id, url, limit_key, now, known?.medium ?? null);
    return this.join(url, used);
  }

  close(): void {
    for (const pool of [this.callers, this.sites, this.organizations]) pool.clear();
    this.memory.close();
  }

  private findCached(url: string, now: number): CachedMedium | null {
    const known = this.cached.get(url);
    if (!known || known.until <= now) return null;
    this.cached.delete(url);
    this.cached.set(url, known);
    return known;
  }

  private begin(realm_id: RealmId, url: string, limit_key: LimitKey, now: number, known: Medium | null): MediumInUse {
    const breakers = new Set<() => void>();
    const evict = () => {
      this.in_use.delete(url);
      for (const breakOff of [...breakers]) breakOff();
    };
    const room = new Room(limit_key, known?.body.length ?? VIDEO_BYTES, evict);
    const medium = known ? this.hold(room, known) : this.fetch(realm_id, url, room, now);
    const used = { medium, room, users: 0, breakers };
    this.in_use.set(url, used);
    return used;
  }

  private async hold(room: Room, medium: Medium): Promise<Medium> {
    await this.memory.enter(room);
    this.memory.settle(room, medium.body.length);
    return medium;
  }

  private fetch(realm_id: RealmId, url: string, room: Room, now: number): Promise<Medium | null> {
    const fetching = async () => {
      await this.memory.enter(room);
      const medium = await fetchMedium(this.parts, this.outbound, url, NOBODY);
      this.memory.settle(room, medium?.body.length ?? 0);
      this.remember(url, medium, now);
      return medium;
    };
    const inTurn = () => this.organizations.run(realm_id, fetching);
    const inTurnOfSite = () => this.sites.run(`${realm_id} ${siteOf(url)}`, inTurn);
    return this.callers.run(room.limit_key, inTurnOfSite);
  }

  /** Responses with one medium share its bytes; the last one releases them. */
  private async join(url: string, used: MediumInUse): Promise<MediaLease | null> {
    used.users += 1;
    let end: (() => void) | null = null;
    let is_released = false;
    const release = () => {
      if (is_released) return;
      is_released = true;
      if (end) used.breakers.delete(end);
      used.users -= 1;
      if (used.users > 0) return;
      this.memory.release(used.room);
      if (this.in_use.get(url) === used) this.in_use.delete(url);
    };
    const whenNeeded = (breakOff: BreakOff) => {
      if (is_released) return;
      end = () => {
        release();
        breakOff();
      };
      used.breakers.add(end);
    };
    try {
      const medium = await used.medium;
      if (medium) return { medium, release, whenNeeded };
    } catch (error) {
      release();
      throw error;
    }
    release();
    return null;
  }

  private remember(url: string, medium: Medium | null, now: number): void {
    this.drop(url);
    const size = medium?.body.length ?? 0;
    if (size > CACHE_BYTES_EACH) return;
    this.cached.set(url, { medium, until: now + (medium ? CACHE_MS : FAILED_MS) });
    this.cached_bytes += size;
    for (const oldest of this.cached.keys()) {
      if (this.cached_bytes <= CACHE_BYTES && this.cached.size <= CACHE_COUNT) return;
      this.drop(oldest);
    }
  }

  private drop(url: string): void {
    this.cached_bytes -= this.cached.get(url)?.medium?.body.length ?? 0;
    this.cached.delete(url);
  }
}
