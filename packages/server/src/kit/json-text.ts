// JSON as text pieces, some of them built in advance.

import { TimeSlice } from './event-loop/time-slice.ts';

/** Text that contains keys; compressed separately from everything else. [HT20] */
export class KeyText {
  constructor(readonly text: string) {}
}

/** Bytes are cached UTF-8. */
export type Piece = string | Uint8Array | KeyText;

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
    return piece instanceof KeyText ? piece.text : decoder.decode(piece);
  });
  return texts.join('');
}

export interface TextBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The byte ranges that hold keys. */
  readonly keys: readonly (readonly [from: number, until: number])[];
}

/** Text is encoded in parts of this many characters: the runtime would copy a single large piece. */
const PART_CHARACTERS = 128 * 1024;

class Bytes {
  private readonly parts: Uint8Array[] = [];
  private readonly keys: [number, number][] = [];
  private length = 0;
  private waiting = '';

  add(piece: Piece): void {
    if (typeof piece === 'string') {
      this.waiting += piece;
      if (this.waiting.length >= PART_CHARACTERS) this.flush();
      return;
    }
    this.flush();
    const from = this.length;
    this.append(piece instanceof KeyText ? Buffer.from(piece.text) : piece);
    if (piece instanceof KeyText) this.keys.push([from, this.length]);
  }

  end(): TextBytes {
    this.flush();
    const [first] = this.parts;
    // Most answers are a single part.
    const bytes = this.parts.length === 1 ? (first as TextBytes['bytes']) : Buffer.concat(this.parts, this.length);
    return { bytes, keys: this.keys };
  }

  private append(part: Uint8Array): void {
    this.parts.push(part);
    this.length += part.length;
  }

  private flush(): void {
    if (this.waiting !== '') this.append(Buffer.from(this.waiting));
    this.waiting = '';
  }
}

export function bytesOf(pieces: readonly Piece[]): TextBytes {
  const bytes = new Bytes();
  for (const piece of pieces) bytes.add(piece);
  return bytes.end();
}

/** The same, yielding to the event loop: an answer may have many megabytes. */
export async function bytesInTurns(pieces: readonly Piece[]): Promise<TextBytes> {
  const bytes = new Bytes();
  const time_slice = new TimeSlice();
  for (const piece of pieces) {
    bytes.add(piece);
    if (time_slice.isUsed()) await time_slice.yieldIfUsed();
  }
  return bytes.end();
}
