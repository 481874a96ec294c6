// Finds the next messages with given words in PostgreSQL, in order. Its word index is unordered, so there are two ways:
// list all matches and sort, for rare words; or walk from message to message, for common ones. One statement for both
// would be slow for one of them, and the planner often chooses wrong: its estimate only decides which way is tried first.

import type { MessageId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Find, IdWindow } from './id-windows.ts';

export interface WalkSizes {
  /** At most this many estimated matches are listed without a walk before. */
  readonly rare: number;
  /** Messages walked first: cheaper than a list, and finds common words. */
  readonly near: number;
  /** With this many matches among these, a list would be longer than the rest of the walk ... */
  readonly frequent: number;
  /** ... which is no longer than this. */
  readonly far: number;
  /**
   * Maximum lengths of lists. The second is for words common only in the past: walking back to them could take even
   * longer.
   */
  readonly lists: readonly [number, number];
}

export const WALK_SIZES: WalkSizes = { rare: 5000, near: 2000, frequent: 20, far: 12_000, lists: [10_000, 50_000] };

const ids = (rows: readonly { id: MessageId }[]) => rows.map(({ id }) => id);

/** `anywhere` has fewer conditions than `within` and is faster to list; callers filter its results. */
export function findInPostgres(db: Connection, within: string, anywhere: string, sizes: WalkSizes): Find {
  /** The complete list of the first way; null if there are too many matches. */
  let listed: MessageId[] | null | undefined;
  return async (window) => {
    if (listed === undefined && (await isRare(db, anywhere, sizes.rare)))
      listed = (await list(db, anywhere, window, sizes.lists[0])) ?? undefined;
    if (listed === undefined) {
      const near = await walk(db, within, window, sizes.near);
      if (near.is_all) return near.ids;
      const far = near.ids.length >= sizes.frequent ? await walk(db, within, window, sizes.far) : near;
      if (far.is_all) return far.ids;
      const [short, long] = sizes.lists;
      listed = (await list(db, anywhere, window, short)) ?? (await list(db, within, window, long));
    }
    if (listed === null) return (await walk(db, within, window, null)).ids;
    const { above, below, order, limit } = window;
    const there = listed.filter((id) => id > above && id < below);
    return order === 'ascending' ? there.slice(0, limit) : there.slice(-limit).reverse();
  };
}

/** False also without statistics of the words. */
async function isRare(db: Connection, expression: string, most: number): Promise<boolean> {
  const row = await db.get<{ estimate: number | null }>(sql`select estimate_words(${expression}::tsquery) as estimate`);
  return row!.estimate !== null && row!.estimate <= most;
}

/** All matches by id; null if there are more than `most`. */
async function list(db: Connection, expression: string, { above, below }: IdWindow, most: number) {
  const rows = await db.all<{ id: MessageId }>(
    sql`select id from list_words(${expression}::tsquery, ${above}, ${below}, ${most + 1}) as id`,
  );
  return rows.length > most ? null : ids(rows).sort((a, b) => a - b);
}

interface Walked {
  readonly ids: MessageId[];
  /** Whether the limit or the end was reached. */
  readonly is_all: boolean;
}

/** Walks at most `most` messages, one after another; `coalesce` keeps the planner from using the index. */
async function walk(db: Connection, expression: string, window: IdWindow, most: number | null): Promise<Walked> {
  const { above, below, order, limit } = window;
  const ordered = sql`order by message_id ${order === 'ascending' ? sql`asc` : sql`desc`}`;
  const range = sql`message_search where message_id > ${above} and message_id < ${below} ${ordered}`;
  const rows = await db.all<{ id: MessageId }>(
    sql`select message_id as id from (select message_id, words from ${range} limit ${most ?? Number.MAX_SAFE_INTEGER}) walked
     where coalesce(words @@ ${expression}::tsquery, false) ${ordered} limit ${limit}`,
  );
  if (most === null || rows.length === limit) return { ids: ids(rows), is_all: true };
  const more = await db.get(sql`select message_id from ${range} offset ${most} limit 1`);
  return { ids: ids(rows), is_all: more === null };
}
