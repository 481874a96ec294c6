// Tells registered clients that the server was restarted. [RE15]

import { type RealmId, restartEvent } from '@stoa/contract';
import type { Store } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { STARTED_AT } from '../../kit/server-facts.ts';
import type { Writer } from '../../kit/write/write.ts';
import { versionFields } from './realm-state.queries.ts';

/** Skips organizations without event queues. */
export async function announceRestart(store: Store, writer: Writer): Promise<void> {
  const listened = await store.db.all<{ realm_id: RealmId }>(sql`select distinct realm_id from event_queues`);
  for (const { realm_id } of listened)
    await writer.write(realm_id, async ({ emit }) =>
      emit(restartEvent, { ...versionFields, server_generation: STARTED_AT }, { everyone: true }),
    );
}
