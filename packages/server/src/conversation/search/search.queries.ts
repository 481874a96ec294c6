// Reads the word index: which messages contain the words. Never decides who may read them.

import type { MessageId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection, Engine } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { expressionOf, type Scope } from './full-text.rules.ts';
import { highlightContent, highlightTopic } from './highlight.rules.ts';
import type { Find } from './id-windows.ts';
import { findInPostgres, WALK_SIZES } from './postgres-words.queries.ts';
import type { SearchQuery } from './query.rules.ts';

/** More recipients are not named in a search; callers then filter the results. */
const PLACES_MAX = 1000;

/** If a smaller share of the results is usable, the recipients are added to the expression. */
const SHARE_MIN = 0.5;

/** Returns a function that finds the next messages with the words, in order. */
export function findWords(
  db: Connection,
  search: Omit<Scope, 'recipient_ids'> & { readonly query: SearchQuery },
  recipient_ids: readonly number[],
  sizes = WALK_SIZES,
): Find {
  const { query, ...scope } = search;
  const places = recipient_ids.length <= PLACES_MAX ? recipient_ids : null;
  const expression = expressionOf(db.engine, query, { ...scope, recipient_ids: places });
  // Searching for the words alone is several times faster while most matches are in the searched ranges.
  const words = query.wanted.length === 0 ? expression : expressionOf(db.engine, query, null);
  if (db.engine === 'postgres')
    return findInPostgres(db, expression, recipient_ids.length === 1 ? expression : words, sizes);
  const within = findInSqlite(db, expression);
  const anywhere = findInSqlite(db, words);
  return (window, share) => (share >= SHARE_MIN ? anywhere : within)(window, share);
}

const ids = (rows: readonly { id: MessageId }[]) => rows.map(({ id }) => id);

/** The index lists its entries in order, so this stops at the limit. */
function findInSqlite(db: Connection, expression: string): Find {
  return async ({ above, below, order, limit }) =>
    ids(
      await db.all<{ id: MessageId }>(
        sql`select rowid as id from message_search where message_search match ${expression} and rowid > ${above} and rowid < ${below}
         order by rowid ${order === 'ascending' ? sql`asc` : sql`desc`} limit ${limit}`,
      ),
    );
}

/**
 * The search as a condition on a row of `messages` among given ids. SQLite's index takes as long for one message as for
 * thousands, so it is asked once for all between the first and the last id.
 */
export function wordCondition(
  engine: Engine,
  query: SearchQuery,
  realm_id: number,
  message_ids: readonly MessageId[],
): Fragment {
  const expression = expressionOf(engine, query, { realm_id, recipient_ids: null });
  if (engine === 'postgres')
    return sql`exists (select 1 from message_search where message_id = messages.id and words @@ ${expression}::tsquery)`;
  const [lowest, highest] = message_ids.reduce(
    ([least, most], id) => [Math.min(least, id), Math.max(most, id)],
    [Number.MAX_SAFE_INTEGER, 0],
  );
  return sql`messages.id in (select rowid from message_search where message_search match ${expression}
    and rowid > ${lowest - 1} and rowid < ${highest + 1})`;
}

export interface Matches {
  readonly match_content: string;
  readonly match_subject: string;
}

const NOTHING: SearchQuery = { wanted: [], unwanted: [], except: [], impossible: false };

/** Content and topic of messages as HTML, with matches highlighted. [SE9] */
export async function findMatches(
  db: Connection,
  message_ids: readonly MessageId[],
  query: SearchQuery | null,
  displayed: (topic: string) => string,
): Promise<ReadonlyMap<MessageId, Matches>> {
  const matches = new Map<MessageId, Matches>();
  const time_slice = new TimeSlice();
  for (const batch of batchesOf(message_ids)) {
    const rows = await db.all<{ id: MessageId; rendered_content: string; subject: string; stream_id: number | null }>(
      sql`select id, rendered_content, subject, stream_id from messages join recipients using (recipient_id)
       where id in (${sql.list(batch)})`,
    );
    for (const { id, rendered_content, subject, stream_id } of rows) {
      matches.set(id, {
        match_content: highlightContent(rendered_content, query ?? NOTHING),
        match_subject: highlightTopic(stream_id === null ? '' : displayed(subject), query ?? NOTHING),
      });
      await time_slice.yieldIfUsed();
    }
  }
  return matches;
}
