// Polls that wait for an event. Owns their order, heartbeats and ends; never looks at events.

import type { EventId, RealmId, UserId } from '@stoa/contract';
import { getOrSet } from '../kit/collections/get-or-set.ts';
import { TimeSlice } from '../kit/event-loop/time-slice.ts';
import type { PendingResponse } from '../kit/http/route.ts';
import type { Clock } from '../kit/time/clock.ts';
import { HeldPolls } from './held-polls.ts';
import { type LiveQueue, Poll, type PollEnd } from './live-queue.ts';
import { PollsByUser } from './polls-by-user.ts';
import { eventsResult } from './present.ts';
import type { Uptime } from './uptime.ts';

/** Polls that are served between two looks at the clock. */
const BATCH = 20;
/** Milliseconds after which a round yields to the event loop: with garbage collections, other requests wait less than 10. */
const SLICE_MS = 3;
const SWEEP_MS = 500;
/** While as many are served, the next polls wait: for fewer it would save nothing. [EV34] */
const LARGE_ROUND = 500;

/** Which polls are served: all, or those that the newest entries concern. */
export type WakeScope = 'all' | 'concerned';

export interface PollHandlers {
  /** Returns a promise only if serving has to wait for something. */
  serve(poll: Poll, scope: WakeScope): Promise<void> | void;
  heartbeat(poll: Poll): Promise<void>;
}

/** `delay_ms`: from learning of a commit to the responses of `count` polls. */
export type DeliveryListener = (delay_ms: number, count: number) => void;

export class WaitingPolls {
  private readonly waiting = new Map<RealmId, PollsByUser>();
  private readonly waking = new Map<RealmId, { again: boolean }>();
  private readonly held = new HeldPolls();
  private sweeper: ReturnType<typeof setInterval> | null = null;
  size = 0;
  onDelivery: DeliveryListener = () => {};

  constructor(
    private readonly heartbeat_ms: number,
    private readonly clock: Clock,
    private readonly uptime: Uptime,
    private readonly handlers: PollHandlers,
  ) {}

  /** Awaited by a poll that arrives; null if it need not wait. [EV34] */
  hold(): Promise<void> | null {
    return this.held.hold();
  }

  /** Answers with events, with a heartbeat, or with nothing if the client disconnected or polled again. */
  wait(live: LiveQueue, after: EventId, scanned: EventId, signal: PollEnd, pending: PendingResponse): void {
    // One poll per queue: a client that polls again has abandoned the one before. [EV8]
    if (live.poll) this.respond(live.poll, []);
    this.size++;
    this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS);
    live.poll = new Poll(live, after, scanned, this.clock.steady(), signal, pending);
    getOrSet(this.waiting, live.realm_id, () => new PollsByUser()).add(live.poll);
  }

  respond(poll: Poll, texts: readonly string[]): void {
    if (this.drop(poll)) poll.pending.succeed(eventsResult(poll.live.queue_id, texts));
  }

  fail(poll: Poll, error: unknown): void {
    if (this.drop(poll)) poll.pending.fail(error);
  }

  endAll(): void {
    for (const polls of [...this.waiting.values()]) for (const poll of polls.all()) this.respond(poll, []);
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

  /** Serves the waiting polls of some accounts, also while a round over all polls runs; resolves when each was looked at. */
  wakeOnly(realm_id: RealmId, user_ids: ReadonlySet<UserId>, is_public: boolean): Promise<void> {
    return this.serveAll(this.waiting.get(realm_id)?.of(user_ids, is_public) ?? [], 'concerned', performance.now());
  }

  private async rounds(realm_id: RealmId): Promise<void> {
    const round = { again: true };
    let woken_at = performance.now();
    this.waking.set(realm_id, round);
    while (round.again) {
      round.again = false;
      await this.serveAll(this.waiting.get(realm_id)?.all() ?? [], 'all', woken_at);
      woken_at = performance.now();
    }
    this.waking.delete(realm_id);
  }

  private serveAll(polls: readonly Poll[], scope: WakeScope, woken_at: number): Promise<void> {
    const round = () => this.serveInTurns(polls, scope, woken_at);
    return polls.length < LARGE_ROUND ? round() : this.held.during(round);
  }

  private async serveInTurns(polls: readonly Poll[], scope: WakeScope, woken_at: number): Promise<void> {
    const slice = new TimeSlice(SLICE_MS);
    for (let at = 0; at < polls.length; at += BATCH) {
      // The responses of a batch are written while its end is awaited, so that the slice counts them.
      await this.serveBatch(polls.slice(at, at + BATCH), scope, woken_at);
      await slice.yieldIfUsed();
    }
  }

  private async serveBatch(batch: readonly Poll[], scope: WakeScope, woken_at: number): Promise<void> {
    const served = batch.filter((poll) => poll.is_waiting);
    const slow: Promise<void>[] = [];
    for (const poll of served) {
      const serving = this.handlers.serve(poll, scope);
      if (serving) slow.push(serving);
    }
    await (slow.length > 0 ? Promise.all(slow) : null);
    const answered = served.filter((poll) => !poll.is_waiting).length;
    if (answered > 0) this.onDelivery(performance.now() - woken_at, answered);
  }

  private drop(poll: Poll): boolean {
    const polls = this.waiting.get(poll.live.realm_id);
    if (!polls?.delete(poll)) return false;
    if (polls.is_empty) this.waiting.delete(poll.live.realm_id);
    if (poll.is_waiting) poll.live.poll = null;
    poll.live.noteUse(this.clock.now(), this.uptime.now());
    this.size--;
    if (this.size === 0 && this.sweeper) {
      clearInterval(this.sweeper);
      this.sweeper = null;
    }
    return true;
  }

  /** Drops polls of clients that disconnected, and sends heartbeats. */
  private sweep(): void {
    const due = this.clock.steady() - this.heartbeat_ms;
    for (const polls of this.waiting.values()) {
      for (const poll of polls.all()) {
        if (poll.signal.aborted) this.respond(poll, []);
        else if (poll.started_at <= due) this.handlers.heartbeat(poll).catch((error) => this.fail(poll, error));
      }
    }
  }
}
