// All channels of an organization: each row is read once for each of its revisions, and shared by whoever asks.
import type { ChannelId, RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { placeholders } from '../../kit/database/placeholders.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { GenerationalCache } from '../../kit/generational-cache.ts';
import { getOrSet } from '../../kit/get-or-set.ts';
import type { ChannelRow } from './channels.tables.ts';

type Rows = GenerationalCache<ChannelId, Readonly<ChannelRow>>;

/** Rows in each of two generations. */
const GENERATION_ROWS = 5000;
const IDS_PER_STATEMENT = 200;

const rows_by_store = new WeakMap<Connection['origin'], Rows>();

/** By id. Revisions are read first and rows are kept under their own, so none is ever taken for another than it is. */
export async function findChannelRows(
  db: Connection,
  realm_id: RealmId,
  archived_too: boolean,
): Promise<readonly Readonly<ChannelRow>[]> {
  const which = archived_too ? '' : 'and not is_archived';
  if (db.writes)
    return db.all<ChannelRow>(`select * from channels where realm_id = $1 ${which} order by stream_id`, [realm_id]);
  const current = await db.all<{ stream_id: ChannelId; revision: number }>(
    `select stream_id, revision from channels where realm_id = $1 ${which} order by stream_id`,
    [realm_id],
  );
  const kept: Rows = getOrSet(rows_by_store, db.origin, () => new GenerationalCache(GENERATION_ROWS));
  const found = new Map<ChannelId, Readonly<ChannelRow>>();
  const missing: ChannelId[] = [];
  for (const { stream_id, revision } of current) {
    const row = kept.get(stream_id);
    if (row?.revision === revision) found.set(stream_id, row);
    else missing.push(stream_id);
  }
  const time_slice = new TimeSlice();
  for (let at = 0; at < missing.length; at += IDS_PER_STATEMENT) {
    const some = missing.slice(at, at + IDS_PER_STATEMENT);
    const rows = await db.all<ChannelRow>(
      `select * from channels where stream_id in (${placeholders(some.length)})`,
      some,
    );
    for (const row of rows) {
      kept.set(row.stream_id, row, 1);
      found.set(row.stream_id, row);
    }
    await time_slice.yieldIfUsed();
  }
  return current.map(({ stream_id }) => found.get(stream_id)!);
}
