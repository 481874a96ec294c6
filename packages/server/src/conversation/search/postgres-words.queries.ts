// How PostgreSQL finds the next messages that have what is sought, in order. Its index of words knows no order, so there are
// two ways: to list all that have it and sort, which is for what is rare, and to walk from message to message, for what is
// not. One statement for both is slow for one of them, and the planner is often wrong about which.

import type { MessageId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Find, IdWindow } from './id-windows.ts';

export interface WalkSizes {
  /** So many messages are walked through first: that is less work than listing, and finds what is common. */
  readonly near: number;
  /** What was found so often in these is in so many messages that a list would be longer than the rest of the walk ... */
  readonly frequent: number;
  /** ... which is no longer than this. */
  readonly far: number;
  /** Lists are no longer than these. The second is for what was common once: walking back to it could take longer still. */
  readonly lists: readonly [number, number];
}

export const WALK_SIZES: WalkSizes = { near: 2000, frequent: 20, far: 12_000, lists: [10_000, 50_000] };

const ids = (rows: readonly { id: MessageId }[]) => rows.map(({ id }) => id);

/** `anywhere` asks for less than `within` and is the quicker to list; its finds are for others to sort out. */
export function findInPostgres(db: Connection, within: string, anywhere: string, sizes: WalkSizes): Find {
  /** All there is where the first list was asked for; null if that is too much. */
  let listed: MessageId[] | null | undefined;
  return async (portion) => {
    if (listed === undefined) {
      const near = await walk(db, within, portion, sizes.near);
      if (near.is_all) return near.ids;
      const far = near.ids.length >= sizes.frequent ? await walk(db, within, portion, sizes.far) : near;
      if (far.is_all) return far.ids;
      const [short, long] = sizes.lists;
      listed = (await list(db, anywhere, portion, short)) ?? (await list(db, within, portion, long));
    }
    if (listed === null) return (await walk(db, within, portion, null)).ids;
    const { above, below, order, limit } = portion;
    const there = listed.filter((id) => id > above && id < below);
    return order === 'ascending' ? there.slice(0, limit) : there.slice(-limit).reverse();
  };
}

/** All of them in order of id; null if there are more than so many. */
async function list(db: Connection, expression: string, { above, below }: IdWindow, most: number) {
  const rows = await db.all<{ id: MessageId }>(
    sql`select id from list_words(${expression}::tsquery, ${above}, ${below}, ${most + 1}) as id`,
  );
  return rows.length > most ? null : ids(rows).sort((a, b) => a - b);
}

interface Walked {
  readonly ids: MessageId[];
  /** There are as many as were asked for, or no more. */
  readonly is_all: boolean;
}

/** Looks at so many messages at most, one after another, which `coalesce` leaves as the only way. */
async function walk(db: Connection, expression: string, portion: IdWindow, most: number | null): Promise<Walked> {
  const { above, below, order, limit } = portion;
  const direction = order === 'ascending' ? 'asc' : 'desc';
  const range = `message_search where message_id > $1 and message_id < $2 order by message_id ${direction}`;
  const rows = await db.all<{ id: MessageId }>(
    `select message_id as id from (select message_id, words from ${range} limit $5) walked
     where coalesce(words @@ $3::tsquery, false) order by message_id ${direction} limit $4`,
    [above, below, expression, limit, most ?? Number.MAX_SAFE_INTEGER],
  );
  if (most === null || rows.length === limit) return { ids: ids(rows), is_all: true };
  const more = await db.get(`select message_id from ${range} offset $3 limit 1`, [above, below, most]);
  return { ids: ids(rows), is_all: more === null };
}
