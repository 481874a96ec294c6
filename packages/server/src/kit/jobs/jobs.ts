// Runs the jobs that writes have enqueued (`context.enqueue`): after their commit, again after a failure, and after a crash. Owns
// the jobs table and when a job runs; never knows what a job is about.

import type { RealmId } from '@stoa/contract';
import type { Store } from '../database/connection.ts';
import { sql } from '../database/sql.ts';
import { type Logger, type Loggers, NO_LOGGERS } from '../logging/logger.ts';
import { scrub } from '../logging/scrub.ts';
import type { Clock } from '../time/clock.ts';
import type { Tracing } from '../tracing.ts';
import type { Writer } from '../write/write.ts';
import type { WriteContext } from '../write/write-context.ts';

export interface Job<Body = Record<string, unknown>> {
  readonly realm_id: RealmId;
  readonly body: Body;
  /** Number of earlier attempts. */
  readonly attempts: number;
}

/** Thrown by a handler if no retry can succeed. */
export class PermanentJobFailure extends Error {
  override readonly name = 'PermanentJobFailure';
}

interface Common {
  readonly kind: string;
  /** Most attempts before the job is given up; 10 if left out. */
  readonly attempts?: number;
  /** Writes made when the job is given up. */
  givenUp?(context: WriteContext, job: Job, error: Error): Promise<void>;
}

/** The job is a write: its changes and its end are one transaction, so it is done exactly once. */
export interface WritingHandler extends Common {
  write(context: WriteContext, job: Job): Promise<void>;
}

/**
 * The job acts on the outside world (mail, HTTP) without a transaction; its later writes share one with the end of the job. A
 * crash in between repeats it, so receivers must tolerate duplicates.
 */
export interface ActingHandler extends Common {
  act(job: Job): Promise<((context: WriteContext) => Promise<void>) | undefined>;
  /** After this long another runner may retry; longer than `act` can take. A minute if left out. */
  readonly claim_ms?: number;
  /** Most jobs at once; 8 if left out. */
  readonly concurrency?: number;
  /** Most jobs of one account at once, with accounts in turns; if left out, jobs run in the order of their time. [JB10] */
  readonly concurrency_each?: number;
}

export type JobHandler = WritingHandler | ActingHandler;

interface JobRow {
  job_id: number;
  realm_id: RealmId;
  body: Record<string, unknown>;
  attempts: number;
}

/** `failed`: another attempt follows. */
type JobOutcome = 'done' | 'failed' | 'given_up';
export type AttemptListener = (kind: string, outcome: JobOutcome, duration_ms: number) => void;

const POLL_MS = 1000;
const ATTEMPTS = 10;
const CLAIM_MS = 60_000;
const CONCURRENCY = 8;
const FIRST_DELAY_MS = 5000;
const LONGEST_DELAY_MS = 60 * 60_000;
/** Jobs of a deactivated organization wait. [JB8] */
const IN_USE = sql`exists (select 1 from realms where realms.realm_id = jobs.realm_id and deactivated_at is null)`;
/** How long given-up jobs stay for the operator to see. */
const KEEP_FAILED_MS = 14 * 24 * 60 * 60_000;

export interface JobRunnerServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly logs?: Loggers;
  readonly tracing?: Tracing | null;
  report(error: unknown): void;
}

export class JobRunner {
  private readonly pumps = new Map<string, Promise<void>>();
  /** Make running pumps look for due jobs again. */
  private readonly nudges = new Map<string, () => void>();
  private timer: ReturnType<typeof setInterval> | null = null;
  private looking: Promise<void> | null = null;
  private stopped = false;
  private readonly log: Logger;
  private readonly listeners: AttemptListener[] = [];
  private readonly kinds: ReadonlySet<string>;

  constructor(
    private readonly parts: JobRunnerServices,
    private readonly handlers: readonly JobHandler[],
  ) {
    this.log = (parts.logs ?? NO_LOGGERS).of('jobs');
    this.kinds = new Set(handlers.map(({ kind }) => kind));
    parts.writer.serve(this.kinds);
  }

  async start(): Promise<void> {
    const { store, writer } = this.parts;
    // Only one process runs an embedded store, so existing claims are of one that has ended.
    if (store.engine === 'sqlite')
      await writer.write(null, ({ tx }) => tx.run(sql`update jobs set claimed_until = 0 where claimed_until > 0`));
    writer.onJobs((kinds) => this.wake(kinds));
    this.timer = setInterval(() => this.wakeDue(), POLL_MS);
    this.wake();
  }

  /** Stops after the running jobs. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.pumps.values());
  }

  /** Runs all due jobs, and those they enqueue. */
  async settle(): Promise<void> {
    do {
      this.wake();
      await Promise.all(this.pumps.values());
      // Jobs started meanwhile are claimed and no longer due, but not finished.
    } while (!this.stopped && (this.pumps.size > 0 || (await this.findDueKinds()).size > 0));
  }

  /** Called after each attempt. */
  onAttempt(listener: AttemptListener): void {
    this.listeners.push(listener);
  }

  /** Number of jobs late by more than `late_ms`, up to `limit`, and how long the oldest has been due. */
  async backlog(late_ms: number, limit: number): Promise<{ late: number; oldest_ms: number }> {
    const now = this.parts.clock.now();
    const row = await this.parts.store.db.get<{ late: number; oldest: number | null }>(
      sql`select count(*) as late, min(run_at) as oldest from (
         select run_at from jobs where failed_at is null and run_at <= ${now - late_ms} and ${IN_USE} order by run_at limit ${limit}) due`,
    );
    return { late: row!.late, oldest_ms: row!.oldest === null ? 0 : now - row!.oldest };
  }

  /** Jobs of each kind that wait, up to `limit` of a kind, and how long the oldest has been due. */
  waiting(limit: number): Promise<{ kind: string; waiting: number; due_ms: number }[]> {
    const now = this.parts.clock.now();
    return Promise.all(
      this.handlers.map(async ({ kind }) => {
        const row = await this.parts.store.db.get<{ waiting: number; oldest: number | null }>(
          sql`select count(*) as waiting, min(run_at) as oldest from (
           select run_at from jobs where kind = ${kind} and failed_at is null and ${IN_USE} order by run_at limit ${limit}) waiting_jobs`,
        );
        return { kind, waiting: row!.waiting, due_ms: Math.max(0, now - (row!.oldest ?? now)) };
      }),
    );
  }

  /** For jobs that no commit here has announced: of other nodes, and those whose time has come. */
  private wakeDue(): void {
    this.looking ??= this.findDueKinds()
      .then((kinds) => this.wake(kinds))
      .catch((error) => this.parts.report(error))
      .finally(() => {
        this.looking = null;
      });
  }

  private wake(kinds: ReadonlySet<string> = this.kinds): void {
    if (this.stopped) return;
    for (const handler of this.handlers) {
      if (!kinds.has(handler.kind)) continue;
      if (this.pumps.has(handler.kind)) {
        this.nudges.get(handler.kind)?.();
        continue;
      }
      const pumped = this.pump(handler)
        .catch((error) => this.parts.report(error))
        .finally(() => {
          this.pumps.delete(handler.kind);
          this.nudges.delete(handler.kind);
        });
      this.pumps.set(handler.kind, pumped);
    }
  }

  /** One statement for all kinds, because it is asked every second. [JB12] */
  private async findDueKinds(): Promise<ReadonlySet<string>> {
    if (this.kinds.size === 0) return this.kinds;
    const now = this.parts.clock.now();
    const due = await this.parts.store.db.all<{ kind: string }>(
      sql`with kinds (kind) as (values ${sql.rows([...this.kinds].map((kind) => [kind]))})
       select kind from kinds where exists (select 1 from jobs where jobs.kind = kinds.kind
         and failed_at is null and run_at <= ${now} and claimed_until <= ${now} and ${IN_USE})`,
    );
    return new Set(due.map(({ kind }) => kind));
  }

  /** Runs one kind until none of it is due; a slow kind delays no other, nor a slow job the next. */
  private async pump(handler: JobHandler): Promise<void> {
    const places = ('act' in handler && handler.concurrency) || CONCURRENCY;
    const running = new Set<Promise<void>>();
    while (!this.stopped) {
      const free = places - running.size;
      // Jobs enqueued from here on are seen in the next round.
      const nudged = new Promise<void>((nudge) => this.nudges.set(handler.kind, nudge));
      const due =
        free === 0 ? [] : await ('act' in handler ? this.claim(handler, free) : this.findDue(handler.kind, free));
      for (const row of due) {
        const done = this.attempt(handler, row).finally(() => running.delete(done));
        running.add(done);
      }
      if (running.size === 0) return;
      // Writes share one lane, so they finish together; acting jobs free their places one by one. [JB6]
      if (!('act' in handler)) await Promise.all(running);
      else await Promise.race(free > due.length ? [...running, nudged] : running);
    }
    await Promise.all(running);
  }

  private findDue(kind: string, limit: number): Promise<JobRow[]> {
    const now = this.parts.clock.now();
    return this.parts.store.db.all<JobRow>(
      sql`select job_id, realm_id, body, attempts from jobs
       where kind = ${kind} and failed_at is null and run_at <= ${now} and claimed_until <= ${now} and ${IN_USE}
       order by run_at, job_id limit ${limit}`,
    );
  }

  /** Like {@link findDue}, with accounts in turns; running jobs count. */
  private findInTurns(kind: string, each: number, limit: number): Promise<JobRow[]> {
    const now = this.parts.clock.now();
    return this.parts.store.db.all<JobRow>(
      sql`with busy as (
         select account_id, count(*) as n from jobs
         where kind = ${kind} and failed_at is null and claimed_until > ${now} group by account_id),
       due as (
         select job_id, run_at, row_number() over (partition by jobs.account_id order by run_at, job_id)
           + coalesce((select n from busy where busy.account_id = jobs.account_id), 0) as turn
         from jobs where kind = ${kind} and failed_at is null and run_at <= ${now} and claimed_until <= ${now} and ${IN_USE})
       select jobs.job_id, realm_id, body, attempts from due join jobs on jobs.job_id = due.job_id
       where turn <= ${each} order by turn, due.run_at, due.job_id limit ${limit}`,
    );
  }

  private async claim(handler: ActingHandler, free: number): Promise<JobRow[]> {
    const { kind, claim_ms = CLAIM_MS, concurrency_each } = handler;
    const found = await (concurrency_each === undefined
      ? this.findDue(kind, free)
      : this.findInTurns(kind, concurrency_each, free));
    if (found.length === 0) return [];
    const now = this.parts.clock.now();
    // Another node may have claimed some first: those are no longer due when the statement runs.
    const claimed = await this.parts.writer.write(null, ({ tx }) => {
      // Rows that another transaction holds are left to it: two that wait for each other's rows would be a deadlock.
      const lock = tx.engine === 'postgres' ? ' for update skip locked' : '';
      return tx.all<{ job_id: number }>(
        sql`update jobs set claimed_until = ${now + claim_ms} where job_id in (
           select job_id from jobs where claimed_until <= ${now} and run_at <= ${now} and failed_at is null
             and job_id in (${sql.list(found.map(({ job_id }) => job_id))})${sql.raw(lock)})
         returning job_id`,
      );
    });
    const mine = new Set(claimed.map(({ job_id }) => job_id));
    return found.filter(({ job_id }) => mine.has(job_id));
  }

  private attempt(handler: JobHandler, row: JobRow): Promise<void> {
    const run = () => ('act' in handler ? this.act(handler, row) : this.write(handler, row));
    const { tracing } = this.parts;
    if (!tracing) return run();
    const { job_id, realm_id, attempts } = row;
    const attributes = { 'stoa.job_id': job_id, 'stoa.organization_id': realm_id, 'stoa.attempt': attempts + 1 };
    return tracing.within({ name: `job ${handler.kind}`, kind: 'internal', attributes }, run);
  }

  private async write(handler: WritingHandler, row: JobRow): Promise<void> {
    const began_at = performance.now();
    try {
      await this.parts.writer.write(row.realm_id, async (context) => {
        // Another node, or an earlier attempt, may have done it already.
        if ((await context.tx.run(sql`delete from jobs where job_id = ${row.job_id}`)) === 0) return;
        await handler.write(context, row);
      });
      this.noteEnd(handler, row, 'done', began_at);
    } catch (error) {
      await this.fail(handler, row, error as Error, began_at);
    }
  }

  private async act(handler: ActingHandler, row: JobRow): Promise<void> {
    const began_at = performance.now();
    try {
      const after = await handler.act(row);
      await this.parts.writer.write(row.realm_id, async (context) => {
        await context.tx.run(sql`delete from jobs where job_id = ${row.job_id}`);
        await after?.(context);
      });
      this.noteEnd(handler, row, 'done', began_at);
    } catch (error) {
      await this.fail(handler, row, error as Error, began_at);
    }
  }

  /** Logs the end of an attempt and notifies listeners. */
  private noteEnd({ kind }: JobHandler, row: JobRow, outcome: JobOutcome, began_at: number, error?: unknown): void {
    const duration_ms = performance.now() - began_at;
    for (const listener of this.listeners) listener(kind, outcome, duration_ms);
    const level = outcome === 'done' ? 'debug' : 'info';
    if (!this.log.has(level)) return;
    const { job_id, realm_id, attempts } = row;
    const reason = error === undefined ? {} : { error: scrub(String((error as Error).message)) };
    const fields = { kind, job_id, realm_id, attempt: attempts + 1, duration_ms: Math.round(duration_ms), ...reason };
    this.log[level](fields, `job ${outcome}`);
  }

  private async fail(handler: JobHandler, row: JobRow, error: Error, began_at: number): Promise<void> {
    const attempts = row.attempts + 1;
    const given_up = error instanceof PermanentJobFailure || attempts >= (handler.attempts ?? ATTEMPTS);
    this.noteEnd(handler, row, given_up ? 'given_up' : 'failed', began_at, error);
    // A handled PermanentJobFailure is no failure of the server.
    const foreseen = error instanceof PermanentJobFailure && handler.givenUp !== undefined;
    if (given_up && !foreseen)
      this.parts.report(new Error(`gave up ${handler.kind} job ${row.job_id}`, { cause: error }));
    await this.parts.writer.write(row.realm_id, async (context) => {
      const { tx, now } = context;
      const run_at = now + delay(attempts);
      await tx.run(
        sql`update jobs set attempts = ${attempts}, claimed_until = 0, run_at = ${run_at}, failed_at = ${given_up ? now : null}, error = ${error.message} where job_id = ${row.job_id}`,
      );
      if (!given_up) return;
      await tx.run(sql`delete from jobs where failed_at < ${now - KEEP_FAILED_MS}`);
      await handler.givenUp?.(context, row, error);
    });
  }
}

/** Doubles each time, up to an hour, with jitter so that jobs that failed together don't retry together. */
function delay(attempts: number): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return Math.round(longest * (0.75 + Math.random() / 4));
}
