// Lists of subscribers as JSON texts, each made once per revision of its channel, for all readers.
import type { ChannelId, RealmId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { findSubscriberLists } from '../channels/subscribers.queries.ts';

/** Keyed by channel and its revision; bounded in characters. */
const TEXTS: CacheDefinition<string> = {
  name: 'subscriber texts',
  bound: 8 * 1024 * 1024,
  sizeOf: (text) => text.length,
};

const LISTS_AT_ONCE = 100;

/** Keyed by channel. `db` must be a snapshot: the lists must match the revisions given. */
export async function findSubscriberTexts(
  db: Connection,
  realm_id: RealmId,
  channels: readonly { stream_id: ChannelId; revision: number }[],
): Promise<ReadonlyMap<ChannelId, string>> {
  const cache = db.caches.of<ChannelId, string>(TEXTS);
  const found = new Map<ChannelId, string>();
  const missing = new Map<ChannelId, number>();
  for (const { stream_id, revision } of channels) {
    const text = cache.get(stream_id, revision);
    if (text !== undefined) found.set(stream_id, text);
    else missing.set(stream_id, revision);
  }
  const time_slice = new TimeSlice();
  for (const stream_ids of batchesOf([...missing.keys()], LISTS_AT_ONCE)) {
    const lists = await findSubscriberLists(db, realm_id, stream_ids);
    for (const [stream_id, user_ids] of lists) {
      const text = JSON.stringify(user_ids);
      cache.set(stream_id, missing.get(stream_id)!, text);
      found.set(stream_id, text);
    }
    await time_slice.yieldIfUsed();
  }
  return found;
}
