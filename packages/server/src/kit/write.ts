// The write path: jobs queue up, share one transaction and one commit, and their events get their ids just before it.
// Owns the order of everything that is written; never knows what is written.
import {
  type EventBody,
  type EventDeclaration,
  type EventId,
  heartbeatEvent,
  type RealmId,
  type UserId,
} from '@stoa/contract';
import type { Clock } from './clock.ts';
import type { Connection, Store, Transaction } from './database/connection.ts';
import { placeholderRows } from './database/placeholders.ts';
import { type Audience, LOG_STEP, type LogEntry } from './log-entry.ts';

/** What a write may do. Everything in it belongs to one transaction. */
export interface WriteContext {
  readonly tx: Transaction;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The organization's log position before this write. */
  readonly position: EventId;
  emit<E extends EventDeclaration>(event: E, body: EventBody<E>, audience: Audience): void;
  /** Says that these users' role, subscriptions or account state change with this write. */
  touch(user_ids: readonly UserId[]): void;
}

export type Job<T> = (context: WriteContext) => Promise<T>;
/** Told of each commit, in order: the entries follow directly on `base`. */
export type CommitListener = (realm_id: RealmId, base: EventId, entries: readonly LogEntry[]) => void;

interface Pending {
  readonly realm_id: RealmId | null;
  readonly job: Job<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** So many writes share a commit at most: the first of them waits for the last. */
const MAX_GROUP = 64;
const EVENTS_PER_INSERT = 40;
const EVENT_COLUMNS = 7;

/** The log of one organization within one transaction. */
class Appender {
  readonly entries: LogEntry[] = [];
  constructor(
    readonly realm_id: RealmId,
    readonly base: EventId,
  ) {}

  get position(): EventId {
    return (this.base + this.entries.length * LOG_STEP) as EventId;
  }

  append(entry: Omit<LogEntry, 'realm_id' | 'id'>): void {
    this.entries.push({ ...entry, realm_id: this.realm_id, id: (this.position + LOG_STEP) as EventId });
  }

  async flush(tx: Transaction): Promise<void> {
    if (this.entries.length === 0) return;
    for (let at = 0; at < this.entries.length; at += EVENTS_PER_INSERT) {
      const rows = this.entries.slice(at, at + EVENTS_PER_INSERT);
      await tx.run(
        `insert into events (realm_id, id, type, op, body, audience, touched) values ${placeholderRows(rows.length, EVENT_COLUMNS)}`,
        rows.flatMap((entry) => [
          entry.realm_id,
          entry.id,
          entry.type,
          entry.op,
          JSON.stringify(entry.body),
          JSON.stringify(entry.audience),
          entry.touched.length > 0 ? JSON.stringify(entry.touched) : null,
        ]),
      );
    }
    await tx.run('update realms set last_event_id = $1 where realm_id = $2', [this.position, this.realm_id]);
  }
}

export class Writer {
  private readonly lanes = new Map<number, Pending[]>();
  private readonly draining = new Set<Promise<void>>();
  private readonly listeners: CommitListener[] = [];
  private closed = false;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  onCommit(listener: CommitListener): void {
    this.listeners.push(listener);
  }

  /**
   * Runs `job` in a transaction of the organization and resolves when the commit is on disk. Writes of one organization
   * run one after another, whichever node they come from. `realm_id` null is for writes outside any organization; they can't emit.
   */
  write<T>(realm_id: RealmId | null, job: Job<T>): Promise<T> {
    if (this.closed) return Promise.reject(new Error('the store is closing'));
    return new Promise<T>((resolve, reject) => {
      // SQLite has one writer for all; on PostgreSQL organizations do not wait for each other.
      const lane = this.store.engine === 'sqlite' ? 0 : (realm_id ?? 0);
      const pending = { realm_id, job, resolve: resolve as (value: unknown) => void, reject };
      const jobs = this.lanes.get(lane);
      if (jobs) {
        jobs.push(pending);
        return;
      }
      this.lanes.set(lane, [pending]);
      const drained = this.drain(lane).finally(() => this.draining.delete(drained));
      this.draining.add(drained);
    });
  }

  /** Waits until everything asked for is written, and takes no more. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.draining);
  }

  private async drain(lane: number): Promise<void> {
    const jobs = this.lanes.get(lane)!;
    while (jobs.length > 0) {
      // Let requests that have already arrived join this commit: a disk flush costs more than a turn of the loop.
      await new Promise((resolve) => setImmediate(resolve));
      await this.commit(jobs.splice(0, MAX_GROUP));
    }
    this.lanes.delete(lane);
  }

  private async commit(group: Pending[]): Promise<void> {
    const settle: (() => void)[] = [];
    const logs = new Map<RealmId, Appender>();
    try {
      await this.store.transaction(async (tx) => {
        for (const pending of group) settle.push(await this.attempt(tx, pending, logs));
        for (const log of logs.values()) await log.flush(tx);
      });
    } catch (error) {
      for (const pending of group) pending.reject(error);
      return;
    }
    for (const log of logs.values()) {
      if (log.entries.length === 0) continue;
      for (const listener of this.listeners) listener(log.realm_id, log.base, log.entries);
      this.store.announceCommit();
    }
    for (const done of settle) done();
  }

  /** Runs one job of a group; a job that fails takes only its own changes and events with it. */
  private async attempt(tx: Transaction, pending: Pending, logs: Map<RealmId, Appender>): Promise<() => void> {
    const log = pending.realm_id === null ? null : await openLog(tx, pending.realm_id, logs);
    const before = log?.entries.length ?? 0;
    const touched: UserId[] = [];
    await tx.run('savepoint job');
    try {
      const value = await pending.job({
        tx,
        now: this.clock.now(),
        position: log?.position ?? (0 as EventId),
        emit(event, body, audience) {
          if (!log) throw new Error('a write outside any organization has no log');
          log.append({ type: event.type, op: event.op, body: body as Record<string, unknown>, audience, touched });
        },
        touch: (user_ids) => void touched.push(...user_ids),
      });
      // A change of access that nobody is told of is still news to every feed: an entry without an audience carries it.
      if (log && touched.length > 0 && log.entries.length === before)
        log.append({ type: heartbeatEvent.type, op: null, body: {}, audience: {}, touched });
      await tx.run('release savepoint job');
      return () => pending.resolve(value);
    } catch (error) {
      await tx.run('rollback to savepoint job');
      await tx.run('release savepoint job');
      if (log) log.entries.length = before;
      return () => pending.reject(error);
    }
  }
}

async function openLog(tx: Transaction, realm_id: RealmId, logs: Map<RealmId, Appender>): Promise<Appender> {
  const known = logs.get(realm_id);
  if (known) return known;
  const lock = tx.engine === 'postgres' ? ' for update' : '';
  const row = await tx.get<{ last_event_id: EventId }>(`select last_event_id from realms where realm_id = $1${lock}`, [
    realm_id,
  ]);
  if (!row) throw new Error(`no organization ${realm_id}`);
  const log = new Appender(realm_id, row.last_event_id);
  logs.set(realm_id, log);
  return log;
}

/** A reader of the current log position, in whatever state `db` sees. */
export async function logPosition(db: Connection, realm_id: RealmId): Promise<EventId> {
  const row = await db.get<{ last_event_id: EventId }>('select last_event_id from realms where realm_id = $1', [
    realm_id,
  ]);
  return row!.last_event_id;
}
