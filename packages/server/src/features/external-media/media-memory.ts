// Memory for media of other sites while they are fetched and sent, for all callers together. Never knows what the bytes are.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LimitKey } from '../../kit/access/actor.ts';
import { FairPool, PoolFull } from '../../kit/scheduling/fair-pool.ts';

const MAX_BYTES = 192 * 1024 * 1024;
/** How long a caller waits for room. */
const MAX_WAIT_MS = 20_000;
/** Whoever reads may take this long while others wait for room. */
const READING_MS = 10_000;
const CHECK_MS = 250;

/** Bytes that are counted until they are released. */
export class Room {
  /** By the clock of the process; null while its bytes are still fetched, which has a time limit of its own. */
  read_since: number | null = null;

  constructor(
    readonly limit_key: LimitKey,
    public size: number,
    /** Ends its readers, after which it is released. */
    readonly evict: () => void,
  ) {}
}

export interface MediaMemoryLimits {
  readonly max_bytes?: number;
  readonly max_wait_ms?: number;
  readonly reading_ms?: number;
}

export class MediaMemory {
  /** The oldest first. */
  private readonly rooms = new Set<Room>();
  private used = 0;
  private released = Promise.withResolvers<void>();
  /** Callers take turns; one of them waits for room, the others for their turn. */
  private readonly turns: FairPool<LimitKey>;
  private readonly limits: Required<MediaMemoryLimits>;

  constructor(limits: MediaMemoryLimits = {}) {
    this.limits = { max_bytes: MAX_BYTES, max_wait_ms: MAX_WAIT_MS, reading_ms: READING_MS, ...limits };
    const { max_wait_ms } = this.limits;
    this.turns = new FairPool({ places: 1, places_each: 1, waiting: 1000, waiting_each: 100, max_wait_ms });
  }

  get bytes(): number {
    return this.used;
  }

  /** Waits for room; throws `PoolFull` if there is none for too long. [HT890] */
  async enter(room: Room): Promise<void> {
    const until = performance.now() + this.limits.max_wait_ms;
    const leave = await this.turns.enter(room.limit_key);
    try {
      while (!this.makeRoom(room)) {
        if (performance.now() > until) throw new PoolFull('waited for too long');
        await Promise.race([this.released.promise, sleep(CHECK_MS, undefined, { ref: false })]);
      }
      this.rooms.add(room);
      this.used += room.size;
    } finally {
      leave();
    }
  }

  /** The bytes are there, fewer than room was made for. */
  settle(room: Room, size: number): void {
    if (!this.rooms.has(room)) return;
    this.used -= room.size - size;
    room.size = size;
    room.read_since = performance.now();
    this.wake();
  }

  release(room: Room): void {
    if (!this.rooms.delete(room)) return;
    this.used -= room.size;
    this.wake();
  }

  close(): void {
    this.turns.clear();
  }

  private wake(): void {
    this.released.resolve();
    this.released = Promise.withResolvers();
  }

  private makeRoom({ limit_key, size }: Room): boolean {
    while (this.used > 0 && this.used + size > this.limits.max_bytes) {
      const room = this.findEvicted(limit_key, size);
      if (!room) return false;
      room.evict();
      this.release(room);
    }
    return true;
  }

  /**
   * The oldest room of the caller with the most bytes, if those are more than twice what the new caller would have then; otherwise the
   * oldest that was read for too long.
   */
  private findEvicted(limit_key: LimitKey, size: number): Room | null {
    const oldest = new Map<LimitKey, Room>();
    const held = new Map<LimitKey, number>();
    for (const room of this.rooms) {
      held.set(room.limit_key, (held.get(room.limit_key) ?? 0) + room.size);
      if (room.read_since !== null && !oldest.has(room.limit_key)) oldest.set(room.limit_key, room);
    }
    const bytesOf = (room: Room) => held.get(room.limit_key)!;
    const [first, ...others] = oldest.values();
    if (!first) return null;
    const most = others.reduce((left, right) => (bytesOf(right) > bytesOf(left) ? right : left), first);
    if (bytesOf(most) > 2 * ((held.get(limit_key) ?? 0) + size)) return most;
    const late = performance.now() - this.limits.reading_ms;
    return [...oldest.values()].find(({ read_since }) => read_since! < late) ?? null;
  }
}
