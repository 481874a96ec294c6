// A compact map from ids of an archive to values, for hundreds of thousands of entries. [IM44]
import { IdTable } from './id-table.ts';
import { PackedTexts } from './packed-texts.ts';

/** The part of a map that readers use. */
export type IdLookup<Value> = Pick<ReadonlyMap<string, Value>, 'get' | 'has' | 'size'>;

export class IdMap<Value> implements IdLookup<Value> {
  private readonly ids = new IdTable();
  private readonly values: Value[] = [];

  constructor(entries: Iterable<readonly [id: string, value: Value]> = []) {
    for (const [id, value] of entries) this.set(id, value);
  }

  get size(): number {
    return this.ids.size;
  }

  get(id: string): Value | undefined {
    const index = this.ids.indexOf(id);
    return index === -1 ? undefined : this.values[index];
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  set(id: string, value: Value): void {
    this.values[this.ids.add(id)] = value;
  }
}

/** The same for short texts, such as the ids of people by their names. */
export class TextMap implements IdLookup<string> {
  private readonly indexes = new IdMap<number>();
  private readonly texts = new PackedTexts();

  get size(): number {
    return this.indexes.size;
  }

  get(id: string): string | undefined {
    const index = this.indexes.get(id);
    return index === undefined ? undefined : this.texts.at(index);
  }

  has(id: string): boolean {
    return this.indexes.has(id);
  }

  set(id: string, text: string): void {
    this.indexes.set(id, this.texts.push(text));
  }
}
