// A queue that a node serves, and the poll that waits at it.
import type { EventId, RealmId, UserId } from '@stoa/contract';
import type { PendingResponse } from '../kit/http/route.ts';
import { type QueueOptions, type QueueRow, type QueueTerms, termsOf } from './queue.ts';

/** A queue that this node serves: its row and what changes, in one object, because there are ten thousand. */
export class LiveQueue {
  readonly queue_id: string;
  readonly user_id: UserId;
  private readonly terms: QueueTerms;
  readonly first_event_id: EventId;
  last_event_id: EventId;
  last_active_at: number;
  active_uptime_ms: number;
  poll: Poll | null = null;
  dirty = false;
  private quiet_from: EventId;
  private quiet_to: EventId;

  constructor(
    row: QueueRow,
    /** The last signal of this node that the queue has received. */
    public last_signal: number,
  ) {
    this.queue_id = row.queue_id;
    this.user_id = row.user_id;
    this.terms = termsOf(row);
    this.first_event_id = row.first_event_id;
    this.last_event_id = row.last_event_id;
    this.last_active_at = row.last_active_at;
    this.active_uptime_ms = row.active_uptime_ms;
    this.quiet_from = row.last_event_id;
    this.quiet_to = row.last_event_id;
  }

  get realm_id(): RealmId {
    return this.terms.realm_id;
  }

  get token_id(): number | null {
    return this.terms.token_id;
  }

  get options(): QueueOptions {
    return this.terms.options;
  }

  get idle_queue_timeout_secs(): number {
    return this.terms.idle_queue_timeout_secs;
  }

  /** Saved with the next progress. */
  noteUse(now_ms: number, uptime_ms: number): void {
    this.last_active_at = now_ms;
    this.active_uptime_ms = uptime_ms;
    this.dirty = true;
  }

  /** The position up to which nothing after `after` is known to be for this queue. */
  quietUntil(after: EventId): EventId {
    return after >= this.quiet_from && after <= this.quiet_to ? this.quiet_to : after;
  }

  noteQuiet(from: EventId, to: EventId): void {
    this.quiet_from = from;
    this.quiet_to = to;
  }
}

/** Why a poll that waits should end: its client is gone, or its credentials are. */
export type PollEnd = Pick<AbortSignal, 'aborted'>;

/** One object, neither closures nor listeners, because ten thousand wait at once. */
export class Poll {
  constructor(
    readonly live: LiveQueue,
    /** The newest event the client has. */
    readonly after: EventId,
    /** Everything up to here is known to hold nothing for this poll. */
    public scanned: EventId,
    readonly started_at: number,
    /** Looked at by every sweep: a listener takes half a kilobyte in the runtime. */
    readonly signal: PollEnd,
    readonly pending: PendingResponse,
  ) {}

  get is_waiting(): boolean {
    return this.live.poll === this;
  }
}
