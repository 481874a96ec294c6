// JSON that is text already: made in pieces, some of them before anybody asked.

/** Text with keys in it: it is compressed with nothing else. [HT20] */
export class KeyText {
  constructor(readonly text: string) {}
}

/** Bytes are UTF-8 that was kept. */
export type Piece = string | Uint8Array | KeyText;

/** One JSON value. */
export class JsonText {
  constructor(readonly pieces: readonly Piece[]) {}

  toJSON(): never {
    throw new TypeError('this is JSON already');
  }
}

/** The fields of something, where each may be text already. */
export type OrText<Fields> = { [Name in keyof Fields]: Fields[Name] | JsonText };

/** An array of values that are texts; a piece may hold several, with commas between them. */
export function arrayOf(values: readonly Piece[]): JsonText {
  const pieces: Piece[] = ['['];
  for (const value of values) {
    if (pieces.length > 1) pieces.push(',');
    pieces.push(value);
  }
  pieces.push(']');
  return new JsonText(pieces);
}

/** The fields of an object without the braces; values that are undefined are left out. */
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
    return piece instanceof KeyText ? piece.text : decoder.decode(piece);
  });
  return texts.join('');
}

export interface TextBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** From where to where there are keys. */
  readonly keys: readonly (readonly [from: number, until: number])[];
}

export function bytesOf(pieces: readonly Piece[]): TextBytes {
  const parts: Uint8Array[] = [];
  const keys: [number, number][] = [];
  let length = 0;
  let waiting = '';
  const add = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  const flush = () => {
    if (waiting !== '') add(Buffer.from(waiting));
    waiting = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      waiting += piece;
      continue;
    }
    flush();
    const from = length;
    add(piece instanceof KeyText ? Buffer.from(piece.text) : piece);
    if (piece instanceof KeyText) keys.push([from, length]);
  }
  flush();
  return { bytes: Buffer.concat(parts, length), keys };
}
