// The people whom texts of an archive may mention, by their ids there and here and by their names.
import type { UserId } from '@stoa/contract';

export interface KnownUser {
  readonly id: UserId;
  readonly full_name: string;
  readonly is_active: boolean;
}

/** An object for each of them would be much memory. */
export class KnownUsers {
  private readonly names = new Map<number, string>();
  private readonly inactive = new Set<number>();
  /** Only if a text has a name without an id. */
  private by_name: Map<string, UserId> | null = null;

  /** `ids`: those here by those of the archive. */
  constructor(
    private readonly ids: ReadonlyMap<string, UserId>,
    people: Iterable<{ readonly id: string; readonly full_name: string; readonly is_active: boolean }>,
  ) {
    for (const { id: from, full_name, is_active } of people) {
      const id = ids.get(from)!;
      this.names.set(id, full_name);
      if (!is_active) this.inactive.add(id);
    }
  }

  get(from: string): KnownUser | undefined {
    const id = this.ids.get(from);
    return id === undefined ? undefined : this.withId(id);
  }

  withId(id: number): KnownUser | undefined {
    const full_name = this.names.get(id);
    return full_name === undefined ? undefined : { id: id as UserId, full_name, is_active: !this.inactive.has(id) };
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
    for (const [id, full_name] of this.names) {
      const key = full_name.toLowerCase();
      const other = by_name.get(key);
      if (other === undefined || rank(id) < rank(other) || (rank(id) === rank(other) && id < other))
        by_name.set(key, id as UserId);
    }
    return by_name;
  }
}
