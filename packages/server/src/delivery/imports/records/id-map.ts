// Ids of an archive with what belongs to each, for hundreds of thousands: most formats number their records, and a number takes a
// fifth of the memory of a text. [IM44]

/** What readers of such a map use. */
export type IdLookup<Value> = Pick<ReadonlyMap<string, Value>, 'get' | 'has' | 'size'>;

const NUMBER = /^(?:0|[1-9]\d{0,14})$/;

export class IdMap<Value> implements IdLookup<Value> {
  private readonly numbered = new Map<number, Value>();
  private readonly others = new Map<string, Value>();

  constructor(entries: Iterable<readonly [id: string, value: Value]> = []) {
    for (const [id, value] of entries) this.set(id, value);
  }

  get size(): number {
    return this.numbered.size + this.others.size;
  }

  get(id: string): Value | undefined {
    return NUMBER.test(id) ? this.numbered.get(Number(id)) : this.others.get(id);
  }

  has(id: string): boolean {
    return NUMBER.test(id) ? this.numbered.has(Number(id)) : this.others.has(id);
  }

  set(id: string, value: Value): void {
    if (NUMBER.test(id)) this.numbered.set(Number(id), value);
    else this.others.set(id, value);
  }
}
