// Signals: events that matter only now (typing, presence). Never logged; kept for a few seconds so that a client
// between two polls still gets them.
import type { EventId, RealmId } from '@stoa/contract';
import type { Clock } from '../kit/clock.ts';
import { getOrSet } from '../kit/get-or-set.ts';
import type { LogEntry } from '../kit/log-entry.ts';
import { FeedEntry } from './realm-log.ts';

/** A signal as its slice makes it. */
export type NewSignal = Pick<LogEntry, 'type' | 'op' | 'body' | 'audience'>;

/** What one node sends to the others. */
export interface NodeSignal {
  readonly realm_id: RealmId;
  readonly signal: NewSignal;
}

/** How long a client may pause between two polls without missing a signal. */
const KEPT_MS = 10_000;
const KEPT_MAX = 1000;

interface StoredSignal {
  readonly number: number;
  readonly at: number;
  readonly entry: FeedEntry;
}

export class Signals {
  private readonly recent = new Map<RealmId, StoredSignal[]>();
  /** Counts the signals of this node; each queue remembers the last one it received. */
  newest = 0;

  constructor(private readonly clock: Clock) {}

  /** `position`: the log position at which the audience's subscriptions are judged. */
  add(realm_id: RealmId, signal: NewSignal, position: EventId): void {
    const entry = new FeedEntry({ ...signal, realm_id, id: (position + 1) as EventId, invalidated_user_ids: [] });
    const signals = getOrSet(this.recent, realm_id, () => []);
    signals.push({ number: ++this.newest, at: this.clock.now(), entry });
    const due = this.clock.now() - KEPT_MS;
    const fresh = signals.findIndex(({ at }) => at > due);
    signals.splice(0, Math.max(fresh, signals.length - KEPT_MAX));
  }

  /** The last signal already delivered to a client that polled another node until `at`. */
  newestSignalAt(realm_id: RealmId, at: number): number {
    const next = (this.recent.get(realm_id) ?? []).find((signal) => signal.at > at);
    return next ? next.number - 1 : this.newest;
  }

  after(realm_id: RealmId, number: number): FeedEntry[] {
    if (number >= this.newest) return [];
    const due = this.clock.now() - KEPT_MS;
    return (this.recent.get(realm_id) ?? [])
      .filter((signal) => signal.number > number && signal.at > due)
      .map(({ entry }) => entry);
  }
}
