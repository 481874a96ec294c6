// Which jobs wait. What an account can enqueue faster than it is done needs a limit.
import type { RealmId, UserId } from '@stoa/contract';
import { inBatches } from '../database/batches.ts';
import type { Connection } from '../database/connection.ts';
import { sql } from '../database/sql.ts';

/** Whether a job of a kind waits or runs for an organization. */
export async function hasWaitingJob(db: Connection, kind: string, realm_id: RealmId): Promise<boolean> {
  const found = await db.get(
    sql`select 1 as found from jobs where kind = ${kind} and realm_id = ${realm_id} and failed_at is null limit 1`,
  );
  return found !== null;
}

/** Takes a place for one more job of an account; false if as many wait already. */
export type TakePlace = (account_id: UserId) => boolean;

/** Places for jobs of a kind, at most `most` for each of these accounts; those that wait or run have theirs. */
export async function placesForJobs(
  db: Connection,
  kind: string,
  account_ids: readonly UserId[],
  most: number,
): Promise<TakePlace> {
  const taken = new Map(await countWaitingJobs(db, kind, account_ids));
  return (account_id) => {
    const count = taken.get(account_id) ?? 0;
    if (count >= most) return false;
    taken.set(account_id, count + 1);
    return true;
  };
}

/** The number of jobs of a kind that wait or run, by account; accounts without any are left out. */
async function countWaitingJobs(
  db: Connection,
  kind: string,
  account_ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, number>> {
  const rows = await inBatches(account_ids, (batch) =>
    db.all<{ account_id: UserId; waiting: number }>(
      sql`select account_id, count(*) as waiting from jobs
       where kind = ${kind} and account_id in (${sql.list(batch)}) and failed_at is null group by account_id`,
    ),
  );
  return new Map(rows.map(({ account_id, waiting }) => [account_id, waiting]));
}
