// The write path: writes queue up, share one transaction and commit, and their events get ids just before it. Owns the order of
// all writes; never knows what is written.

import { type EventId, heartbeatEvent, type RealmId, type UserId } from '@stoa/contract';
import type { LimitKey } from '../access/actor.ts';
import { getOrSet } from '../collections/get-or-set.ts';
import type { Connection, Store, Transaction } from '../database/connection.ts';
import { dropReadCache, lookUpBatched, openReadCache } from '../database/read-once.ts';
import { sql } from '../database/sql.ts';
import { Caps } from '../limits/caps.ts';
import type { Clock } from '../time/clock.ts';
import type { SpanAttributes, Tracing } from '../tracing.ts';
import { BY_SERVER, type Origin } from './audit-record.ts';
import { DeferredChanges } from './deferred-changes.ts';
import { Hooks } from './hooks.ts';
import { type LogAppender, openAppender } from './log-appender.ts';
import type { LogEntry } from './log-entry.ts';
import { StoreRefusals } from './store-refusals.ts';
import { WaitingWrites } from './waiting-writes.ts';
import type { WriteContext } from './write-context.ts';

export interface WriteOptions {
  /** That of the writer if left out. */
  readonly origin?: Origin;
  /** For whom the write counts: limit keys take turns. [WR800] */
  readonly limit_key?: LimitKey;
  /**
   * The write reads nothing that others defer, so it may run before deferred changes of earlier writes. It changes nothing that
   * other appending writes read by `getOnce`: accounts, sessions, channels, subscriptions, devices.
   */
  readonly appends?: boolean;
  /** For appending writes: looks up through the read cache some of the rows that the write will. Its failure does not matter. */
  readonly lookUp?: ((db: Connection) => Promise<unknown>) | undefined;
}

export type Write<T> = (context: WriteContext) => Promise<T>;
/** Called for each commit, in order: the entries follow directly on `base`. */
export type CommitListener = (realm_id: RealmId, base: EventId, entries: readonly LogEntry[]) => void;

interface PendingWrite {
  readonly realm_id: RealmId | null;
  readonly write: Write<unknown>;
  readonly origin: Origin;
  readonly limit_key: LimitKey | null;
  readonly appends: boolean;
  readonly lookUp: ((db: Connection) => Promise<unknown>) | undefined;
  /** In milliseconds of the steady clock. */
  readonly asked_at: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** One commit: how many writes shared it, how long the first of them waited, and how long it took. */
export interface CommitGroup {
  readonly writes: number;
  readonly wait_ms: number;
  readonly duration_ms: number;
  /** The store refused it. */
  readonly is_refused: boolean;
}
export type CommitGroupListener = (group: CommitGroup) => void;

/** At most 64 writes share a commit: the first of them waits for the last. */
const MAX_GROUP = 64;
/** After this long, what has not begun waits for the next commit, and others take their turn before it. [WR801] */
const GROUP_MS = 100;

export class Writer {
  private readonly lanes = new Map<number, WaitingWrites<PendingWrite>>();
  private readonly draining = new Set<Promise<void>>();
  private readonly listeners: CommitListener[] = [];
  private readonly group_listeners: CommitGroupListener[] = [];
  private readonly job_listeners: ((kinds: ReadonlySet<string>) => void)[] = [];
  private readonly kinds = new Set<string>();
  /** Before each commit. Requests that have already arrived join it: a disk flush costs more than a turn of the loop. */
  pause: () => Promise<unknown> = () => new Promise((resolve) => setImmediate(resolve));
  private closed = false;
  private tracing: Tracing | null = null;
  /** Writes that are not on disk yet, the oldest first. */
  private readonly unsettled = new Set<PendingWrite>();
  private readonly refusals: StoreRefusals;
  /** The origin of writes that name none. */
  origin: Origin = BY_SERVER;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    readonly caps = new Caps(),
    private readonly hooks = new Hooks(),
  ) {
    this.refusals = new StoreRefusals(clock);
  }

  /** From now on, writes and commits are spans. */
  trace(tracing: Tracing): void {
    this.tracing = tracing;
  }

  /** Declares that handlers for these kinds of jobs run here. */
  serve(kinds: Iterable<string>): void {
    for (const kind of kinds) this.kinds.add(kind);
  }

  onCommit(listener: CommitListener): void {
    this.listeners.push(listener);
  }

  /** Called after each commit, also one that failed. */
  onGroup(listener: CommitGroupListener): void {
    this.group_listeners.push(listener);
  }

  /** Called when the store takes writes again, with how long it had refused them. */
  onRecovery(listener: (refused_ms: number) => void): void {
    this.refusals.onEnd(listener);
  }

  /** Called with the kinds of jobs that were committed. */
  onJobs(listener: (kinds: ReadonlySet<string>) => void): void {
    this.job_listeners.push(listener);
  }

  /**
   * Runs `write` in a transaction of the organization; resolves when the commit is on disk. Writes of one organization run one
   * after another, across nodes. `realm_id` null is for writes outside any organization; they can't emit.
   */
  write<T>(realm_id: RealmId | null, write: Write<T>, options: WriteOptions = {}): Promise<T> {
    const { tracing } = this;
    if (tracing === null) return this.queue(realm_id, write, options);
    const attributes: SpanAttributes = realm_id === null ? {} : { 'stoa.organization_id': realm_id };
    return tracing.within({ name: 'write', kind: 'internal', attributes }, () => this.queue(realm_id, write, options));
  }

  private queue<T>(realm_id: RealmId | null, write: Write<T>, options: WriteOptions): Promise<T> {
    const { appends = false, lookUp, origin = this.origin, limit_key = null } = options;
    if (this.closed) return Promise.reject(new Error('the store is closing'));
    return new Promise<T>((resolve, reject) => {
      // SQLite has one writer for all; on PostgreSQL organizations do not wait for each other.
      const lane = this.store.engine === 'sqlite' ? 0 : (realm_id ?? 0);
      const asked_at = this.clock.steady();
      const pending = {
        realm_id,
        write,
        origin,
        limit_key,
        appends,
        lookUp,
        asked_at,
        resolve: resolve as (value: unknown) => void,
        reject,
      };
      this.unsettled.add(pending);
      const is_draining = this.lanes.has(lane);
      getOrSet(this.lanes, lane, () => new WaitingWrites<PendingWrite>()).push(pending);
      if (is_draining) return;
      const drained = this.drain(lane).finally(() => this.draining.delete(drained));
      this.draining.add(drained);
    });
  }

  /** True if the store accepted the last write, or there was none for a while. */
  get is_taking(): boolean {
    return this.refusals.is_taking;
  }

  /** How long the oldest write that is not on disk yet has waited; 0 if none waits. */
  get oldest_wait_ms(): number {
    const [oldest] = this.unsettled;
    return oldest ? this.clock.steady() - oldest.asked_at : 0;
  }

  /** Waits for all pending writes and accepts no more. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.draining);
  }

  private async drain(lane: number): Promise<void> {
    const waiting = this.lanes.get(lane)!;
    while (waiting.length > 0) {
      await this.pause();
      const group: PendingWrite[] = [];
      const began_at = this.clock.steady();
      const { tracing } = this;
      const is_refused = !(await (tracing === null
        ? this.commit(waiting, group)
        : this.commitTraced(tracing, waiting, group)));
      const duration_ms = this.clock.steady() - began_at;
      const wait_ms = began_at - group[0]!.asked_at;
      for (const listener of this.group_listeners) listener({ writes: group.length, wait_ms, duration_ms, is_refused });
      for (const pending of group) this.unsettled.delete(pending);
    }
    this.lanes.delete(lane);
  }

  /** Commits as a span in the trace of the write that waited first. */
  private commitTraced(
    tracing: Tracing,
    waiting: WaitingWrites<PendingWrite>,
    group: PendingWrite[],
  ): Promise<boolean> {
    return tracing.within({ name: 'commit', kind: 'internal', attributes: {} }, async (span) => {
      const is_committed = await this.commit(waiting, group);
      span.set({ 'stoa.writes': group.length });
      if (!is_committed) span.fail();
      return is_committed;
    });
  }

  /**
   * Moves writes from those waiting to the group, and commits it. Those that arrive while another node has the organization
   * locked join too, so that nodes which take turns commit few large groups. False if nothing was committed.
   */
  private async commit(waiting: WaitingWrites<PendingWrite>, group: PendingWrite[]): Promise<boolean> {
    const settle: (() => void)[] = [];
    const appenders = new Map<RealmId, LogAppender>();
    const deferred = new DeferredChanges();
    let is_refused = false;
    const recordFailure = (error: unknown) => {
      if (this.refusals.note(error)) is_refused = true;
    };
    group.push(...waiting.take(MAX_GROUP));
    try {
      await this.store.transaction(async (tx) => {
        let looked_up = await this.openGroup(tx, group, appenders);
        group.push(...waiting.take(MAX_GROUP - group.length));
        const began_at = this.clock.steady();
        for (const [at, pending] of group.entries()) {
          if (at > 0 && this.clock.steady() - began_at >= GROUP_MS) {
            waiting.putBack(group.splice(at));
            break;
          }
          if (!pending.appends) {
            dropReadCache(tx);
            await deferred.run(tx);
          } else if (at >= looked_up) looked_up = await this.lookUpAhead(tx, group, at);
          settle.push(await this.runWrite(tx, pending, appenders, deferred, recordFailure));
        }
        dropReadCache(tx);
        await deferred.run(tx);
        for (const appender of appenders.values()) await appender.flush(tx);
      });
      // Small unlogged writes may still fit on a full disk, so only a logged write counts as a success.
      if (!is_refused && [...appenders.values()].some(({ entries }) => entries.length > 0)) this.refusals.end();
    } catch (error) {
      recordFailure(error);
      for (const pending of group) pending.reject(error);
      return false;
    }
    for (const appender of appenders.values()) {
      if (appender.entries.length === 0) continue;
      for (const listener of this.listeners) listener(appender.realm_id, appender.base, appender.entries);
    }
    const kinds = new Set([...appenders.values()].flatMap(({ jobs }) => jobs.map(({ kind }) => kind)));
    if (kinds.size > 0) for (const listener of this.job_listeners) listener(kinds);
    for (const done of settle) done();
    return true;
  }

  /**
   * Locks the organization of the first write, and sends the lookups of the group along: they run once the lock is held.
   * Returns how many writes have looked up.
   */
  private async openGroup(
    tx: Transaction,
    group: readonly PendingWrite[],
    appenders: Map<RealmId, LogAppender>,
  ): Promise<number> {
    const { realm_id, appends } = group[0]!;
    const opened = realm_id === null ? null : openAppender(tx, realm_id, appenders);
    const looked_up = appends ? this.lookUpAhead(tx, group, 0) : 0;
    // Wait for both before throwing: the connection is released after a failure.
    await Promise.allSettled([opened, looked_up]);
    await opened;
    return looked_up;
  }

  /**
   * On PostgreSQL, reads in batches what the appending writes from `start` to the next write of another kind will look up: one after
   * another, each would wait for its own responses. Returns the index of that next write.
   */
  private async lookUpAhead(tx: Transaction, writes: readonly PendingWrite[], start: number): Promise<number> {
    openReadCache(tx);
    const next = writes.findIndex(({ appends }, at) => at > start && !appends);
    const end = next === -1 ? writes.length : next;
    const of_writes = writes.slice(start, end).flatMap(({ lookUp }) => lookUp ?? []);
    if (tx.engine === 'sqlite' || of_writes.length === 0) return end;
    const lookups = [...of_writes, ...this.hooks.lookUps];
    await tx.runAhead(sql`savepoint looking_up`);
    await lookUpBatched(
      tx,
      lookups.map((lookUp) => () => lookUp(tx)),
    );
    // A failed statement aborts the transaction until it is rolled back to the savepoint.
    await tx.runAhead(sql`rollback to savepoint looking_up`);
    await tx.runAhead(sql`release savepoint looking_up`);
    return end;
  }

  /** Runs one write of a group; a failing one rolls back only its own changes, events and jobs. */
  private async runWrite(
    tx: Transaction,
    pending: PendingWrite,
    appenders: Map<RealmId, LogAppender>,
    deferred: DeferredChanges,
    failed: (error: unknown) => void,
  ): Promise<() => void> {
    const appender = pending.realm_id === null ? null : await openAppender(tx, pending.realm_id, appenders);
    const before = appender?.lengths;
    const waiting = deferred.length;
    const invalidated_user_ids: UserId[] = [];
    const now = this.clock.now();
    const { origin } = pending;
    const context: WriteContext = {
      tx,
      now,
      caps: this.caps,
      origin,
      position: appender?.position ?? (0 as EventId),
      emit(event, body, audience) {
        if (!appender) throw new Error('a write outside any organization has no event log');
        appender.append({
          type: event.type,
          op: event.op,
          body: body as Record<string, unknown>,
          audience,
          invalidated_user_ids,
        });
      },
      invalidateAccess: (user_ids) => void invalidated_user_ids.push(...user_ids),
      enqueue(job) {
        if (!appender) throw new Error('a write outside any organization has no jobs');
        appender.jobs.push({ run_at: now, account_id: null, ...job });
      },
      record(entry) {
        if (!appender) throw new Error('a write outside any organization has no audit log');
        appender.audit.push({ record: entry, origin, now });
      },
      serves: (kind) => this.kinds.has(kind),
      async defer(change, item) {
        if (pending.appends) deferred.add(change, item);
        else await change(tx, [item]);
      },
      trigger: (hook, body) => this.hooks.run(hook, context, body),
    };
    const outcome = await tx.attempt(async () => {
      try {
        const value = await pending.write(context);
        // An access change without an event still matters to every feed: an entry without an audience carries it.
        if (appender && invalidated_user_ids.length > 0 && appender.entries.length === before!.entries)
          appender.append({ type: heartbeatEvent.type, op: null, body: {}, audience: {}, invalidated_user_ids });
        return value;
      } catch (error) {
        failed(error);
        throw error;
      }
    });
    if ('value' in outcome) return () => pending.resolve(outcome.value);
    deferred.drop(waiting);
    if (before) appender?.truncate(before);
    return () => pending.reject(outcome.error);
  }
}
