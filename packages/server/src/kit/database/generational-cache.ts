// A bounded cache of two generations; entries not requested during one generation are dropped.

interface Entry<Value> {
  readonly value: Value;
  readonly size: number;
}

export class GenerationalCache<Key, Value> {
  private young = new Map<Key, Entry<Value>>();
  private old = new Map<Key, Entry<Value>>();
  private size = 0;

  /** Holds at most two generations of this size, plus one value. `drop` is called with the value of each key that leaves. */
  constructor(
    private readonly generation_size: number,
    private readonly drop: (value: Value) => void = () => {},
  ) {}

  get(key: Key): Value | undefined {
    const young = this.young.get(key);
    if (young) return young.value;
    const entry = this.old.get(key);
    if (entry) this.put(key, entry);
    return entry?.value;
  }

  set(key: Key, value: Value, size: number): void {
    this.put(key, { value, size });
  }

  private put(key: Key, entry: Entry<Value>): void {
    this.size += entry.size - (this.young.get(key)?.size ?? 0);
    this.young.set(key, entry);
    if (this.size >= this.generation_size) this.shift();
  }

  private shift(): void {
    this.dropOld();
    this.old = this.young;
    this.young = new Map();
    this.size = 0;
  }

  private dropOld(): void {
    for (const [key, { value }] of this.old) if (!this.young.has(key)) this.drop(value);
  }

  clear(): void {
    this.dropOld();
    for (const { value } of this.young.values()) this.drop(value);
    this.old = new Map();
    this.young = new Map();
    this.size = 0;
  }
}
