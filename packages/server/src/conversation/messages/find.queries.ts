// Finds message ids for a narrow: those nearest to an anchor on either side, without reading others.

import type { MessageId, RecipientId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { ParameterList } from '../../kit/database/placeholders.ts';
import { sql } from '../../kit/database/sql.ts';
import { getOrSet } from '../../kit/get-or-set.ts';
import { type ReadableRange, reaches } from '../access/readable-ranges.queries.ts';
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

/** Ids in the requested order. [MS8] */
export async function findMessageIds(db: Connection, plan: NarrowPlan, search: Search): Promise<MessageId[]> {
  if (search.limit <= 0 || plan.ranges.length === 0) return [];
  const is_listed = Boolean(plan.sources || plan.search);
  const found = await (is_listed ? findListed(db, plan, search) : findInRanges(db, plan, search));
  if (!is_listed && plan.ranges.length === 1) return found; // in order, without duplicates
  const sign = search.order === 'ascending' ? 1 : -1;
  return [...new Set(found)].sort((a, b) => sign * (a - b)).slice(0, search.limit);
}

async function findInRanges(db: Connection, { ranges, filters }: NarrowPlan, search: Search): Promise<MessageId[]> {
  const found: MessageId[] = [];
  const at_once = Math.max(
    1,
    Math.min(RANGES_PER_STATEMENT, Math.floor(CONDITIONS_PER_STATEMENT / (filters.length + 1))),
  );
  for (let at = 0; at < ranges.length; at += at_once)
    found.push(...(await findByRecipient(db, ranges.slice(at, at + at_once), filters, search)));
  return found;
}

function conditions(filters: readonly Filter[], parameters: ParameterList): string {
  return filters.map((filter) => ` and ${filter(parameters)}`).join('');
}

/** Takes the nearest of each recipient, then the nearest of those. */
async function findByRecipient(
  db: Connection,
  ranges: readonly ReadableRange[],
  filters: readonly Filter[],
  search: Search,
) {
  const parameters = new ParameterList();
  const order = search.order === 'ascending' ? 'asc' : 'desc';
  const parts = ranges.map((range, at) => {
    const above = parameters.add(Math.max(range.after_id, search.above ?? LOWEST));
    const below = parameters.add(Math.min(range.until_id + 1, search.below ?? HIGHEST));
    const recipient = parameters.add(range.recipient_id);
    const topic = range.topic_key === undefined ? '' : ` and topic_key = ${parameters.add(range.topic_key)}`;
    const filter = conditions(filters, parameters);
    return `select id from (select id from messages where recipient_id = ${recipient} and id > ${above} and id < ${below}${topic}${filter}
      order by id ${order} limit ${parameters.add(search.limit)}) as part${at}`;
  });
  const rows = await db.all<{ id: MessageId }>(sql.text(parts.join(' union all '), parameters.values));
  return rows.map((row) => row.id);
}

/** The ids that exist, lie in the ranges and match the narrow, unordered. */
async function meeting(db: Connection, plan: NarrowPlan, words: WordSearch | null, ids: readonly MessageId[]) {
  const { ranges } = plan;
  const filters = words ? [...plan.filters, containing(db, words, ids)] : plan.filters;
  const parameters = new ParameterList();
  const rows = await db.all<{ id: MessageId; recipient_id: RecipientId }>(
    sql.text(
      `select id, recipient_id from messages
     where id in (${ids.map((id) => parameters.add(id)).join(', ')})${conditions(filters, parameters)}`,
      parameters.values,
    ),
  );
  const by_recipient = new Map<RecipientId, ReadableRange[]>();
  for (const range of ranges) getOrSet(by_recipient, range.recipient_id, () => []).push(range);
  return rows.filter((row) => reaches(by_recipient.get(row.recipient_id) ?? [], row)).map(({ id }) => id);
}

/** Lists messages from rare sources or the word index, then checks all other conditions on each. */
async function findListed(db: Connection, plan: NarrowPlan, search: Search): Promise<MessageId[]> {
  const bounds = {
    above: Math.max(search.above ?? LOWEST, Math.min(...plan.ranges.map(({ after_id }) => after_id))),
    below: Math.min(search.below ?? HIGHEST, Math.max(...plan.ranges.map(({ until_id }) => until_id)) + 1),
  };
  const { sources, search: words } = plan;
  const found: MessageId[] = [];
  if (sources) {
    // Sources are short, so words are searched among their messages.
    const next = (source: Source) => (portion: MessageWindow) => list(db, source, portion);
    for (const source of sources)
      found.push(...(await findAmong(db, plan, words ?? null, { ...search, ...bounds }, next(source))));
    return found;
  }
  const recipient_ids = [...new Set(plan.ranges.map(({ recipient_id }) => recipient_id))];
  const find = findWords(db, words!, recipient_ids);
  return findAmong(db, plan, null, { ...search, ...bounds }, find);
}

/** A filter for messages that contain the words. */
export function containing(db: Connection, { query, realm_id }: WordSearch, ids: readonly MessageId[]): Filter {
  return (parameters) => wordCondition(db.engine, query, realm_id, ids, parameters);
}

export type MessageWindow = Required<Search>;

async function findAmong(
  db: Connection,
  plan: NarrowPlan,
  words: WordSearch | null,
  search: Required<Search>,
  next: (portion: MessageWindow, share: number) => Promise<MessageId[]>,
): Promise<MessageId[]> {
  const found: MessageId[] = [];
  let { above, below } = search;
  let limit = Math.min(Math.max(search.limit, FIRST_PORTION), LARGEST_PORTION);
  let listed = 0;
  while (found.length < search.limit) {
    const share = listed === 0 ? 1 : found.length / listed;
    const ids = await next({ above, below, order: search.order, limit }, share);
    listed += ids.length;
    if (ids.length > 0) found.push(...(await meeting(db, plan, words, ids)));
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
