// Where the event log of an organization ends.
import type { EventId, RealmId } from '@stoa/contract';
import type { Connection } from '../database/connection.ts';
import { sql } from '../database/sql.ts';

/** Reads the current log position, as of the state that `db` sees. */
export async function logPosition(db: Connection, realm_id: RealmId): Promise<EventId> {
  const row = await db.get<{ last_event_id: EventId }>(
    sql`select last_event_id from realms where realm_id = ${realm_id}`,
  );
  return row!.last_event_id;
}
