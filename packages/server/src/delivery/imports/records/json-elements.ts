// Reads the elements of long JSON arrays one by one, so that a file of any length needs the memory of one element. Finds
// only where elements begin and end: the runtime parses them.
import type { ArchiveSource } from '../archive.ts';
import { type ArchiveError, archiveFailure } from '../archive-error.ts';
import { limitMemory } from '../memory-limit.ts';

export interface JsonRecord {
  /** The key of the array; empty if the file is an array. */
  readonly table: string;
  readonly index: number;
  /** False for the one value of a key that is no array. */
  readonly is_item: boolean;
  readonly value: unknown;
}

const MAX_ELEMENT_BYTES = 4 * 1024 * 1024;
/** Limit of arrays and objects in a record: each takes a hundred times the memory of its two characters. */
export const MAX_PARTS = 200_000;
/** Limit of keys and items in a record: each takes ten times the memory of its characters, and more if it has a wrong form. [IM801] */
const MAX_VALUES = 600_000;
/** Limit of nesting: writing a deeper value as text takes seconds. */
const MAX_DEPTH = 500;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const COMMA = 0x2c;
const COLON = 0x3a;
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** The byte order mark, which some programs write at the beginning. */
const MARK = new Set([0xef, 0xbb, 0xbf]);

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The elements of the arrays in an object, or of an array; other values of the object are one element each, of index 0. */
export async function* jsonRecords(
  source: ArchiveSource,
  path: string,
  root: 'array' | 'any' = 'any',
): AsyncGenerator<JsonRecord> {
  const state = new Splitter(path, root);
  for await (const chunk of source.open(path))
    yield* state.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
  state.end();
}

class Splitter {
  private rest: Buffer = Buffer.alloc(0);
  /** Where in `rest` scanning continues, and where the current element began; -1 outside elements. */
  private at = 0;
  private start = -1;
  private depth = 0;
  private parts = 0;
  private values = 0;
  private in_string = false;
  private table = '';
  private index = 0;
  /** The depth of elements: 1 in an array, 2 in the arrays of an object. */
  private is_object = false;
  private in_array = false;
  private ended = false;

  constructor(
    private readonly path: string,
    private readonly root: 'array' | 'any',
  ) {}

  *push(chunk: Buffer): Generator<JsonRecord> {
    const keep = this.start === -1 ? this.at : this.start;
    this.rest = Buffer.concat([this.rest.subarray(keep), chunk]);
    this.at -= keep;
    if (this.start !== -1) this.start = 0;
    if (this.rest.length - chunk.length > MAX_ELEMENT_BYTES) throw this.error('record_long');
    for (; this.at < this.rest.length; this.at++) {
      if (this.in_string && !this.leaveString()) break;
      const found = this.step(this.rest[this.at]!);
      if (found) yield found;
    }
  }

  end(): void {
    if (!this.ended) throw archiveFailure('file_cut_off', {}, this.path);
  }

  private error(
    reason: 'json_end' | 'json_invalid' | 'record_deep' | 'record_long' | 'record_parts' | 'utf8_invalid',
  ): ArchiveError {
    return archiveFailure(reason, {}, this.path, this.table === '' ? this.index + 1 : `${this.table}[${this.index}]`);
  }

  private get element_depth(): number {
    return this.is_object && this.in_array ? 2 : 1;
  }

  private step(byte: number): JsonRecord | null {
    if (BLANK.has(byte)) return null;
    if (this.ended) throw this.error('json_end');
    if (this.depth === 0 && !OPENING.has(byte)) {
      if (MARK.has(byte)) return null;
      throw archiveFailure('json_none', {}, this.path);
    }
    if (byte === QUOTE) {
      this.in_string = true;
      if (this.start === -1) this.start = this.at;
      return null;
    }
    if ((byte === COMMA || byte === COLON) && ++this.values > MAX_VALUES) throw this.error('record_parts');
    if (OPENING.has(byte)) return this.open(byte);
    if (CLOSING.has(byte)) return this.close();
    if (this.depth === this.element_depth && byte === COMMA) return this.finish(this.at);
    if (this.depth === 1 && this.is_object && byte === COLON) {
      this.table = String(this.parse(this.at));
      this.index = 0;
      this.start = -1;
    } else if (this.start === -1) this.start = this.at;
    return null;
  }

  /** Skips to the byte after the string without checking each byte; false if the string continues in the next chunk. */
  private leaveString(): boolean {
    for (let end = this.rest.indexOf(QUOTE, this.at); end !== -1; end = this.rest.indexOf(QUOTE, end + 1)) {
      // A string is part of an element, which is in `rest` from its beginning.
      let escapes = 0;
      while (this.rest[end - 1 - escapes] === BACKSLASH) escapes++;
      if (escapes % 2 === 1) continue;
      this.in_string = false;
      this.at = end + 1;
      return this.at < this.rest.length;
    }
    this.at = this.rest.length;
    return false;
  }

  private open(byte: number): null {
    this.depth++;
    if (this.depth > MAX_DEPTH) throw this.error('record_deep');
    if (++this.parts > MAX_PARTS) throw this.error('record_parts');
    if (this.depth === 1) {
      this.is_object = byte === 0x7b;
      if (this.is_object && this.root === 'array') throw archiveFailure('json_no_array', {}, this.path);
    }
    if (this.depth === 1) return null;
    if (this.depth === 2 && this.is_object && this.start === -1 && byte === 0x5b) this.in_array = true;
    else if (this.start === -1) this.start = this.at;
    return null;
  }

  private close(): JsonRecord | null {
    const is_end_of_elements = this.depth === this.element_depth;
    const found = is_end_of_elements ? this.finish(this.at) : null;
    this.depth--;
    if (this.depth < 0) throw this.error('json_invalid');
    if (this.depth === 0) this.ended = true;
    if (is_end_of_elements && this.in_array) {
      this.in_array = false;
      this.table = '';
    }
    return found;
  }

  private finish(end: number): JsonRecord | null {
    if (this.start === -1) return null;
    const value = this.parse(end);
    this.start = -1;
    this.parts = 0;
    this.values = 0;
    limitMemory();
    return { table: this.table, index: this.index++, is_item: this.in_array || !this.is_object, value };
  }

  private parse(end: number): unknown {
    try {
      return JSON.parse(decoder.decode(this.rest.subarray(this.start, end)));
    } catch (error) {
      throw this.error(error instanceof SyntaxError ? 'json_invalid' : 'utf8_invalid');
    }
  }
}
