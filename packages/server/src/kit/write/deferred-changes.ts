// Changes that the writes of a commit defer, made together for all of them.
import type { Transaction } from '../database/connection.ts';

/** A deferred change of the items of several writes; if it fails, so does every write of the commit. */
export type Change<Item> = (tx: Transaction, items: readonly Item[]) => Promise<void>;

interface Deferred {
  readonly change: Change<unknown>;
  readonly item: unknown;
}

export class DeferredChanges {
  private readonly waiting: Deferred[] = [];

  get length(): number {
    return this.waiting.length;
  }

  add<Item>(change: Change<Item>, item: Item): void {
    this.waiting.push({ change: change as Change<unknown>, item });
  }

  /** Drops those that were added after this many. */
  drop(length: number): void {
    this.waiting.length = length;
  }

  /** Each change once, with the items in the order they were added. */
  async run(tx: Transaction): Promise<void> {
    for (const [change, of] of Map.groupBy(this.waiting.splice(0), (deferred) => deferred.change))
      await change(
        tx,
        of.map(({ item }) => item),
      );
  }
}
