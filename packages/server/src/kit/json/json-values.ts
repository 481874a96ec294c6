// Counts the values of a JSON text without parsing it: a parser takes longest for many small values, whose memory it allocates one by one.

/** The most values of a parameter in JSON; more than this take others' time before a schema can refuse them. [HT46] */
export const VALUES_MAX = 100_000;
/** The deepest nesting of a parameter or payload; recursion over much deeper ones exceeds the stack, and parsing takes long. [HT505] [WH17] */
export const DEPTH_MAX = 100;
/** Characters above which levels are counted before parsing: a million brackets that are open take a tenth of a second to parse. */
export const LONG_JSON = 10_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** The index of the quote that ends the string which begins at `start`; the text's length if none does. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
}

/** True if a text has more than `most` values, counting keys too; also counts what is no JSON. */
export function hasMoreValues(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if ((code === COMMA || code === COLON) && ++count > most) return true;
  }
  return false;
}

/** True if a text nests more than `most` levels deep; also counts what is no JSON. Parsers take longest for texts that nest and do not end. */
export function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code) && ++depth > most) return true;
    else if (CLOSING.has(code)) depth--;
  }
  return false;
}

/** True if parsing a text would take others' time, whatever it says. [HT826] */
export const isCostly = (text: string, most = VALUES_MAX): boolean =>
  text.length > LONG_JSON && (hasMoreValues(text, most) || isDeeper(text, DEPTH_MAX));

/** `JSON.parse` for what others wrote; a costly text is a SyntaxError too. */
export function parseBounded(text: string): unknown {
  if (isCostly(text)) throw new SyntaxError('The JSON has too many values or levels');
  return JSON.parse(text);
}

/** Escapes can hide the key. */
const MAY_HAVE_PROTO_KEY = /__proto__|\\u/;

/** True if a JSON text has a key `__proto__`, which zod and assignments drop. */
export function hasProtoKey(text: string): boolean {
  if (!MAY_HAVE_PROTO_KEY.test(text)) return false;
  try {
    // Not while it is parsed: calls for a hundred thousand values take a tenth of a second. [HT910]
    return anyObject(JSON.parse(text), (object) => Object.hasOwn(object, '__proto__'));
  } catch {
    return false;
  }
}

/** `Object.values` takes 45 ms for a list of a hundred thousand. [HT910] */
const membersOf = (value: object): readonly unknown[] => (Array.isArray(value) ? value : Object.values(value));

/** Whether a test is true for an object or a list anywhere in a value. Without recursion: values may nest deeper than the stack. */
function anyObject(value: unknown, test: (object: object) => boolean): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (test(next)) return true;
    for (const item of membersOf(next)) if (typeof item === 'object' && item !== null) open.push(item);
  }
  return false;
}

/** True if an object anywhere in a parsed value has more than `most` keys. */
export const hasWideObject = (value: unknown, most: number): boolean =>
  anyObject(value, (object) => !Array.isArray(object) && Object.keys(object).length > most);

/** The value with its texts cut to a length, and without keys that are longer; changed in place. */
export function withShortTexts(value: unknown, most: number): unknown {
  if (typeof value === 'string') return value.slice(0, most);
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop() as Record<string, unknown>;
    if (typeof next !== 'object' || next === null) continue;
    const members: Iterable<[string | number, unknown]> = Array.isArray(next) ? next.entries() : Object.entries(next);
    for (const [key, item] of members) {
      if (typeof key === 'string' && key.length > most) delete next[key];
      else if (typeof item === 'object') open.push(item);
      else if (typeof item === 'string' && item.length > most) next[key] = item.slice(0, most);
    }
  }
  return value;
}
