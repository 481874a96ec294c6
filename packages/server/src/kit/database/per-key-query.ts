// Runs one query for each of many keys, such as the ranges of conversations, so that each can have a limit of its own.
import { batchesOfPowers, inBatches } from './batches.ts';
import type { Connection } from './connection.ts';
import { type Fragment, type Hole, type Statement, sql } from './sql.ts';

/** At most this many keys in one statement of the embedded database, because each adds hundreds of characters. */
const KEYS_PER_UNION = 4;
/** The same on PostgreSQL, where only the response grows. */
const KEYS_PER_STATEMENT = 500;

type Key<Name extends string> = Readonly<Record<Name, number | string>>;

/** Selects the rows of a key, whose fields are values or columns. */
type QueryOfKey<Name extends string> = (key: Readonly<Record<Name, Hole>>) => Fragment;

/** A query alone stays as it is: the embedded database reads it faster than one that a union could contain. */
function unionOf(queries: readonly Fragment[]): Statement {
  if (queries.length === 1) return sql`${queries[0]!}`;
  return sql`${sql.join(
    queries.map((query, at) => sql`select * from (${query}) as part${sql.raw(at)}`),
    ' union all ',
  )}`;
}

export class PerKeyQuery<Name extends string> {
  /** `fields`: of a key, with their types in SQL. */
  constructor(private readonly fields: Readonly<Record<Name, 'bigint' | 'text'>>) {}

  /**
   * The rows of all keys; those of a single one in its order. On PostgreSQL one statement of one text: planning a part for each key
   * takes longer than running it. [DB57] Those for the embedded database have three texts, because a connection could keep few of 50, and
   * running several costs no round trips. [DB50] `at_once`: fewer keys in each of these, for long queries.
   */
  async find<Row>(
    db: Connection,
    keys: readonly Key<Name>[],
    query: QueryOfKey<Name>,
    at_once = KEYS_PER_UNION,
  ): Promise<Row[]> {
    if (db.engine === 'postgres' && keys.length > 1)
      return inBatches(keys, (batch) => this.findLaterally<Row>(db, batch, query), KEYS_PER_STATEMENT);
    const rows: Row[] = [];
    const largest = 2 ** Math.floor(Math.log2(Math.min(KEYS_PER_UNION, at_once)));
    for (const batch of batchesOfPowers(keys, largest)) {
      rows.push(...(await db.all<Row>(unionOf(batch.map((key) => query(key))))));
    }
    return rows;
  }

  private findLaterally<Row>(db: Connection, keys: readonly Key<Name>[], query: QueryOfKey<Name>): Promise<Row[]> {
    const names = Object.keys(this.fields) as Name[];
    const json = JSON.stringify(keys.map((key) => Object.fromEntries(names.map((name) => [name, key[name]]))));
    const types = names.map((name) => `${name} ${this.fields[name]}`).join(', ');
    const columns = Object.fromEntries(names.map((name) => [name, sql.raw(`wanted.${name}`)])) as Record<
      Name,
      Fragment
    >;
    return db.all<Row>(
      sql`select part.* from json_to_recordset(${json}::json) as wanted(${sql.raw(types)}) cross join lateral (${query(columns)}) as part`,
    );
  }
}
