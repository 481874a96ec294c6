// The jobs as the operator sees them: lists, retries and drops them. Never shows what a job is about.
import type { RealmId } from '@stoa/contract';
import type { Connection, Transaction } from '../database/connection.ts';
import { sql } from '../database/sql.ts';

export interface ListedJob {
  readonly job_id: number;
  readonly realm_id: RealmId;
  readonly url: string;
  readonly kind: string;
  readonly attempts: number;
  /** When it is due, in milliseconds since 1970. */
  readonly run_at: number;
  readonly claimed_until: number;
  /** When it was given up; null if it was not. */
  readonly failed_at: number | null;
  readonly error: string | null;
}

/** Jobs by id, or all that were given up. */
export type ChosenJobs = number | 'failed';

/** Those given up last first, then those due longest. */
export function listJobs(
  db: Connection,
  { failed_only, limit }: { failed_only: boolean; limit: number },
): Promise<ListedJob[]> {
  const failed = sql`where failed_at is not null`;
  return db.all<ListedJob>(
    sql`select job_id, jobs.realm_id, realms.url, kind, attempts, run_at, claimed_until, failed_at, error
     from jobs join realms on realms.realm_id = jobs.realm_id ${failed_only ? failed : sql.nothing}
     order by (case when failed_at is null then 1 else 0 end), failed_at desc, run_at, job_id limit ${limit}`,
  );
}

/** Running jobs are left alone: their runner ends them. */
const chosen = (jobs: ChosenJobs, now: number) =>
  jobs === 'failed'
    ? sql`failed_at is not null and claimed_until <= ${now}`
    : sql`job_id = ${jobs} and claimed_until <= ${now}`;

/** Makes jobs due now, with all their attempts. Returns how many. */
export function retryJobs(tx: Transaction, now: number, jobs: ChosenJobs): Promise<number> {
  return tx.run(
    sql`update jobs set failed_at = null, error = null, attempts = 0, run_at = ${now} where ${chosen(jobs, now)}`,
  );
}

/** Deletes jobs; their work is not done. Returns how many. */
export function dropJobs(tx: Transaction, now: number, jobs: ChosenJobs): Promise<number> {
  return tx.run(sql`delete from jobs where ${chosen(jobs, now)}`);
}
