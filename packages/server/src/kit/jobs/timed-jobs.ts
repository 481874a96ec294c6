// Jobs that wait for the time of a row of an account. They leave with the row, or get its new time: otherwise one account could leave
// any number of them behind, all due at the same second. [JB17]
import type { RealmId, UserId } from '@stoa/contract';
import type { Transaction } from '../database/connection.ts';
import { sql } from '../database/sql.ts';

/** The row whose time a job waits for. */
export interface TimedRow {
  readonly kind: string;
  readonly account_id: UserId;
  readonly id: number;
}

/**
 * The body is `{id}`. Inserted at once, not with the commit: a later write of the same transaction may remove it. Runners look for due
 * jobs every second, so no commit needs to wake them.
 */
export async function insertTimedJob(
  tx: Transaction,
  { kind, account_id, id }: TimedRow,
  { realm_id, run_at }: { readonly realm_id: RealmId; readonly run_at: number },
): Promise<void> {
  await tx.run(
    sql`insert into jobs (realm_id, kind, body, run_at, account_id)
     values (${realm_id}, ${kind}, ${JSON.stringify({ id })}, ${run_at}, ${account_id})`,
  );
}

/** Leaves those that were given up for the operator to see. */
export async function removeTimedJobs(tx: Transaction, { kind, account_id, id }: TimedRow): Promise<void> {
  const waiting = await tx.all<{ job_id: number; body: { readonly id: number } }>(
    sql`select job_id, body from jobs where kind = ${kind} and account_id = ${account_id} and failed_at is null`,
  );
  const job_ids = waiting.filter(({ body }) => body.id === id).map(({ job_id }) => job_id);
  if (job_ids.length > 0) await tx.run(sql`delete from jobs where job_id in (${sql.list(job_ids)})`);
}
