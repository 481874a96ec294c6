// Parses a long JSON text in parts, so that others are answered meanwhile.
import { TimeSlice } from '../event-loop/time-slice.ts';

/** In UTF-16 units. Shorter texts take a millisecond or two. */
const LONG = 256 * 1024;
/** The smallest size of a part, in characters. */
const PART = 64 * 1024;
/** Where one object ends and the next begins: between two items of the list, or within one. */
const BOUNDARY = '},{';
/** Boundaries in a row that were within an item, after which the rest is parsed at once. */
const MISSES_MAX = 20;
/** The first list of objects, with its name, which must not be one that objects sort by its number. */
const LIST = /"([a-z_]+)":\[\{/;

/** Null for what is no JSON. */
function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The same as `JSON.parse`. A long text is parsed in parts if it is an object with a list of objects, as responses with many items are; any other
 * one at once.
 */
export async function parseInParts(text: string): Promise<unknown> {
  const found = text.length < LONG ? null : LIST.exec(text);
  if (!found) return JSON.parse(text);
  const name = found[1]!;
  let at = found.index + found[0].length - 1;
  // Whole only if the list is one of the object's own fields, and neither within another one nor within a string.
  const head = parseOrNull(`${text.slice(0, at)}]}`);
  if (head === null) return JSON.parse(text);
  const items: unknown[] = [];
  const time_slice = new TimeSlice();
  let end = text.indexOf(BOUNDARY, at + PART);
  for (let misses = 0; end !== -1 && misses < MISSES_MAX; ) {
    // A part that is a list of whole values ends between two of them: the same text can be read in one way only.
    const part = parseOrNull(`[${text.slice(at, end + 1)}]`) as unknown[] | null;
    if (part === null) {
      misses += 1;
      end = text.indexOf(BOUNDARY, end + 1);
    } else {
      for (const item of part) items.push(item);
      misses = 0;
      at = end + 2;
      end = text.indexOf(BOUNDARY, at + PART);
    }
    await time_slice.yieldIfUsed();
  }
  const rest = JSON.parse(`{"${name}":[${text.slice(at)}`) as Record<string, unknown[]>;
  for (const item of rest[name]!) items.push(item);
  return { ...(head as object), ...rest, [name]: items };
}
