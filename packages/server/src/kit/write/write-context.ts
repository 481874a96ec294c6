// What the code of a write is given.
import type { EventBody, EventDeclaration, EventId, UserId } from '@stoa/contract';
import type { Transaction } from '../database/connection.ts';
import type { Caps } from '../limits/caps.ts';
import type { AuditRecord, Origin } from './audit-record.ts';
import type { Change } from './deferred-changes.ts';
import type { Hook } from './hook.ts';
import type { Audience } from './log-entry.ts';

/** Everything a write may do, all within one transaction. */
export interface WriteContext {
  readonly tx: Transaction;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Limits on how many of each thing may exist. */
  readonly caps: Caps;
  /** The account that makes the write, and its credentials. */
  readonly origin: Origin;
  /** The organization's log position before this write. */
  readonly position: EventId;
  emit<E extends EventDeclaration>(event: E, body: EventBody<E>, audience: Audience): void;
  /** Invalidates cached access of users whose role, subscriptions or account state change in this write. */
  invalidateAccess(user_ids: readonly UserId[]): void;
  /** Enqueues a job that runs after the commit, even after a crash. */
  enqueue(job: NewJob): void;
  /** True if a handler for this kind of job runs here; otherwise the job need not be enqueued. */
  serves(kind: string): boolean;
  /**
   * Defers a change that this write does not read. In a write that `appends` it runs at the end of the group, together
   * with the items that other writes of the group defer for the same change; otherwise at once.
   */
  defer<Item>(change: Change<Item>, item: Item): Promise<void>;
  /** Adds an entry to the audit log, of this write's origin. */
  record(entry: AuditRecord): void;
  /** Runs the subscribers of a hook, within this transaction. */
  trigger<Body>(hook: Hook<Body>, body: Body): Promise<void>;
}

export interface NewJob {
  /** The kind of job; selects the handler. */
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Earliest time to run, in milliseconds since 1970; now if left out. */
  readonly run_at?: number;
  /** The account the job counts for, if its kind is shared fairly among accounts. */
  readonly account_id?: UserId | null;
}
