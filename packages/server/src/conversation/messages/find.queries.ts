// Finds messages for a narrow: those nearest to an anchor on either side, without reading others.

import type { MessageId, RecipientId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { ParameterList } from '../../kit/database/placeholders.ts';
import { sql } from '../../kit/database/sql.ts';
import { getOrSet } from '../../kit/get-or-set.ts';
import { type ReadableRange, reaches } from '../access/readable-ranges.queries.ts';
import type { FlaggedMessage } from '../read-ranges/reader-view.rules.ts';
import { findWords, wordCondition } from '../search/search.queries.ts';
import type { NarrowPlan, Source, WordSearch } from './narrow.queries.ts';
import type { Filter } from './narrow-filters.rules.ts';

/**
 * At most this many recipients per statement. Each part stops at the limit, so a large recipient costs no more than a
 * small one.
 */
const RANGES_PER_STATEMENT = 50;
/**
 * At most this many conditions per statement, each of which repeats in every part: planning a longer one takes longer
 * than running its parts alone.
 */
const CONDITIONS_PER_STATEMENT = 50;
/** Bounds outside all message ids. */
const LOWEST = 0;
const HIGHEST = Number.MAX_SAFE_INTEGER;
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

/** What presenting a message needs besides its text. */
export interface MessageHead extends FlaggedMessage {
  readonly revision: number;
}

/** In the requested order. [MS8] */
export type Find<M extends FoundId> = (db: Connection, plan: NarrowPlan, search: Search) => Promise<M[]>;

export const HEAD_COLUMNS = 'id, recipient_id, sender_id, wildcards, is_edited, revision';

/** Reads an index only. */
export const findIds: Find<FoundId> = finding('id, recipient_id');
export const findHeads: Find<MessageHead> = finding(HEAD_COLUMNS);

function finding<M extends FoundId>(columns: string): Find<M> {
  return async (db, plan, search) => {
    if (search.limit <= 0 || plan.ranges.length === 0) return [];
    if (plan.sources || plan.search) return nearest(await findListed<M>(db, plan, search, columns), search);
    const found = await findInRanges<M>(db, plan, search, columns);
    return plan.ranges.length === 1 ? found : nearest(found, search); // one range is in order, without duplicates
  };
}

function nearest<M extends FoundId>(found: readonly M[], { order, limit }: Search): M[] {
  const sign = order === 'ascending' ? 1 : -1;
  const unique = new Map(found.map((message) => [message.id, message]));
  return [...unique.values()].sort((a, b) => sign * (a.id - b.id)).slice(0, limit);
}

async function findInRanges<M extends FoundId>(
  db: Connection,
  { ranges, filters }: NarrowPlan,
  search: Search,
  columns: string,
): Promise<M[]> {
  const found: M[] = [];
  const at_once = Math.max(
    1,
    Math.min(RANGES_PER_STATEMENT, Math.floor(CONDITIONS_PER_STATEMENT / (filters.length + 1))),
  );
  for (let at = 0; at < ranges.length; at += at_once)
    found.push(...(await findByRecipient<M>(db, ranges.slice(at, at + at_once), filters, search, columns)));
  return found;
}

function conditions(filters: readonly Filter[], parameters: ParameterList): string {
  return filters.map((filter) => ` and ${filter(parameters)}`).join('');
}

/** Takes the nearest of each recipient, then the nearest of those. */
function findByRecipient<M extends FoundId>(
  db: Connection,
  ranges: readonly ReadableRange[],
  filters: readonly Filter[],
  search: Search,
  columns: string,
): Promise<M[]> {
  const parameters = new ParameterList();
  const order = search.order === 'ascending' ? 'asc' : 'desc';
  const parts = ranges.map((range, at) => {
    const above = parameters.add(Math.max(range.after_id, search.above ?? LOWEST));
    const below = parameters.add(Math.min(range.until_id + 1, search.below ?? HIGHEST));
    const recipient = parameters.add(range.recipient_id);
    const topic = range.topic_key === undefined ? '' : ` and topic_key = ${parameters.add(range.topic_key)}`;
    const filter = conditions(filters, parameters);
    return `select ${columns} from (select ${columns} from messages where recipient_id = ${recipient} and id > ${above} and id < ${below}${topic}${filter}
      order by id ${order} limit ${parameters.add(search.limit)}) as part${at}`;
  });
  return db.all<M>(sql.text(parts.join(' union all '), parameters.values));
}

/** The messages that exist, lie in the ranges and match the narrow, unordered. */
async function meeting<M extends FoundId>(
  db: Connection,
  plan: NarrowPlan,
  words: WordSearch | null,
  ids: readonly MessageId[],
  columns: string,
): Promise<M[]> {
  const { ranges } = plan;
  const filters = words ? [...plan.filters, containing(db, words, ids)] : plan.filters;
  const parameters = new ParameterList();
  const rows = await db.all<M>(
    sql.text(
      `select ${columns} from messages
     where id in (${ids.map((id) => parameters.add(id)).join(', ')})${conditions(filters, parameters)}`,
      parameters.values,
    ),
  );
  const by_recipient = new Map<RecipientId, ReadableRange[]>();
  for (const range of ranges) getOrSet(by_recipient, range.recipient_id, () => []).push(range);
  return rows.filter((row) => reaches(by_recipient.get(row.recipient_id) ?? [], row));
}

/** Lists messages from rare sources or the word index, then checks all other conditions on each. */
async function findListed<M extends FoundId>(
  db: Connection,
  plan: NarrowPlan,
  search: Search,
  columns: string,
): Promise<M[]> {
  const bounds = {
    above: Math.max(search.above ?? LOWEST, Math.min(...plan.ranges.map(({ after_id }) => after_id))),
    below: Math.min(search.below ?? HIGHEST, Math.max(...plan.ranges.map(({ until_id }) => until_id)) + 1),
  };
  const { sources, search: words } = plan;
  const found: M[] = [];
  if (sources) {
    // Sources are short, so words are searched among their messages.
    const next = (source: Source) => (portion: MessageWindow) => list(db, source, portion);
    for (const source of sources)
      found.push(...(await findAmong<M>(db, plan, words ?? null, { ...search, ...bounds }, next(source), columns)));
    return found;
  }
  const recipient_ids = [...new Set(plan.ranges.map(({ recipient_id }) => recipient_id))];
  const find = findWords(db, words!, recipient_ids);
  return findAmong(db, plan, null, { ...search, ...bounds }, find, columns);
}

/** A filter for messages that contain the words. */
export function containing(db: Connection, { query, realm_id }: WordSearch, ids: readonly MessageId[]): Filter {
  return (parameters) => wordCondition(db.engine, query, realm_id, ids, parameters);
}

export type MessageWindow = Required<Search>;

async function findAmong<M extends FoundId>(
  db: Connection,
  plan: NarrowPlan,
  words: WordSearch | null,
  search: Required<Search>,
  next: (portion: MessageWindow, share: number) => Promise<MessageId[]>,
  columns: string,
): Promise<M[]> {
  const found: M[] = [];
  let { above, below } = search;
  let limit = Math.min(Math.max(search.limit, FIRST_PORTION), LARGEST_PORTION);
  let listed = 0;
  while (found.length < search.limit) {
    const share = listed === 0 ? 1 : found.length / listed;
    const ids = await next({ above, below, order: search.order, limit }, share);
    listed += ids.length;
    if (ids.length > 0) found.push(...(await meeting<M>(db, plan, words, ids, columns)));
    if (ids.length < limit) break;
    if (search.order === 'ascending') above = ids.at(-1)!;
    else below = ids.at(-1)!;
    limit = Math.min(limit * 2, LARGEST_PORTION);
  }
  return found;
}

/** The next ids of a source, in order. */
async function list(
  db: Connection,
  source: Source,
  { above, below, order, limit }: MessageWindow,
): Promise<MessageId[]> {
  const parameters = new ParameterList();
  const { column, from, condition } = listed(source, parameters);
  const rows = await db.all<{ id: MessageId }>(
    sql.text(
      `select distinct ${column} as id from ${from} where ${condition} and ${column} > ${parameters.add(above)}
       and ${column} < ${parameters.add(below)} order by ${column} ${order === 'ascending' ? 'asc' : 'desc'} limit ${parameters.add(limit)}`,
      parameters.values,
    ),
  );
  return rows.map(({ id }) => id);
}

function listed(source: Source, parameters: ParameterList) {
  if (source.kind === 'flags') {
    const condition = `user_id = ${parameters.add(source.user_id)} and (flags & ${source.bits}) <> 0`;
    return { column: 'message_id', from: 'message_flags', condition };
  }
  if (source.kind === 'reactions') return { column: 'message_id', from: 'reactions', condition: 'true' };
  return {
    column: 'id',
    from: 'messages',
    condition: `realm_id = ${parameters.add(source.realm_id)} and wildcards <> 0`,
  };
}
