// The queues this node serves: their rows in memory, each client's cursor, and saving both periodically. A crash loses
// at most a few seconds of acknowledgements, which clients repeat with their next poll.

import { BadEventQueueId, type EventId, type RealmId, type UserId } from '@stoa/contract';
import { batchesOf } from '../kit/database/batches.ts';
import type { Store } from '../kit/database/connection.ts';
import { youngGarbageCollector } from '../kit/runtime/release-memory.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { Writer } from '../kit/write/write.ts';
import { LiveQueue } from './live-queue.ts';
import { pruneLog } from './prune.ts';
import { findQueue, isIdle, removeIdleQueues, removeQueues, saveProgress } from './queue.ts';
import type { Signals } from './signals.ts';
import type { Uptime } from './uptime.ts';

const SAVE_EVERY_MS = 10_000;
const ROWS_PER_SAVE = 500;
/** A collection takes some 2 ms, and spares a third of what a waiting client costs. */
const ARRIVALS_PER_COLLECTION = 100;

/** The account and credentials that use a queue. */
export interface QueueOwner {
  readonly realm_id: RealmId;
  readonly user_id: UserId;
  /** The access token that registered the queue; null for the API key and sessions. */
  readonly token_id: number | null;
}

/** The API key and sessions use every queue of the account, a token only those that it registered. [TK8] */
function isOf(queue: QueueOwner, { realm_id, user_id, token_id }: QueueOwner): boolean {
  const is_own = queue.realm_id === realm_id && queue.user_id === user_id;
  return is_own && (token_id === null || queue.token_id === token_id);
}

export class LiveQueues {
  private readonly live = new Map<string, LiveQueue>();
  /** Those of accounts that a write has concerned since: their rows may be gone. */
  private readonly doubted = new WeakSet<LiveQueue>();
  /** Queues per organization: counted every few seconds, plus those registered here since. */
  private counts = new Map<RealmId, number>();
  private timer: ReturnType<typeof setInterval> | null = null;
  private saving: Promise<void> = Promise.resolve();
  private readonly collectAmongArrivals = youngGarbageCollector(ARRIVALS_PER_COLLECTION);
  /** Other nodes save as rarely as this one, so use they have not saved yet gets this much grace. */
  private readonly grace_ms: number;

  constructor(
    private readonly store: Store,
    private readonly writer: Writer,
    private readonly clock: Clock,
    private readonly uptime: Uptime,
    private readonly signals: Signals,
  ) {
    this.grace_ms = store.engine === 'sqlite' ? 0 : 2 * SAVE_EVERY_MS;
  }

  get size(): number {
    return this.live.size;
  }

  async start(): Promise<void> {
    await this.uptime.read(this.store.db);
    this.timer = setInterval(() => void this.tidy(), SAVE_EVERY_MS);
  }

  /** Counts a new queue; throws if the organization has reached its cap. [CA1] */
  countNew(realm_id: RealmId): void {
    const present = this.counts.get(realm_id) ?? 0;
    this.writer.caps.check('queues-per-organization', present);
    this.counts.set(realm_id, present + 1);
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.saving;
    await this.save().catch(() => {}); // clients repeat their acknowledgements anyway
  }

  /** The queue, if it exists and belongs to the caller. [EV5] */
  async use(queue_id: string, owner: QueueOwner): Promise<LiveQueue> {
    let live = this.live.get(queue_id);
    if (!live) {
      const row = await findQueue(this.store.db, queue_id);
      if (!row || !isOf(row, owner)) throw unknownQueue(queue_id);
      // The queue was just registered or polled at another node: it lacks the signals since then. [EV18]
      const signals = this.signals.newestSignalAt(row.realm_id, row.last_active_at);
      live = this.live.get(queue_id) ?? this.add(new LiveQueue(row, signals));
    }
    if (!isOf(live, owner)) throw unknownQueue(queue_id);
    await this.verify(live);
    if (!live.poll && (await this.isIdle(live))) {
      await this.remove(live);
      throw unknownQueue(queue_id);
    }
    live.noteUse(this.clock.now(), this.uptime.now());
    return live;
  }

  /** Whether nobody has polled the queue for too long, here or, by its row, at another node. [EV9] */
  private async isIdle({ queue_id, idle_queue_timeout_secs, active_uptime_ms }: LiveQueue): Promise<boolean> {
    if (this.uptime.now() - active_uptime_ms <= idle_queue_timeout_secs * 1000) return false;
    const row = await findQueue(this.store.db, queue_id);
    return !row || isIdle(row, this.clock.now() - this.grace_ms, this.uptime.now() - this.grace_ms);
  }

  /** Records the client's newest event; returns the position to continue from. */
  acknowledge(live: LiveQueue, last_event_id: number | null): EventId {
    const { first_event_id } = live;
    const after = Math.max(last_event_id ?? live.last_event_id, first_event_id) as EventId;
    if (after > live.last_event_id) live.last_event_id = after;
    return after;
  }

  isVerified(live: LiveQueue): boolean {
    return !this.doubted.has(live);
  }

  async verify(live: LiveQueue): Promise<void> {
    if (this.isVerified(live)) return;
    const row = await findQueue(this.store.db, live.queue_id);
    if (!row) {
      this.forget(live);
      throw unknownQueue(live.queue_id);
    }
    this.doubted.delete(live);
  }

  invalidate(user_ids: readonly UserId[]): void {
    const concerned = new Set(user_ids);
    for (const live of this.live.values()) if (concerned.has(live.user_id)) this.doubted.add(live);
  }

  async remove(live: LiveQueue): Promise<void> {
    this.forget(live);
    await this.writer.write(null, ({ tx }) => removeQueues(tx, live.user_id, live.queue_id));
  }

  forgetId(queue_id: string): void {
    const live = this.live.get(queue_id);
    if (live) this.forget(live);
  }

  private add(live: LiveQueue): LiveQueue {
    this.live.set(live.queue_id, live);
    this.collectAmongArrivals(this.live.size);
    return live;
  }

  private forget(live: LiveQueue): void {
    this.live.delete(live.queue_id);
  }

  /** Saves progress, then removes idle queues and the part of the event log that no queue needs. */
  tidy(): Promise<void> {
    this.saving = this.saving
      .then(async () => {
        await this.save();
        const removed = await this.writer.write(null, async ({ tx }) => {
          await this.uptime.save(tx);
          return removeIdleQueues(tx, this.clock.now() - this.grace_ms, this.uptime.now() - this.grace_ms);
        });
        for (const queue_id of removed) this.forgetId(queue_id);
        const { removed: behind, queues } = await pruneLog(this.store, this.writer);
        for (const queue_id of behind) this.forgetId(queue_id);
        this.counts = new Map(queues);
      })
      .catch(() => {}); // the next round retries if the store does not answer
    return this.saving;
  }

  private async save(): Promise<void> {
    const now = this.clock.now();
    const uptime_ms = this.uptime.now();
    const dirty = [...this.live.values()].filter((live) => live.dirty || live.poll);
    for (const batch of batchesOf(dirty, ROWS_PER_SAVE)) {
      const rows = batch.map((live) => {
        if (live.poll) live.noteUse(now, uptime_ms);
        live.dirty = false;
        const { queue_id, last_event_id, last_active_at, active_uptime_ms } = live;
        return { queue_id, last_event_id, last_active_at, active_uptime_ms };
      });
      await this.writer.write(null, ({ tx }) => saveProgress(tx, rows));
    }
  }
}

export function unknownQueue(queue_id: string) {
  return BadEventQueueId(`Bad event queue ID: ${queue_id}`, { queue_id });
}
