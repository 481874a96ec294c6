// JSON as text pieces, some of them built in advance.

/** Text that contains keys; compressed separately from everything else. [HT20] */
export class KeyText {
  constructor(readonly text: string) {}
}

/** Cached UTF-8 that all responses share, long enough to be worth not copying. */
export class SharedBytes {
  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {}

  get length(): number {
    return this.bytes.length;
  }
}

/** Bytes are UTF-8. */
export type Piece = string | Uint8Array | SharedBytes | KeyText;

/** One JSON value. */
export class JsonText {
  constructor(readonly pieces: readonly Piece[]) {}

  toJSON(): never {
    throw new TypeError('this is JSON already');
  }
}

/** Fields that may be JSON text already. */
export type OrText<Fields> = { [Name in keyof Fields]: Fields[Name] | JsonText };

/** An array of values given as text; a piece may hold several, separated by commas. */
export function arrayOf(values: readonly Piece[]): JsonText {
  const pieces: Piece[] = ['['];
  for (const value of values) {
    if (pieces.length > 1) pieces.push(',');
    pieces.push(value);
  }
  pieces.push(']');
  return new JsonText(pieces);
}

/** The fields of an object without the braces; undefined values are left out. */
export function fieldsOf(fields: Readonly<Record<string, unknown>>): Piece[] {
  const pieces: Piece[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    pieces.push(`${pieces.length > 0 ? ',' : ''}"${name}":`);
    if (value instanceof JsonText) pieces.push(...value.pieces);
    else pieces.push(JSON.stringify(value));
  }
  return pieces;
}

const decoder = new TextDecoder();

export function textOf(pieces: readonly Piece[]): string {
  const texts = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    if (piece instanceof KeyText) return piece.text;
    return decoder.decode(piece instanceof SharedBytes ? piece.bytes : piece);
  });
  return texts.join('');
}

/** Copied bytes are joined in parts of this size: the runtime would copy a single large piece. */
const PART_BYTES = 128 * 1024;

/** Text in UTF-8, or text with keys. */
export type Part = Uint8Array<ArrayBuffer> | KeyText;

function joinPieces(pieces: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  if (pieces.every((piece) => typeof piece === 'string')) return Buffer.from(pieces.join(''));
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** Encodes text on demand, and joins it with cached bytes; those that responses share are passed on, not copied. */
export function* partsOf(pieces: readonly Piece[]): Generator<Part, void> {
  let waiting: (string | Uint8Array)[] = [];
  let length = 0;
  for (const piece of pieces) {
    const is_copied = typeof piece === 'string' || piece instanceof Uint8Array;
    if (is_copied) {
      waiting.push(piece);
      length += piece.length;
    }
    if (length > 0 && (!is_copied || length >= PART_BYTES)) {
      yield joinPieces(waiting);
      waiting = [];
      length = 0;
    }
    if (!is_copied) yield piece instanceof SharedBytes ? piece.bytes : piece;
  }
  if (length > 0) yield joinPieces(waiting);
}

export function hasKeys(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => piece instanceof KeyText);
}

/** In bytes, or fewer if the text is not ASCII. */
export function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece instanceof KeyText ? piece.text : piece).length, 0);
}

/** Without the bytes that responses share. */
export function ownSizeOf(pieces: readonly Piece[]): number {
  return sizeOf(pieces.filter((piece) => !(piece instanceof SharedBytes)));
}

export function bytesOf(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const parts = [...partsOf(pieces)].map((part) => (part instanceof KeyText ? Buffer.from(part.text) : part));
  // Most responses are a single part.
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}
