// Polls that wait for an event. Owns their order, heartbeats and ends; never looks at events.

import type { EventId, RealmId } from '@stoa/contract';
import type { Clock } from '../kit/clock.ts';
import { nextTurn } from '../kit/event-loop/turns.ts';
import { getOrSet } from '../kit/get-or-set.ts';
import type { LiveQueue } from './live-queues.ts';
import type { Uptime } from './uptime.ts';

/** At most this many polls are answered per turn of the event loop: 250 blocked it for up to 29 ms, 100 for 11 ms. */
const SLICE = 100;
const SWEEP_MS = 500;

/** A waiting poll: one object and no closures, because ten thousand wait at once. */
export class Poll {
  /** It was answered with events. */
  has_events = false;

  constructor(
    private readonly polls: WaitingPolls,
    readonly live: LiveQueue,
    /** The newest event the client has. */
    readonly after: EventId,
    /** Everything up to here is known to hold nothing for this poll. */
    public scanned: EventId,
    readonly started_at: number,
    private readonly signal: AbortSignal,
    readonly resolve: (texts: string[] | Promise<never>) => void,
  ) {
    signal.addEventListener('abort', this);
  }

  /** Called when the client disconnects. */
  handleEvent(): void {
    this.polls.answer(this, []);
  }

  release(): void {
    this.signal.removeEventListener('abort', this);
  }
}

export interface PollHandlers {
  /** Returns a promise only if serving has to wait for something. */
  serve(poll: Poll): Promise<void> | void;
  heartbeat(poll: Poll): Promise<void>;
}

/** `delay_ms`: from learning of a commit to the answer of one poll. */
export type DeliveryListener = (delay_ms: number) => void;

export class WaitingPolls {
  private readonly waiting = new Map<RealmId, Set<Poll>>();
  private readonly waking = new Map<RealmId, { again: boolean }>();
  private sweeper: ReturnType<typeof setInterval> | null = null;
  size = 0;
  onDelivery: DeliveryListener = () => {};

  constructor(
    private readonly heartbeat_ms: number,
    private readonly clock: Clock,
    private readonly uptime: Uptime,
    private readonly handlers: PollHandlers,
  ) {}

  /** Resolves with events, with a heartbeat, or with nothing if the client disconnected or polled again. */
  wait(live: LiveQueue, after: EventId, scanned: EventId, signal: AbortSignal): Promise<string[]> {
    // One poll per queue: a client that polls again has abandoned the one before. [EV8]
    if (live.poll) this.answer(live.poll, []);
    this.size++;
    this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS);
    return new Promise((resolve) => {
      live.poll = new Poll(this, live, after, scanned, this.clock.steady(), signal, resolve);
      getOrSet(this.waiting, live.row.realm_id, () => new Set<Poll>()).add(live.poll);
    });
  }

  answer(poll: Poll, texts: string[]): void {
    if (!this.drop(poll)) return;
    poll.has_events = texts.length > 0;
    poll.resolve(texts);
  }

  fail(poll: Poll, error: unknown): void {
    if (this.drop(poll)) poll.resolve(Promise.reject(error));
  }

  endAll(): void {
    for (const polls of [...this.waiting.values()]) for (const poll of [...polls]) this.answer(poll, []);
  }

  /** Serves every waiting poll of an organization, in slices; a call during a round adds one more round. */
  wake(realm_id: RealmId): void {
    const round = this.waking.get(realm_id);
    if (round) {
      round.again = true;
      return;
    }
    void this.rounds(realm_id);
  }

  private async rounds(realm_id: RealmId): Promise<void> {
    const round = { again: true };
    let woken_at = performance.now();
    this.waking.set(realm_id, round);
    while (round.again) {
      round.again = false;
      const polls = [...(this.waiting.get(realm_id) ?? [])];
      for (let at = 0; at < polls.length; at += SLICE) {
        if (at > 0) await nextTurn();
        const slice = polls.slice(at, at + SLICE).filter((poll) => poll.live.poll === poll);
        await Promise.all(slice.map((poll) => this.handlers.serve(poll)));
        const delay_ms = performance.now() - woken_at;
        for (const poll of slice) if (poll.has_events) this.onDelivery(delay_ms);
      }
      woken_at = performance.now();
    }
    this.waking.delete(realm_id);
  }

  private drop(poll: Poll): boolean {
    const polls = this.waiting.get(poll.live.row.realm_id);
    if (!polls?.delete(poll)) return false;
    if (polls.size === 0) this.waiting.delete(poll.live.row.realm_id);
    if (poll.live.poll === poll) poll.live.poll = null;
    poll.live.noteUse(this.clock.now(), this.uptime.now());
    poll.release();
    this.size--;
    if (this.size === 0 && this.sweeper) {
      clearInterval(this.sweeper);
      this.sweeper = null;
    }
    return true;
  }

  private sweep(): void {
    const due = this.clock.steady() - this.heartbeat_ms;
    for (const polls of this.waiting.values()) {
      for (const poll of polls) {
        if (poll.started_at > due) break; // a Set iterates in insertion order
        this.handlers.heartbeat(poll).catch((error) => this.fail(poll, error));
      }
    }
  }
}
