// Lists of subscribers as JSON texts, each made once for a revision of its channel, whoever asks for it.
import type { ChannelId, RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { GenerationalCache } from '../../kit/generational-cache.ts';
import { getOrSet } from '../../kit/get-or-set.ts';
import { findSubscriberLists } from '../channels/subscribers.queries.ts';

interface ListText {
  readonly revision: number;
  readonly text: string;
}
type Texts = GenerationalCache<ChannelId, ListText>;

/** Characters in each of two generations. */
const GENERATION_CHARACTERS = 8 * 1024 * 1024;

const LISTS_AT_ONCE = 100;

const texts_by_store = new WeakMap<Connection['origin'], Texts>();

/** By channel. `db` must be one that sees one state: the lists belong to the revisions given. */
export async function findSubscriberTexts(
  db: Connection,
  realm_id: RealmId,
  channels: readonly { stream_id: ChannelId; revision: number }[],
): Promise<ReadonlyMap<ChannelId, string>> {
  const kept: Texts = getOrSet(texts_by_store, db.origin, () => new GenerationalCache(GENERATION_CHARACTERS));
  const found = new Map<ChannelId, string>();
  const missing = new Map<ChannelId, number>();
  for (const { stream_id, revision } of channels) {
    const known = kept.get(stream_id);
    if (known?.revision === revision) found.set(stream_id, known.text);
    else missing.set(stream_id, revision);
  }
  const stream_ids = [...missing.keys()];
  const time_slice = new TimeSlice();
  for (let at = 0; at < stream_ids.length; at += LISTS_AT_ONCE) {
    const lists = await findSubscriberLists(db, realm_id, stream_ids.slice(at, at + LISTS_AT_ONCE));
    for (const [stream_id, user_ids] of lists) {
      const text = JSON.stringify(user_ids);
      kept.set(stream_id, { revision: missing.get(stream_id)!, text }, text.length);
      found.set(stream_id, text);
    }
    await time_slice.yieldIfUsed();
  }
  return found;
}
