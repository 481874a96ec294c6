// Messages as JSON texts, each made once for all readers who get the same. Only flags and search matches differ per
// reader.

import type { MessageId, RealmId } from '@stoa/contract';
import { isLimited } from '../../identity/users/user-access.queries.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { RevisionCache } from '../../kit/database/store-caches.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import type { Piece } from '../../kit/json/json-text.ts';
import { findFlags } from '../read-ranges/flags.queries.ts';
import type { Matches } from '../search/search.queries.ts';
import type { MessageHead } from './find.queries.ts';
import { MESSAGE_TEXTS, revisionOf, textForm, textKey } from './message-text-cache.ts';
import { presentMessages, type Reading } from './messages.queries.ts';

const encoder = new TextEncoder();

/** Messages whose texts are made before yielding to the event loop. */
const IDS_MADE_AT_ONCE = 200;

/** Messages whose parts are joined before looking whether to yield. */
const PARTS_AT_ONCE = 100;

async function findSurroundings(db: Connection, realm_id: RealmId): Promise<number> {
  const row = await db.get<{ surroundings_revision: number }>(
    sql`select surroundings_revision from realms where realm_id = ${realm_id}`,
  );
  return row!.surroundings_revision;
}

/** Spectators receive made-up sender addresses. [MS18] */
function formFor({ apply_markdown, allow_empty_topic_name, viewer }: Reading): number {
  const who = viewer.user_id === null ? 'spectator' : viewer.client_gravatar ? 'computing' : 'plain';
  return textForm(apply_markdown, allow_empty_topic_name, who);
}

/**
 * Messages as pieces of a list's JSON text, in order. Checks no access. `db` must be a snapshot: a text is
 * cached under the revisions it was read at, and no message may disappear while being read.
 */
export async function readMessageTexts(
  db: Connection,
  reading: Reading,
  heads: readonly MessageHead[],
  matches: ReadonlyMap<MessageId, Matches> | null,
): Promise<Piece[]> {
  if (heads.length === 0) return ['[]'];
  // Limited guests see fewer people each, so their texts are never cached.
  const limited = reading.actor !== null && (await isLimited(db, reading.actor));
  const cache: RevisionCache<number, Uint8Array> | null = limited ? null : db.caches.of(MESSAGE_TEXTS);
  const surroundings = await findSurroundings(db, reading.realm.realm_id);
  const form = formFor(reading);
  const texts = heads.map(({ id, revision }) => cache?.get(textKey(id, form), revisionOf({ revision, surroundings })));
  const missing = new Map<MessageId, number>();
  for (const [at, text] of texts.entries()) if (text === undefined) missing.set(heads[at]!.id, at);
  const time_slice = new TimeSlice();
  for (const ids of batchesOf(missing.keys(), IDS_MADE_AT_ONCE))
    for (const message of await presentMessages(db, reading, ids)) {
      const at = missing.get(message.id)!;
      const { revision } = heads[at]!;
      const text = encoder.encode(JSON.stringify(message).slice(0, -1));
      cache?.set(textKey(message.id, form), revisionOf({ revision, surroundings }), text);
      texts[at] = text;
      if (time_slice.isUsed()) await time_slice.yieldIfUsed();
    }
  const flags = await findFlags(db, reading.actor, heads);
  const endOf = (own: readonly string[], next: ',' | ']') => `,"flags":${JSON.stringify(own)}}${next}`;
  // Most messages have one of two lists of flags.
  const ends = new Map<readonly string[], Uint8Array>();
  const parts: Piece[] = ['['];
  for (const [at, own] of flags.entries()) {
    const match = matches?.get(heads[at]!.id);
    parts.push(texts[at]!);
    if (match) parts.push(`,${JSON.stringify(match).slice(1, -1)}`);
    parts.push(getOrSet(ends, own, () => encoder.encode(endOf(own, ','))));
    if ((at + 1) % PARTS_AT_ONCE === 0 && time_slice.isUsed()) await time_slice.yieldIfUsed();
  }
  parts[parts.length - 1] = endOf(flags.at(-1)!, ']');
  return parts;
}
