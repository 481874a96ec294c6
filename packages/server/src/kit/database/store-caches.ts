// Caches of a store's committed state: each value under the revision it was read at, with a bound. Shared by all connections of a
// store.
import { GenerationalCache } from './generational-cache.ts';

/** Declares a cache that each store has one of. */
export interface CacheDefinition<Value> {
  /** For metrics; unique. */
  readonly name: string;
  /** The cache holds at most twice this sum of sizes. */
  readonly bound: number;
  readonly sizeOf: (value: Value) => number;
}

export type Revision = number | string;

export class RevisionCache<Key, Value> {
  hits = 0;
  misses = 0;
  private readonly entries: GenerationalCache<Key, { readonly revision: Revision; readonly value: Value }>;

  constructor(private readonly definition: CacheDefinition<Value>) {
    this.entries = new GenerationalCache(definition.bound);
  }

  /** Undefined also if the cached value has another revision. */
  get(key: Key, revision: Revision): Value | undefined {
    const entry = this.entries.get(key);
    if (entry?.revision !== revision) {
      this.misses++;
      return undefined;
    }
    this.hits++;
    return entry.value;
  }

  set(key: Key, revision: Revision, value: Value): void {
    this.entries.set(key, { revision, value }, this.definition.sizeOf(value));
  }
}

export class StoreCaches {
  private readonly caches = new Map<CacheDefinition<never>, { hits: number; misses: number }>();

  private readonly under_way = new Map<string, Promise<unknown>>();

  of<Key, Value>(definition: CacheDefinition<Value>): RevisionCache<Key, Value> {
    const existing = this.caches.get(definition as CacheDefinition<never>) as RevisionCache<Key, Value> | undefined;
    if (existing) return existing;
    const cache = new RevisionCache<Key, Value>(definition);
    this.caches.set(definition as CacheDefinition<never>, cache);
    return cache;
  }

  /** Computes a value once for all concurrent calls; if that fails, each computes it. */
  computeOnce<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    const others = this.under_way.get(key) as Promise<Value> | undefined;
    if (others) return others.catch(make);
    const value = make().finally(() => this.under_way.delete(key));
    this.under_way.set(key, value);
    return value;
  }

  /** Lookups of each cache since the store was opened. */
  figures(): { name: string; hits: number; misses: number }[] {
    return [...this.caches].map(([{ name }, { hits, misses }]) => ({ name, hits, misses }));
  }
}
