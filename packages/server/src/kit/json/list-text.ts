// Lists that may have many megabytes, as JSON: read and written a few rows at a time, so that others have their turn and no list of
// objects is held beside its text. [HT854]
import { TimeSlice } from '../event-loop/time-slice.ts';
import { arrayOf, JsonText, type Piece } from './json-text.ts';

/** Rows whose texts may have ten thousand characters ... */
export const LONG_ROWS_AT_ONCE = 10;
/** ... and rows of a few hundred. */
export const SHORT_ROWS_AT_ONCE = 500;

type Batches<T> = AsyncIterable<readonly T[]>;

/** One text for each batch that is not empty; `written` is without brackets. */
async function piecesOf<T>(batches: Batches<T>, write: (item: T) => string): Promise<string[]> {
  const pieces: string[] = [];
  const time_slice = new TimeSlice();
  for await (const batch of batches) {
    if (batch.length > 0) pieces.push(batch.map(write).join(','));
    await time_slice.yieldIfUsed();
  }
  return pieces;
}

/** The values of all batches as one array. */
export async function listText(batches: Batches<unknown>): Promise<JsonText> {
  return arrayOf(await piecesOf(batches, (value) => JSON.stringify(value)));
}

/** The names and values of all batches as one object. */
export async function objectText(batches: Batches<readonly [string, unknown]>): Promise<JsonText> {
  const write = ([name, value]: readonly [string, unknown]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  const pieces: Piece[] = ['{'];
  for (const piece of await piecesOf(batches, write)) pieces.push(pieces.length > 1 ? ',' : '', piece);
  pieces.push('}');
  return new JsonText(pieces);
}

/** Rows in the order of a number that they have, from one to the next. */
export async function* inOrderOf<Row, Name extends keyof Row>(
  name: Name,
  find: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  for (let after = 0; ; ) {
    const rows = await find(after);
    if (rows.length === 0) return;
    yield rows;
    after = Number(rows.at(-1)![name]);
  }
}
