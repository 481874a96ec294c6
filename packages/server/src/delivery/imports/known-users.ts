// The people whom texts of an archive may mention, by their ids there and here and by their names.
import type { UserId } from '@stoa/contract';
import { type IdLookup, IdMap } from './records/id-map.ts';
import { NumberIndex } from './records/number-index.ts';
import type { RecordList } from './records/packed-list.ts';
import { PackedTexts } from './records/packed-texts.ts';

export interface KnownUser {
  readonly id: UserId;
  readonly full_name: string;
  readonly is_active: boolean;
}

/** An object for each of them would be much memory. [IM44] */
export class KnownUsers {
  private readonly names = new PackedTexts();
  /** The ids here, in the order of names. */
  private readonly numbers: Uint32Array;
  private readonly indexes: NumberIndex;
  private readonly inactive: Uint8Array;
  /** Only if a text has a name without an id. */
  private by_name: IdMap<UserId> | null = null;

  /** `ids`: those here by those of the archive. */
  constructor(
    private readonly ids: IdLookup<UserId>,
    people: RecordList<{ readonly id: string; readonly full_name: string; readonly is_active: boolean }>,
  ) {
    this.numbers = new Uint32Array(people.length);
    this.inactive = new Uint8Array(people.length);
    for (const { id, full_name, is_active } of people) {
      const index = this.names.push(full_name);
      this.numbers[index] = ids.get(id)!;
      this.inactive[index] = is_active ? 0 : 1;
    }
    this.indexes = new NumberIndex(this.numbers);
  }

  get(from: string): KnownUser | undefined {
    const id = this.ids.get(from);
    return id === undefined ? undefined : this.withId(id);
  }

  withId(id: number): KnownUser | undefined {
    const index = this.indexes.indexOf(id);
    if (index === -1) return undefined;
    return { id: id as UserId, full_name: this.names.at(index), is_active: this.inactive[index] === 0 };
  }

  named(name: string): KnownUser | undefined {
    this.by_name ??= this.idsByName();
    const id = this.by_name.get(name.toLowerCase());
    return id === undefined ? undefined : this.withId(id);
  }

  /** Among people of one name: active ones first, then the oldest account. */
  private idsByName(): IdMap<UserId> {
    const by_name = new IdMap<UserId>();
    const rank = (one: number) => this.inactive[this.indexes.indexOf(one)]!;
    for (const [index, id] of this.numbers.entries()) {
      const key = this.names.at(index).toLowerCase();
      const other = by_name.get(key);
      if (other === undefined || rank(id) < rank(other) || (rank(id) === rank(other) && id < other))
        by_name.set(key, id as UserId);
    }
    return by_name;
  }
}
