// What is worth telling only now: typing, presence. Never logged, kept for a moment so that a client between two polls hears of it too.
import type { EventId, RealmId } from '@stoa/contract';
import type { Clock } from '../kit/clock.ts';
import { getOrSet } from '../kit/get-or-set.ts';
import type { LogEntry } from '../kit/log-entry.ts';
import { FeedEntry } from './realm-log.ts';

/** A signal as it is given, and as it travels between nodes. */
export type NewSignal = Pick<LogEntry, 'type' | 'op' | 'body' | 'audience'>;

/** How long a client may be between two polls without missing one. */
const KEPT_MS = 10_000;
const KEPT_MAX = 1000;

interface Kept {
  readonly number: number;
  readonly at: number;
  readonly entry: FeedEntry;
}

export class Signals {
  private readonly kept = new Map<RealmId, Kept[]>();
  /** Counts the signals of this node; queues remember how far they are. */
  newest = 0;

  constructor(private readonly clock: Clock) {}

  /** Who was subscribed is judged as of now: `position` is the log's. */
  add(realm_id: RealmId, signal: NewSignal, position: EventId): void {
    const entry = new FeedEntry({ ...signal, realm_id, id: (position + 1) as EventId, touched: [] });
    const kept = getOrSet(this.kept, realm_id, () => []);
    kept.push({ number: ++this.newest, at: this.clock.now(), entry });
    const due = this.clock.now() - KEPT_MS;
    const fresh = kept.findIndex(({ at }) => at > due);
    kept.splice(0, Math.max(fresh, kept.length - KEPT_MAX));
  }

  /** Up to which signal somebody is told who has been listening elsewhere until `at`. */
  toldUntil(realm_id: RealmId, at: number): number {
    const next = (this.kept.get(realm_id) ?? []).find((signal) => signal.at > at);
    return next ? next.number - 1 : this.newest;
  }

  after(realm_id: RealmId, number: number): FeedEntry[] {
    if (number >= this.newest) return [];
    const due = this.clock.now() - KEPT_MS;
    return (this.kept.get(realm_id) ?? [])
      .filter((signal) => signal.number > number && signal.at > due)
      .map(({ entry }) => entry);
  }
}
