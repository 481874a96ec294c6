// Adjusts restored data, which lacks the newest part of the past: clients, links and devices may know of accounts, messages and events
// that the data does not have.
import { skipLogs } from '../feed/log-gaps.ts';
import type { Transaction } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';

/** More than anything can be created in between. */
const SKIPPED_IDS = 1_000_000;

/** Run before a server uses the data. Repeating it does no harm. [BU12] */
export async function markRestored(tx: Transaction, now: number): Promise<void> {
  await skipLogs(tx);
  await skipIds(tx);
  // Their bytes are no part of a backup.
  await tx.run(sql`delete from unfinished_uploads`);
  // The time without a server does not count as idle.
  await tx.run(sql`update event_queues set last_active_at = ${now}`);
}

/**
 * An id that is assigned again would give an old link another message, and the API key of a lost account, which is derived from its
 * id, to another person.
 */
async function skipIds(tx: Transaction): Promise<void> {
  if (tx.engine === 'postgres') {
    await tx.all(
      sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${SKIPPED_IDS})
       from pg_sequences where schemaname = current_schema()`,
    );
    return;
  }
  await tx.run(sql`update sqlite_sequence set seq = seq + ${SKIPPED_IDS}`);
  await tx.run(
    sql`insert into sqlite_sequence (name, seq) select name, ${SKIPPED_IDS} from sqlite_schema
     where type = 'table' and sql like '%autoincrement%' and name not in (select name from sqlite_sequence)`,
  );
}
