// Positions that a restore skipped. A client that has one saw events that the restore has undone.

import type { EventId, RealmId } from '@stoa/contract';
import type { Connection, Transaction } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';
import { LOG_STEP } from '../kit/write/log-entry.ts';

/** More than an organization can write between a backup and the loss of its server. */
const SKIPPED_ENTRIES = 1_000_000;

export interface LogGap {
  readonly after_event_id: EventId;
  readonly until_event_id: EventId;
}

export function findLogGaps(db: Connection, realm_id: RealmId): Promise<LogGap[]> {
  return db.all<LogGap>(sql`select after_event_id, until_event_id from log_gaps where realm_id = ${realm_id}`);
}

/** Signals take ids after that of the entry before the gap. */
export function isInGap({ after_event_id, until_event_id }: LogGap, id: number): boolean {
  return id >= after_event_id + LOG_STEP && id < until_event_id;
}

/** Moves the event log of every organization on, so that no event gets an id that clients may have seen for another. [BU12] */
export async function skipLogs(tx: Transaction): Promise<void> {
  const skipped = SKIPPED_ENTRIES * LOG_STEP;
  await tx.run(
    sql`insert into log_gaps (realm_id, after_event_id, until_event_id)
     select realm_id, last_event_id, last_event_id + ${skipped} from realms`,
  );
  await tx.run(sql`update realms set last_event_id = last_event_id + ${skipped}`);
}
