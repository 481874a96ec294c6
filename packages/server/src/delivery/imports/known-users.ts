// The people whom texts of an archive may mention, by their ids there and here and by their names.
import type { UserId } from '@stoa/contract';
import type { IdLookup } from './records/id-map.ts';
import { PackedTexts } from './records/packed-texts.ts';

export interface KnownUser {
  readonly id: UserId;
  readonly full_name: string;
  readonly is_active: boolean;
}

/** An object for each of them would be much memory. */
export class KnownUsers {
  private readonly names = new PackedTexts();
  /** By id: the indexes of names. */
  private readonly indexes = new Map<number, number>();
  private readonly inactive = new Set<number>();
  /** Only if a text has a name without an id. */
  private by_name: Map<string, UserId> | null = null;

  /** `ids`: those here by those of the archive. */
  constructor(
    private readonly ids: IdLookup<UserId>,
    people: Iterable<{ readonly id: string; readonly full_name: string; readonly is_active: boolean }>,
  ) {
    for (const { id: from, full_name, is_active } of people) {
      const id = ids.get(from)!;
      this.indexes.set(id, this.names.push(full_name));
      if (!is_active) this.inactive.add(id);
    }
  }

  get(from: string): KnownUser | undefined {
    const id = this.ids.get(from);
    return id === undefined ? undefined : this.withId(id);
  }

  withId(id: number): KnownUser | undefined {
    const index = this.indexes.get(id);
    if (index === undefined) return undefined;
    return { id: id as UserId, full_name: this.names.at(index), is_active: !this.inactive.has(id) };
  }

  named(name: string): KnownUser | undefined {
    this.by_name ??= this.idsByName();
    const id = this.by_name.get(name.toLowerCase());
    return id === undefined ? undefined : this.withId(id);
  }

  /** Among people of one name: active ones first, then the oldest account. */
  private idsByName(): Map<string, UserId> {
    const by_name = new Map<string, UserId>();
    const rank = (one: number) => Number(this.inactive.has(one));
    for (const [id, index] of this.indexes) {
      const key = this.names.at(index).toLowerCase();
      const other = by_name.get(key);
      if (other === undefined || rank(id) < rank(other) || (rank(id) === rank(other) && id < other))
        by_name.set(key, id as UserId);
    }
    return by_name;
  }
}
