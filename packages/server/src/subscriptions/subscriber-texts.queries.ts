// Lists of subscribers as JSON texts, each made once for a revision of its channel, whoever asks for it.
import type { ChannelId, RealmId } from '@stoa/contract';
import type { Connection } from '../kit/database/connection.ts';
import { getOrSet } from '../kit/get-or-set.ts';
import { Kept } from '../kit/kept.ts';
import { findSubscriberLists } from './subscribers.queries.ts';

interface ListText {
  readonly revision: number;
  readonly text: string;
}
type Texts = Kept<ChannelId, ListText>;

/** Characters in each of two generations. */
const GENERATION_CHARACTERS = 8 * 1024 * 1024;

const texts_by_store = new WeakMap<Connection['origin'], Texts>();

/** By channel. `db` must be one that sees one state: the lists belong to the revisions given. */
export async function findSubscriberTexts(
  db: Connection,
  realm_id: RealmId,
  channels: readonly { stream_id: ChannelId; revision: number }[],
): Promise<ReadonlyMap<ChannelId, string>> {
  const kept: Texts = getOrSet(texts_by_store, db.origin, () => new Kept(GENERATION_CHARACTERS));
  const found = new Map<ChannelId, string>();
  const missing = new Map<ChannelId, number>();
  for (const { stream_id, revision } of channels) {
    const known = kept.get(stream_id);
    if (known?.revision === revision) found.set(stream_id, known.text);
    else missing.set(stream_id, revision);
  }
  for (const [stream_id, user_ids] of await findSubscriberLists(db, realm_id, [...missing.keys()])) {
    const text = JSON.stringify(user_ids);
    kept.set(stream_id, { revision: missing.get(stream_id)!, text }, text.length);
    found.set(stream_id, text);
  }
  return found;
}
