// Event queues as the operator sees them: how many, of whom, and how far behind. Never what is in them.
import type { RealmId, UserId } from '@stoa/contract';
import type { Connection } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';
import { LOG_STEP } from '../kit/write/log-entry.ts';

export interface QueueTotals {
  readonly queues: number;
  readonly accounts: number;
  /** Used within the last minute. */
  readonly active: number;
}

export interface AccountQueues {
  /** Null: spectators. */
  readonly user_id: UserId | null;
  readonly queues: number;
  /** When one of them was used last, in milliseconds since 1970. */
  readonly last_active_at: number;
  /** Log entries that the slowest has not acknowledged. */
  readonly behind: number;
}

const ACTIVE_MS = 60_000;

export async function countQueues(db: Connection, realm_id: RealmId, now: number): Promise<QueueTotals> {
  const row = await db.get<QueueTotals>(
    sql`select count(*) as queues, count(distinct user_id) as accounts,
     coalesce(sum(case when last_active_at > ${now - ACTIVE_MS} then 1 else 0 end), 0) as active
     from event_queues where realm_id = ${realm_id}`,
  );
  return { queues: row!.queues, accounts: row!.accounts, active: Number(row!.active) };
}

/** The accounts with most queues. */
export async function listAccountQueues(db: Connection, realm_id: RealmId, limit: number): Promise<AccountQueues[]> {
  const rows = await db.all<Omit<AccountQueues, 'behind'> & { slowest: number; log_end: number }>(
    sql`select user_id, count(*) as queues, max(last_active_at) as last_active_at, min(event_queues.last_event_id) as slowest,
     max(realms.last_event_id) as log_end
     from event_queues join realms on realms.realm_id = event_queues.realm_id
     where event_queues.realm_id = ${realm_id} group by user_id order by count(*) desc, user_id limit ${limit}`,
  );
  return rows.map(({ slowest, log_end, ...row }) => ({
    ...row,
    behind: Math.max(0, Math.floor((log_end - slowest) / LOG_STEP)),
  }));
}
