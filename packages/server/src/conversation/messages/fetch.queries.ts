// GET /messages: a range around an anchor, or messages by id. Spec 4.6.

import { type MessageId, type Narrow, NEWEST_ANCHOR, type RecipientId } from '@stoa/contract';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { findRangesOfRecipient, isInRanges, type ReadableRange } from '../access/readable-ranges.queries.ts';
import { firstMessageSince } from '../recipients/message-times.queries.ts';
import type { SearchQuery } from '../search/query.rules.ts';
import { type Anchor, tooLarge } from './anchor.rules.ts';
import {
  andAll,
  containing,
  type Find,
  type FoundId,
  findIds,
  HEAD_COLUMNS,
  type MessageHead,
  type Search,
} from './find.queries.ts';
import { findFirstUnread } from './first-unread.queries.ts';
import { conditionsOf, type NarrowPlan } from './narrow.queries.ts';
import type { NarrowReader } from './narrow-operands.queries.ts';

export interface Fetched<M> {
  readonly anchor: number;
  readonly messages: M[];
  readonly found_newest: boolean;
  readonly found_oldest: boolean;
  readonly found_anchor: boolean;
}

export interface FetchRange {
  readonly anchor: Anchor;
  readonly include_anchor: boolean;
  readonly num_before: number;
  readonly num_after: number;
}

/** The id that a named anchor means; null for the newest message. */
async function resolveAnchor(reader: NarrowReader, plan: NarrowPlan, anchor: Anchor): Promise<number | null> {
  if (anchor.kind === 'id') return anchor.id;
  if (anchor.kind === 'oldest') return 0;
  if (anchor.kind === 'newest') return null;
  if (anchor.kind === 'first_unread') return findFirstUnread(reader, plan);
  const { db, realm } = reader;
  const since = await firstMessageSince(db, realm.realm_id, anchor.timestamp);
  const [first] = await findIds(db, plan, { above: since - 1, order: 'ascending', limit: 1 });
  return first?.id ?? null;
}

/** [MS73] Bytes of texts on one side of an anchor; a message may have a quarter of a mebibyte. */
const BYTES_PER_SIDE = 16 * 1024 * 1024;
/** [MS73] The same by id, where none may be left out. */
const BYTES_BY_ID = 64 * 1024 * 1024;

type Found = FoundId & Partial<Pick<MessageHead, 'bytes'>>;

interface Side<M> {
  /** The nearest to the anchor first. */
  readonly messages: M[];
  /** There are no more. */
  readonly is_whole: boolean;
}

/** The messages on one side of the anchor, without those for which there is no room. */
async function fetchSide<M extends Found>(
  find: Find<M>,
  db: Connection,
  plan: NarrowPlan,
  search: Search,
): Promise<Side<M>> {
  const found = await find(db, plan, search);
  let bytes = 0;
  const full = found.findIndex((message, at) => {
    bytes += message.bytes ?? 0;
    return at > 0 && bytes > BYTES_PER_SIDE;
  });
  if (full !== -1) return { messages: found.slice(0, full), is_whole: false };
  return { messages: found, is_whole: found.length < search.limit };
}

export async function fetchRange<M extends Found>(
  find: Find<M>,
  reader: NarrowReader,
  plan: NarrowPlan,
  range: FetchRange,
): Promise<Fetched<M>> {
  const { db } = reader;
  const anchor = await resolveAnchor(reader, plan, range.anchor);
  if (anchor === null) {
    const newest = await fetchSide(find, db, plan, { order: 'descending', limit: range.num_before });
    return {
      anchor: NEWEST_ANCHOR,
      messages: newest.messages.reverse(),
      found_newest: true,
      found_oldest: newest.is_whole,
      found_anchor: false,
    };
  }
  const before = await fetchSide(find, db, plan, { below: anchor, order: 'descending', limit: range.num_before });
  const at = range.include_anchor
    ? await find(db, plan, { above: anchor - 1, below: anchor + 1, order: 'ascending', limit: 1 })
    : [];
  const after = await fetchSide(find, db, plan, { above: anchor, order: 'ascending', limit: range.num_after });
  return {
    anchor,
    messages: [...before.messages.reverse(), ...at, ...after.messages],
    found_newest: after.is_whole,
    found_oldest: anchor === 0 || before.is_whole,
    found_anchor: at.length > 0,
  };
}

const IDS_PER_STATEMENT = 1000;

/** The messages by id that exist, are readable and match the narrow, in order; and the narrow's search. */
export async function fetchAmong(
  reader: NarrowReader,
  narrow: Narrow,
  ids: readonly MessageId[],
): Promise<{ messages: MessageHead[]; query: SearchQuery | null }> {
  const { db, actor, realm } = reader;
  const { ranges, without, filters, search } = await conditionsOf(reader, narrow);
  // Sorted, so that each search covers a small part of the word index.
  const unique = [...new Set(ids)].sort((a, b) => a - b);
  const find = (batch: readonly MessageId[]) =>
    db.all<MessageHead>(
      sql`select ${HEAD_COLUMNS} from messages where +realm_id = ${realm.realm_id} and id in (${sql.list(batch)})
       ${andAll(search ? [...filters, containing(db, search, batch)] : filters)}`,
    );
  const candidates = await inBatches(unique, find, IDS_PER_STATEMENT);
  const readable = new Map<RecipientId, readonly ReadableRange[]>();
  for (const recipient_id of new Set(candidates.map((candidate) => candidate.recipient_id))) {
    if (without.has(recipient_id)) continue;
    readable.set(recipient_id, ranges ?? (await findRangesOfRecipient(db, actor, realm, recipient_id)));
  }
  const found = candidates.filter((candidate) => isInRanges(readable.get(candidate.recipient_id) ?? [], candidate));
  if (found.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES_BY_ID) throw tooLarge();
  return { messages: found.sort((a, b) => a.id - b.id), query: search?.query ?? null };
}
