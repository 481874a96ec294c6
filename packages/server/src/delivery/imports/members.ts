// Who is in which channels or groups of an archive: each id once, and a number for each membership. [IM44]
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { IdTable } from './records/id-table.ts';
import { NumberSet } from './records/number-index.ts';
import type { RecordList } from './records/packed-list.ts';

const NOBODY: RecordList<string> = [];

export class Members {
  private readonly ids = new IdTable();
  private readonly sets = new Map<string, NumberSet>();

  get size(): number {
    return this.sets.size;
  }

  add(place: string, user: string): void {
    getOrSet(this.sets, place, () => new NumberSet()).add(this.ids.add(user));
  }

  /** Each once, those first that any place had first; none of a place that is unknown. */
  of(place: string): RecordList<string> {
    const set = this.sets.get(place);
    if (set === undefined) return NOBODY;
    const { ids } = this;
    return {
      length: set.size,
      *[Symbol.iterator]() {
        for (const index of set) yield ids.at(index);
      },
    };
  }

  /** Everybody who is anywhere. */
  *all(): Generator<string> {
    for (let index = 0; index < this.ids.size; index++) yield this.ids.at(index);
  }
}
