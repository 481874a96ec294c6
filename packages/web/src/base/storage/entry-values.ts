// Values by entry of this tab's history, for Back, Forward and reloads. In the storage of the tab only, which signing out clears; without
// storage there are none.
import { loadValue, storeValue } from './browser-storage.ts';

const ENTRIES_KEPT = 100;

export class EntryValues<Value> {
  /** `isValue`: whether what was stored can be used. */
  constructor(
    private readonly key: string,
    private readonly isValue: (stored: Partial<Value>) => boolean,
  ) {}

  get(entry: string): Value | null {
    return this.load().get(entry) ?? null;
  }

  /** Null for none. */
  set(entry: string, value: Value | null): void {
    const kept = this.load();
    kept.delete(entry);
    if (value !== null) kept.set(entry, value);
    storeValue(this.key, [...kept].slice(-ENTRIES_KEPT), 'tab');
  }

  /** The last set at the end. */
  private load(): Map<string, Value> {
    const stored = loadValue(this.key, 'tab');
    const entries = (Array.isArray(stored) ? stored : []) as [string, Partial<Value>][];
    return new Map(entries.filter(([, value]) => this.isValue(value)) as [string, Value][]);
  }
}
