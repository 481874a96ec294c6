// The organization that an import makes: closed while it is written.
import type { RealmId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** Positions below are those of the import's own history: subscriptions that began and ended before the organization was here. */
const IMPORTED_EVENTS = 1_000_000_000;

export async function closeForImport(
  tx: Transaction,
  realm_id: RealmId,
  { date_created, description, now_s }: { date_created: number; description: string; now_s: number },
): Promise<void> {
  const columns = {
    date_created,
    description,
    deactivated_at: now_s,
    last_event_id: IMPORTED_EVENTS,
    log_floor: IMPORTED_EVENTS,
  };
  await tx.run(sql`update realms set ${sql.set(columns)} where realm_id = ${realm_id}`);
}
