// Finds messages for a narrow: those nearest to an anchor on either side, without reading others.

import type { MessageId, RecipientId } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { PerKeyQuery } from '../../kit/database/per-key-query.ts';
import { type Fragment, type Hole, sql } from '../../kit/database/sql.ts';
import { isInRanges, type ReadableRange } from '../access/readable-ranges.queries.ts';
import type { FlaggedMessage } from '../read-ranges/reader-view.rules.ts';
import { findWords, wordCondition } from '../search/search.queries.ts';
import { MESSAGE_BYTES } from './message-bytes.queries.ts';
import type { NarrowPlan, Source, WordSearch } from './narrow.queries.ts';

/** `range_index` numbers the ranges of a search, so that rows tell theirs. */
const RANGE = { range_index: 'bigint', recipient_id: 'bigint', above: 'bigint', below: 'bigint' } as const;
type RangeField = keyof typeof RANGE;
const RANGES = new PerKeyQuery<RangeField>(RANGE);
const TOPIC_RANGES = new PerKeyQuery<RangeField | 'topic_key'>({ ...RANGE, topic_key: 'text' });
/**
 * At most this many conditions per statement, each of which repeats in every part: planning a longer one takes longer
 * than running its parts alone.
 */
const CONDITIONS_PER_STATEMENT = 50;
/** Bounds outside all message ids. */
const LOWEST = 0;
const HIGHEST = Number.MAX_SAFE_INTEGER;
const DIRECTION = { ascending: sql`asc`, descending: sql`desc` };
/** Sources are read in batches of growing size. */
const FIRST_PORTION = 50;
const LARGEST_PORTION = 1000;

export interface Search {
  /** Ids above this ... */
  readonly above?: number;
  /** ... and below this. */
  readonly below?: number;
  readonly order: 'ascending' | 'descending';
  readonly limit: number;
}

export interface FoundId {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
}

/** The columns that presenting a message needs besides its text. */
export interface MessageHead extends FlaggedMessage {
  readonly revision: number;
  /** The size of its rendered text, its history and what was added to it. */
  readonly bytes: number;
}

/** In the requested order. [MS8] */
export type Find<M extends FoundId> = (db: Connection, plan: NarrowPlan, search: Search) => Promise<M[]>;

export const HEAD_COLUMNS = sql`id, recipient_id, sender_id, wildcards, is_edited, revision, ${MESSAGE_BYTES} as bytes`;

/** Reads an index only. */
export const findIds: Find<FoundId> = finderOf(sql`id, recipient_id`);
export const findHeads: Find<MessageHead> = finderOf(HEAD_COLUMNS);

function finderOf<M extends FoundId>(columns: Fragment): Find<M> {
  return async (db, plan, search) => {
    if (search.limit <= 0 || plan.ranges.length === 0) return [];
    if (plan.sources || plan.search) return nearest(await findListed<M>(db, plan, search, columns), search);
    return findInRanges<M>(db, plan, search, columns);
  };
}

function nearest<M extends FoundId>(found: readonly M[], { order, limit }: Search): M[] {
  const sign = order === 'ascending' ? 1 : -1;
  const unique = new Map(found.map((message) => [message.id, message]));
  return [...unique.values()].sort((a, b) => sign * (a.id - b.id)).slice(0, limit);
}

/** A part of a range that is not searched yet. */
type OpenRange = Readonly<Record<RangeField, number>> & { readonly topic_key?: string };
type InRange<M> = M & { readonly range_index: number };

/** Rows of each range at first, and by how much more later: of many ranges few hold the nearest messages. */
const ROWS_AT_FIRST = 8;
const GROWTH = 4;

/**
 * Merges the ranges: each is searched only as far as it may still hold one of the nearest messages, so neither a large
 * recipient nor many of them cost more than a few small ones. [MS79]
 */
async function findInRanges<M extends FoundId>(
  db: Connection,
  { ranges, filters }: NarrowPlan,
  search: Search,
  columns: Fragment,
): Promise<M[]> {
  const { order, limit } = search;
  const sign = order === 'ascending' ? 1 : -1;
  let open = ranges.map(({ recipient_id, after_id, until_id, topic_key }, range_index): OpenRange => {
    const above = Math.max(after_id, search.above ?? LOWEST);
    const below = Math.min(until_id + 1, search.below ?? HIGHEST);
    return { range_index, recipient_id, above, below, ...(topic_key === undefined ? {} : { topic_key }) };
  });
  // One range is in order, without duplicates.
  if (open.length === 1) return findInEach<M>(db, open, filters, search, columns);
  let found: M[] = [];
  let rows_each = Math.min(limit, Math.max(ROWS_AT_FIRST, Math.ceil((2 * limit) / open.length)));
  while (open.length > 0) {
    const rows = await findInEach<M>(db, open, filters, { order, limit: rows_each }, columns);
    const farthest = new Map<number, { count: number; id: number }>();
    for (const row of rows) {
      const { count, id } = farthest.get(row.range_index) ?? { count: 0, id: row.id };
      farthest.set(row.range_index, { count: count + 1, id: sign * row.id > sign * id ? row.id : id });
    }
    found = nearest([...found, ...rows], search);
    const last_wanted = found[limit - 1]?.id ?? sign * HIGHEST;
    open = open.flatMap((range) => {
      const { count, id } = farthest.get(range.range_index) ?? { count: 0, id: 0 };
      // It is searched whole, or nothing beyond its last row is near enough.
      if (count < rows_each || sign * id >= sign * last_wanted) return [];
      return [order === 'ascending' ? { ...range, above: id } : { ...range, below: id }];
    });
    rows_each = Math.min(limit, rows_each * GROWTH);
  }
  return found;
}

/** The nearest of each range; those of a single one in order. */
async function findInEach<M extends FoundId>(
  db: Connection,
  ranges: readonly OpenRange[],
  filters: readonly Fragment[],
  { order, limit }: Search,
  columns: Fragment,
): Promise<InRange<M>[]> {
  const conditions = andAll(filters);
  const direction = DIRECTION[order];
  const most = sql.shared(limit);
  const part = ({ range_index, recipient_id, above, below }: Record<RangeField, Hole>, topic = sql.nothing) =>
    sql`select cast(${range_index} as bigint) as range_index, ${columns} from messages where recipient_id = ${recipient_id} and id > ${above} and id < ${below} ${topic} ${conditions}
      order by id ${direction} limit ${most}`;
  const at_once = Math.max(1, Math.floor(CONDITIONS_PER_STATEMENT / (filters.length + 1)));
  const in_topics = ranges.flatMap(({ topic_key, ...range }) =>
    topic_key === undefined ? [] : { ...range, topic_key },
  );
  const others = ranges.filter(({ topic_key }) => topic_key === undefined);
  return [
    ...(await RANGES.find<InRange<M>>(db, others, part, at_once)),
    ...(await TOPIC_RANGES.find<InRange<M>>(
      db,
      in_topics,
      (range) => part(range, sql`and topic_key = ${range.topic_key}`),
      at_once,
    )),
  ];
}

export function andAll(filters: readonly Fragment[]): Fragment {
  return filters.length === 0 ? sql.nothing : sql`and ${sql.join(filters, ' and ')}`;
}

/** The messages that exist, lie in the ranges and match the narrow, unordered. */
async function findMatching<M extends FoundId>(
  db: Connection,
  plan: NarrowPlan,
  words: WordSearch | null,
  ids: readonly MessageId[],
  columns: Fragment,
): Promise<M[]> {
  const { ranges } = plan;
  const filters = words ? [...plan.filters, containing(db, words, ids)] : plan.filters;
  const rows = await db.all<M>(sql`select ${columns} from messages where id in (${sql.list(ids)}) ${andAll(filters)}`);
  const by_recipient = new Map<RecipientId, ReadableRange[]>();
  for (const range of ranges) getOrSet(by_recipient, range.recipient_id, () => []).push(range);
  return rows.filter((row) => isInRanges(by_recipient.get(row.recipient_id) ?? [], row));
}

/** Lists messages from rare sources or the word index, then checks all other conditions on each. */
async function findListed<M extends FoundId>(
  db: Connection,
  plan: NarrowPlan,
  search: Search,
  columns: Fragment,
): Promise<M[]> {
  const bounds = {
    above: Math.max(search.above ?? LOWEST, Math.min(...plan.ranges.map(({ after_id }) => after_id))),
    below: Math.min(search.below ?? HIGHEST, Math.max(...plan.ranges.map(({ until_id }) => until_id)) + 1),
  };
  const { sources, search: words } = plan;
  const found: M[] = [];
  if (sources) {
    // Sources are short, so words are searched among their messages.
    const next = (source: Source) => (window: MessageWindow) => findSourceIds(db, source, window);
    for (const source of sources)
      found.push(...(await findAmong<M>(db, plan, words ?? null, { ...search, ...bounds }, next(source), columns)));
    return found;
  }
  const recipient_ids = [...new Set(plan.ranges.map(({ recipient_id }) => recipient_id))];
  const find = findWords(db, words!, recipient_ids);
  return findAmong(db, plan, null, { ...search, ...bounds }, find, columns);
}

/** A filter for messages that contain the words. */
export function containing(db: Connection, { query, realm_id }: WordSearch, ids: readonly MessageId[]): Fragment {
  return wordCondition(db.engine, query, realm_id, ids);
}

export type MessageWindow = Required<Search>;

async function findAmong<M extends FoundId>(
  db: Connection,
  plan: NarrowPlan,
  words: WordSearch | null,
  search: Required<Search>,
  next: (window: MessageWindow, share: number) => Promise<MessageId[]>,
  columns: Fragment,
): Promise<M[]> {
  const found: M[] = [];
  let { above, below } = search;
  let limit = Math.min(Math.max(search.limit, FIRST_PORTION), LARGEST_PORTION);
  let sourceTable = 0;
  while (found.length < search.limit) {
    const share = sourceTable === 0 ? 1 : found.length / sourceTable;
    const ids = await next({ above, below, order: search.order, limit }, share);
    sourceTable += ids.length;
    if (ids.length > 0) found.push(...(await findMatching<M>(db, plan, words, ids, columns)));
    if (ids.length < limit) break;
    if (search.order === 'ascending') above = ids.at(-1)!;
    else below = ids.at(-1)!;
    limit = Math.min(limit * 2, LARGEST_PORTION);
  }
  return found;
}

/** The next ids of a source, in order. */
async function findSourceIds(
  db: Connection,
  source: Source,
  { above, below, order, limit }: MessageWindow,
): Promise<MessageId[]> {
  const { column, from } = listed(source);
  const rows = await db.all<{ id: MessageId }>(
    sql`select distinct ${column} as id from ${from} and ${column} > ${above} and ${column} < ${below}
     order by ${column} ${DIRECTION[order]} limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

const [ID, MESSAGE_ID] = [sql`id`, sql`message_id`];

function listed(source: Source): { column: Fragment; from: Fragment } {
  if (source.kind === 'reactions') return { column: MESSAGE_ID, from: sql`reactions where true` };
  if (source.kind === 'wildcards')
    return { column: ID, from: sql`messages where realm_id = ${source.realm_id} and wildcards <> 0` };
  const from = sql`message_flags where user_id = ${source.user_id} and (flags & ${sql.raw(source.bits)}) <> 0`;
  return { column: MESSAGE_ID, from };
}
