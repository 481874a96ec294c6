// Drops the part of the event log that no queue needs, one round late: a register call may be between reading its state and
// storing its queue.

import type { EventId, RealmId } from '@stoa/contract';
import type { Store } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';
import { LOG_STEP } from '../kit/write/log-entry.ts';
import type { Writer } from '../kit/write/write.ts';
import { removeQueuesBehind } from './queue.ts';

const ROWS_PER_DELETE = 5000;

interface Candidate {
  readonly realm_id: RealmId;
  readonly log_floor: EventId;
  readonly last_event_id: EventId;
  /** Every queue has acknowledged everything up to here. */
  readonly unneeded: EventId;
  readonly queues: number;
  /** How far restores have moved the event log on: no entries. */
  readonly skipped: number;
}

const seen_before = new WeakMap<Store, Map<RealmId, EventId>>();

export interface Pruned {
  /** Queues removed because they held back too much. */
  readonly removed: readonly string[];
  /** Queues per organization. */
  readonly queues: ReadonlyMap<RealmId, number>;
}

/** `backlog_max`: at most this many entries are kept for queues that nobody polls. [EV25] */
export async function pruneLog(
  store: Store,
  writer: Writer,
  backlog_max = writer.caps.of('queue-backlog'),
): Promise<Pruned> {
  const candidates = await store.db.all<Candidate>(
    sql`select realms.realm_id, log_floor, realms.last_event_id, count(event_queues.queue_id) as queues,
       coalesce(min(event_queues.last_event_id), realms.last_event_id) as unneeded,
       cast((select coalesce(sum(until_event_id - after_event_id), 0) from log_gaps
         where log_gaps.realm_id = realms.realm_id and until_event_id > log_floor) as bigint) as skipped
     from realms left join event_queues on event_queues.realm_id = realms.realm_id
     group by realms.realm_id, log_floor, realms.last_event_id`,
  );
  const before = seen_before.get(store) ?? new Map<RealmId, EventId>();
  const removed: string[] = [];
  const unneeded_now = new Map<RealmId, EventId>();
  for (const { realm_id, log_floor, last_event_id, unneeded, skipped } of candidates) {
    const least = (last_event_id - skipped - backlog_max * LOG_STEP) as EventId;
    if (unneeded < least) {
      removed.push(...(await writer.write(null, ({ tx }) => removeQueuesBehind(tx, realm_id, least))));
      unneeded_now.set(realm_id, least);
    } else unneeded_now.set(realm_id, unneeded);
    // Acknowledged heartbeats have ids above the last entry: pruning up to them would cut off queues that start at it.
    // [EV7]
    const floor = entryAtOrBelow(Math.min(before.get(realm_id) ?? 0, unneeded_now.get(realm_id)!));
    if (floor > log_floor) await prune(writer, realm_id, floor);
  }
  seen_before.set(store, unneeded_now);
  return { removed, queues: new Map(candidates.map(({ realm_id, queues }) => [realm_id, queues])) };
}

function entryAtOrBelow(id: number): EventId {
  return (Math.floor(id / LOG_STEP) * LOG_STEP) as EventId;
}

/** Deletes in batches, oldest first, so that no write waits long. The floor moves before the rows go. */
async function prune(writer: Writer, realm_id: RealmId, floor: EventId): Promise<void> {
  await writer.write(realm_id, ({ tx }) =>
    tx.run(sql`update realms set log_floor = ${floor} where realm_id = ${realm_id} and log_floor < ${floor}`),
  );
  await writer.write(realm_id, ({ tx }) =>
    tx.run(sql`delete from log_gaps where realm_id = ${realm_id} and until_event_id <= ${floor}`),
  );
  for (;;) {
    const deleted = await writer.write(realm_id, ({ tx }) =>
      tx.run(
        sql`delete from events where realm_id = ${realm_id} and id in (select id from events where realm_id = ${realm_id} and id <= ${floor} order by id limit ${sql.raw(ROWS_PER_DELETE)})`,
      ),
    );
    if (deleted < ROWS_PER_DELETE) return;
  }
}
