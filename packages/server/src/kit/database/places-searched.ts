// Looks for rows in each of many places, such as conversations: each place has a limit of its own.
import { batchesOfPowers, inBatches } from './batches.ts';
import type { Connection } from './connection.ts';
import { type Fragment, type Hole, sql } from './sql.ts';

/** At most this many places in one statement of the embedded database, because each adds hundreds of characters. */
const LARGEST_TEXT = 4;
/** The same on PostgreSQL, where only the response grows. */
const PLACES_PER_STATEMENT = 500;

type Place<Name extends string> = Readonly<Record<Name, number | string>>;

/** Selects the rows of a place, of which the fields are values or columns. */
type Part<Name extends string> = (place: Readonly<Record<Name, Hole>>) => Fragment;

export class PlacesSearched<Name extends string> {
  /** `fields`: of a place, with their types in SQL. */
  constructor(private readonly fields: Readonly<Record<Name, 'bigint' | 'text'>>) {}

  /**
   * The rows of all places; those of a single one in its order. On PostgreSQL one statement of one text: planning a part for each place
   * takes longer than running it. [DB57] Those for the embedded database have three texts, because a connection could keep few of 50, and
   * running several costs no round trips. [DB50] `at_once`: fewer places in each of these, for long parts.
   */
  async find<Row>(
    db: Connection,
    places: readonly Place<Name>[],
    part: Part<Name>,
    at_once = LARGEST_TEXT,
  ): Promise<Row[]> {
    if (db.engine === 'postgres' && places.length > 1)
      return inBatches(places, (batch) => this.findLaterally<Row>(db, batch, part), PLACES_PER_STATEMENT);
    const rows: Row[] = [];
    const largest = 2 ** Math.floor(Math.log2(Math.min(LARGEST_TEXT, at_once)));
    for (const batch of batchesOfPowers(places, largest)) {
      const parts = batch.map((place, at) => sql`select * from (${part(place)}) as part${sql.raw(at)}`);
      rows.push(...(await db.all<Row>(sql`${sql.join(parts, ' union all ')}`)));
    }
    return rows;
  }

  private findLaterally<Row>(db: Connection, places: readonly Place<Name>[], part: Part<Name>): Promise<Row[]> {
    const names = Object.keys(this.fields) as Name[];
    const json = JSON.stringify(places.map((place) => Object.fromEntries(names.map((name) => [name, place[name]]))));
    const types = names.map((name) => `${name} ${this.fields[name]}`).join(', ');
    const columns = Object.fromEntries(names.map((name) => [name, sql.raw(`place.${name}`)])) as Record<Name, Fragment>;
    return db.all<Row>(
      sql`select part.* from json_to_recordset(${json}::json) as place(${sql.raw(types)}) cross join lateral (${part(columns)}) as part`,
    );
  }
}
