// The queues this node is serving: their rows in memory, how far each client is, and the slow writing of it all back.
// A crash loses at most a few seconds of acknowledgements, which clients repeat with their next poll.

import { BadEventQueueId, type EventId, type RealmId, type UserId } from '@stoa/contract';
import type { Clock } from '../kit/clock.ts';
import type { Store } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';
import type { Writer } from '../kit/write.ts';
import { pruneLog } from './prune.ts';
import { findQueue, type QueueRow, removeIdleQueues, removeQueues, saveProgress } from './queue.ts';
import type { Signals } from './signals.ts';
import type { Poll } from './waiting-polls.ts';

const SAVE_EVERY_MS = 10_000;
const ROWS_PER_SAVE = 500;
/** The clock was set if it is further than this from where it would have run by itself. */
const JUMP_MS = 5000;

export class LiveQueue {
  poll: Poll | null = null;
  last_event_id: EventId;
  last_active_at: number;
  dirty = false;
  /** False after a write touched the user: the row may be gone. */
  verified = true;
  private quiet_from: EventId;
  private quiet_to: EventId;

  constructor(
    readonly row: QueueRow,
    /** Up to which signal of this node the queue has been told. */
    public heard: number,
  ) {
    this.last_event_id = row.last_event_id;
    this.last_active_at = row.last_active_at;
    this.quiet_from = row.last_event_id;
    this.quiet_to = row.last_event_id;
  }

  /** From `after` on, up to where it is known that there is nothing for this queue. */
  quietUntil(after: EventId): EventId {
    return after >= this.quiet_from && after <= this.quiet_to ? this.quiet_to : after;
  }

  noteQuiet(from: EventId, to: EventId): void {
    this.quiet_from = from;
    this.quiet_to = to;
  }
}

export class LiveQueues {
  private readonly live = new Map<string, LiveQueue>();
  /** How many queues each organization has: counted every few seconds, and what was registered here since. */
  private counts = new Map<RealmId, number>();
  private timer: ReturnType<typeof setInterval> | null = null;
  private saving: Promise<void> = Promise.resolve();
  /** By how much the clock differs from one that nobody sets. */
  private clock_offset: number;
  private following: Promise<void> = Promise.resolve();
  /** Other nodes save as rarely as this one: what they have not yet told counts as asked for. */
  private readonly grace_ms: number;

  constructor(
    private readonly store: Store,
    private readonly writer: Writer,
    private readonly clock: Clock,
    private readonly signals: Signals,
  ) {
    this.clock_offset = clock.now() - clock.steady();
    this.grace_ms = store.engine === 'sqlite' ? 0 : 2 * SAVE_EVERY_MS;
  }

  get size(): number {
    return this.live.size;
  }

  async start(): Promise<void> {
    // While the only node was down nobody could poll: that time does not count as idle. [EV10]
    if (this.store.engine === 'sqlite')
      await this.writer.write(null, ({ tx, now }) => tx.run(sql`update event_queues set last_active_at = ${now}`));
    this.timer = setInterval(() => void this.tidy(), SAVE_EVERY_MS);
  }

  /** Counts a queue that is about to be made; throws where the organization has as many as there may be. [CA1] */
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

  /** A clock that was set, or a machine that slept, is no time that a client was away: what is compared with the time moves along. [EV28] */
  private followClock(): Promise<void> {
    const offset = this.clock.now() - this.clock.steady();
    const jumped = Math.round(offset - this.clock_offset);
    if (Math.abs(jumped) < JUMP_MS) return this.following;
    this.clock_offset = offset;
    for (const live of this.live.values()) live.last_active_at += jumped;
    this.following = this.writer
      .write(null, ({ tx }) => tx.run(sql`update event_queues set last_active_at = last_active_at + ${jumped}`))
      .then(() => {})
      // What is in memory has moved already and is saved from there.
      .catch(() => {});
    return this.following;
  }

  /** The queue, if it exists and belongs to the caller. [EV5] */
  async use(queue_id: string, realm_id: RealmId, user_id: UserId): Promise<LiveQueue> {
    await this.followClock();
    let live = this.live.get(queue_id);
    if (!live) {
      const row = await findQueue(this.store.db, queue_id);
      if (!row || row.realm_id !== realm_id || row.user_id !== user_id) throw unknownQueue(queue_id);
      // It was registered, or asked for at another node, a moment ago: what was signalled since then it does not have. [EV18]
      const heard = this.signals.toldUntil(realm_id, row.last_active_at);
      live = this.live.get(queue_id) ?? this.add(new LiveQueue(row, heard));
    }
    if (live.row.realm_id !== realm_id || live.row.user_id !== user_id) throw unknownQueue(queue_id);
    await this.verify(live);
    const now = this.clock.now();
    if (!live.poll && (await this.isIdle(live, now))) {
      await this.remove(live);
      throw unknownQueue(queue_id);
    }
    live.last_active_at = now;
    live.dirty = true;
    return live;
  }

  /** Whether nobody has asked for the queue for too long, here or, as the store says, at another node. [EV9] */
  private async isIdle(live: LiveQueue, now: number): Promise<boolean> {
    const limit_ms = live.row.idle_queue_timeout_secs * 1000;
    if (now - live.last_active_at <= limit_ms) return false;
    const row = await findQueue(this.store.db, live.row.queue_id);
    return !row || now - row.last_active_at > limit_ms + this.grace_ms;
  }

  /** Notes what the client has and answers from where on it wants more. */
  acknowledge(live: LiveQueue, last_event_id: number | null): EventId {
    const { first_event_id } = live.row;
    const after = Math.max(last_event_id ?? live.last_event_id, first_event_id) as EventId;
    if (after > live.last_event_id) live.last_event_id = after;
    return after;
  }

  async verify(live: LiveQueue): Promise<void> {
    if (live.verified) return;
    const row = await findQueue(this.store.db, live.row.queue_id);
    if (!row) {
      this.forget(live);
      throw unknownQueue(live.row.queue_id);
    }
    live.verified = true;
  }

  doubt(user_ids: readonly UserId[]): void {
    const doubted = new Set(user_ids);
    for (const live of this.live.values()) if (doubted.has(live.row.user_id)) live.verified = false;
  }

  async remove(live: LiveQueue): Promise<void> {
    this.forget(live);
    await this.writer.write(null, ({ tx }) => removeQueues(tx, live.row.user_id, live.row.queue_id));
  }

  forgetId(queue_id: string): void {
    const live = this.live.get(queue_id);
    if (live) this.forget(live);
  }

  private add(live: LiveQueue): LiveQueue {
    this.live.set(live.row.queue_id, live);
    return live;
  }

  private forget(live: LiveQueue): void {
    this.live.delete(live.row.queue_id);
  }

  /** Saves progress, then removes what has been idle for too long and the part of the log that nobody needs. */
  private tidy(): Promise<void> {
    this.saving = this.saving
      .then(async () => {
        await this.followClock();
        await this.save();
        const now = this.clock.now();
        const removed = await this.writer.write(null, ({ tx }) => removeIdleQueues(tx, now - this.grace_ms));
        for (const queue_id of removed) this.forgetId(queue_id);
        const { removed: behind, queues } = await pruneLog(this.store, this.writer);
        for (const queue_id of behind) this.forgetId(queue_id);
        this.counts = new Map(queues);
      })
      .catch(() => {}); // a store that does not answer now is asked again with the next round
    return this.saving;
  }

  private async save(): Promise<void> {
    const now = this.clock.now();
    const dirty = [...this.live.values()].filter((live) => live.dirty || live.poll);
    for (let at = 0; at < dirty.length; at += ROWS_PER_SAVE) {
      const rows = dirty.slice(at, at + ROWS_PER_SAVE).map((live) => {
        live.dirty = false;
        if (live.poll) live.last_active_at = now;
        return { queue_id: live.row.queue_id, last_event_id: live.last_event_id, last_active_at: live.last_active_at };
      });
      await this.writer.write(null, ({ tx }) => saveProgress(tx, rows));
    }
  }
}

export function unknownQueue(queue_id: string) {
  return BadEventQueueId(`Bad event queue ID: ${queue_id}`, { queue_id });
}
