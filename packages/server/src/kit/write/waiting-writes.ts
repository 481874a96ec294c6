// The writes that wait for a lane, in the order in which they run: people take turns, so that many writes of one person at once delay
// only their own. Those of one person run in the order in which they were asked for.
import type { LimitKey } from '../access/actor.ts';
import { getOrSet } from '../collections/get-or-set.ts';

interface Queued {
  /** Null for one that waits for nobody's other writes, such as a job. */
  readonly limit_key: LimitKey | null;
}

export class WaitingWrites<Write extends Queued> {
  /** In the order of turns, the next first: a list for each limit key that waits, and for each write without one. */
  private readonly turns = new Map<LimitKey | Write, Write[]>();
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(write: Write): void {
    getOrSet(this.turns, write.limit_key ?? write, (): Write[] => []).push(write);
    this.count++;
  }

  /** The next ones, at most `most`. */
  take(most: number): Write[] {
    const taken: Write[] = [];
    while (taken.length < most && this.count > 0) {
      const [key, own] = this.turns.entries().next().value!;
      taken.push(own.shift()!);
      this.count--;
      this.turns.delete(key);
      // At the end, behind everybody who waits.
      if (own.length > 0) this.turns.set(key, own);
    }
    return taken;
  }

  /** Before all others, in this order: they were taken, and have not run. */
  putBack(writes: readonly Write[]): void {
    const others = [...this.turns.values()].flat();
    this.turns.clear();
    this.count = 0;
    for (const write of [...writes, ...others]) this.push(write);
  }
}
