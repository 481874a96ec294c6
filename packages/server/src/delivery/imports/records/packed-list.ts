// Lists of records that may be hundreds of thousands, such as people and subscriptions: as objects they take a kilobyte each,
// as compressed text a few bytes. [IM44]
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { limitMemory } from '../memory-limit.ts';

/** Read from the beginning to the end, as often as needed; an array is one. */
export interface RecordList<T> extends Iterable<T> {
  readonly length: number;
}

/** Records that are compressed together. */
const PER_BLOCK = 256;
/** The fastest: names and addresses become a fifth. */
const LEVEL = 1;

/** Holds anything that JSON can express. */
export class PackedList<T> implements RecordList<T> {
  private readonly blocks: Uint8Array[] = [];
  private open: T[] = [];

  get length(): number {
    return this.blocks.length * PER_BLOCK + this.open.length;
  }

  push(record: T): void {
    this.open.push(record);
    if (this.open.length < PER_BLOCK) return;
    this.blocks.push(deflateRawSync(JSON.stringify(this.open), { level: LEVEL }));
    this.open = [];
  }

  *[Symbol.iterator](): Generator<T> {
    for (const block of this.blocks) {
      yield* JSON.parse(inflateRawSync(block).toString()) as T[];
      limitMemory(PER_BLOCK);
    }
    yield* this.open;
  }
}

/** Converts each record whenever it is read. */
export function mapList<T, R>(list: RecordList<T>, convert: (record: T, index: number) => R): RecordList<R> {
  return {
    length: list.length,
    *[Symbol.iterator]() {
      let index = 0;
      for (const record of list) {
        limitMemory();
        yield convert(record, index++);
      }
    },
  };
}

/** Without the records at these indexes. */
export function without<T>(list: RecordList<T>, indexes: ReadonlySet<number>): RecordList<T> {
  if (indexes.size === 0) return list;
  return {
    length: list.length - indexes.size,
    *[Symbol.iterator]() {
      let index = 0;
      for (const record of list) if (!indexes.has(index++)) yield record;
    },
  };
}

export function joinLists<T>(...lists: readonly RecordList<T>[]): RecordList<T> {
  return {
    length: lists.reduce((sum, { length }) => sum + length, 0),
    *[Symbol.iterator]() {
      for (const list of lists) yield* list;
    },
  };
}
