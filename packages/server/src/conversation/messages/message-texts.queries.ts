// Messages as JSON texts, each made once for all readers who get the same. Only flags and search matches differ per
// reader.

import type { MessageId, RealmId } from '@stoa/contract';
import { isLimited } from '../../identity/users/user-access.queries.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { RevisionCache } from '../../kit/database/store-caches.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { getOrSet } from '../../kit/get-or-set.ts';
import type { Piece } from '../../kit/json-text.ts';
import { findFlags } from '../read-ranges/flags.queries.ts';
import type { FlaggedMessage } from '../read-ranges/reader-view.rules.ts';
import type { Matches } from '../search/search.queries.ts';
import { MESSAGE_TEXTS, type Revisions, revisionOf, textForm, textKey } from './message-text-cache.ts';
import { presentMessages, type Reading } from './messages.queries.ts';

const IDS_PER_STATEMENT = 1000;
/** Messages whose texts are made before yielding to the event loop. */
const IDS_MADE_AT_ONCE = 200;

type Row = Revisions & FlaggedMessage;

async function findRevisions(db: Connection, realm_id: RealmId, ids: readonly MessageId[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
    const some = ids.slice(at, at + IDS_PER_STATEMENT);
    rows.push(
      ...(await db.all<Row>(
        sql`select messages.id, recipient_id, sender_id, wildcards, is_edited, revision, surroundings_revision as surroundings
         from realms cross join messages where realms.realm_id = ${realm_id} and messages.id in (${sql.list(some)})`,
      )),
    );
  }
  return rows;
}

/** Spectators receive made-up sender addresses. [MS18] */
function formFor({ apply_markdown, allow_empty_topic_name, viewer }: Reading): number {
  const who = viewer.user_id === null ? 'spectator' : viewer.client_gravatar ? 'computing' : 'plain';
  return textForm(apply_markdown, allow_empty_topic_name, who);
}

/**
 * Messages as pieces of a list's JSON text, in order; the caller has checked access. `db` must be a snapshot: a text is
 * cached under the revisions it was read at, and no message may disappear while being read.
 */
export async function readMessageTexts(
  db: Connection,
  reading: Reading,
  ids: readonly MessageId[],
  matches: ReadonlyMap<MessageId, Matches> | null,
): Promise<Piece[]> {
  // Limited guests see fewer people each, so their texts are never cached.
  const limited = reading.actor !== null && (await isLimited(db, reading.actor));
  const cache: RevisionCache<number, string> | null = limited ? null : db.caches.of(MESSAGE_TEXTS);
  const rows = await findRevisions(db, reading.realm.realm_id, ids);
  const form = formFor(reading);
  const texts = new Map<MessageId, string>();
  const missing = new Map<MessageId, Row>();
  for (const row of rows) {
    const text = cache?.get(textKey(row.id, form), revisionOf(row));
    if (text === undefined) missing.set(row.id, row);
    else texts.set(row.id, text);
  }
  const time_slice = new TimeSlice();
  for (const made of batchesOf([...missing.keys()], IDS_MADE_AT_ONCE))
    for (const message of await presentMessages(db, reading, made)) {
      const row = missing.get(message.id)!;
      const text = JSON.stringify(message).slice(0, -1);
      cache?.set(textKey(row.id, form), revisionOf(row), text);
      texts.set(row.id, text);
      if (time_slice.isUsed()) await time_slice.yieldIfUsed();
    }
  const flags = await findFlags(db, reading.actor, rows);
  // Most messages have one of two lists of flags. Parts are joined once, at the end.
  const flag_texts = new Map<readonly string[], string>();
  const parts: Piece[] = [];
  for (const id of ids) {
    const text = texts.get(id)!;
    const own = flags.get(id)!;
    const match = matches?.get(id);
    const flag_text = getOrSet(flag_texts, own, () => `,"flags":${JSON.stringify(own)}`);
    const match_text = match ? `,${JSON.stringify(match).slice(1, -1)}` : '';
    parts.push(`${parts.length === 0 ? '[' : '},'}${text}${flag_text}${match_text}`);
    if (time_slice.isUsed()) await time_slice.yieldIfUsed();
  }
  return parts.length === 0 ? ['[]'] : [...parts, '}]'];
}
