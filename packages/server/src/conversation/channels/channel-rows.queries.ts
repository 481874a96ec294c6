// All channels of an organization: each row is read once per revision and shared by all readers.

import type { ChannelId, RealmId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import type { ChannelRow } from './channels.tables.ts';

const ROWS: CacheDefinition<Readonly<ChannelRow>> = { name: 'channel rows', bound: 5000, sizeOf: () => 1 };

export interface WhichChannels {
  readonly archived_too?: boolean;
  /** These only; all if left out. */
  readonly among?: readonly ChannelId[];
}

/** In the order of their ids. */
export function findChannelRows(
  db: Connection,
  realm_id: RealmId,
  { archived_too = false, among }: WhichChannels,
): Promise<readonly Readonly<ChannelRow>[]> {
  const which = sql`realm_id = ${realm_id} ${sql.raw(archived_too ? '' : 'and not is_archived')}
    ${among ? sql`and stream_id in ${sql.each(among)}` : sql.nothing}`;
  return findRowsWhere(db, sql`${which} order by stream_id`);
}

/** Reads revisions first and caches rows under their own, so no row is taken for another revision's. */
export async function findRowsWhere(db: Connection, condition: Fragment): Promise<readonly Readonly<ChannelRow>[]> {
  if (db.writes) return db.all<ChannelRow>(sql`select * from channels where ${condition}`);
  const current = await db.all<{ stream_id: ChannelId; revision: number }>(
    sql`select stream_id, revision from channels where ${condition}`,
  );
  const cache = db.caches.of<ChannelId, Readonly<ChannelRow>>(ROWS);
  const found = new Map<ChannelId, Readonly<ChannelRow>>();
  const missing: ChannelId[] = [];
  for (const { stream_id, revision } of current) {
    const row = cache.get(stream_id, revision);
    if (row) found.set(stream_id, row);
    else missing.push(stream_id);
  }
  const time_slice = new TimeSlice();
  for (const batch of batchesOf(missing)) {
    const rows = await db.all<ChannelRow>(sql`select * from channels where stream_id in (${sql.list(batch)})`);
    for (const row of rows) {
      cache.set(row.stream_id, row.revision, row);
      found.set(row.stream_id, row);
    }
    await time_slice.yieldIfUsed();
  }
  return current.map(({ stream_id }) => found.get(stream_id)!);
}
