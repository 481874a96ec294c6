// Signals: events that matter only now (typing, presence). Never logged; kept for a few seconds so that a client
// between two polls still gets them.
import type { EventId, RealmId } from '@stoa/contract';
import { getOrSet } from '../kit/collections/get-or-set.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { LogEntry } from '../kit/write/log-entry.ts';
import { FeedEntry } from './event-log.ts';

/** A signal as its slice makes it. */
export type NewSignal = Pick<LogEntry, 'type' | 'op' | 'body' | 'audience'>;

/** A signal as one node sends it to the others. */
export interface NodeSignal {
  readonly realm_id: RealmId;
  readonly signal: NewSignal;
}

/** How long a client may pause between two polls without missing a signal. */
const KEPT_MS = 10_000;
const KEPT_MAX = 1000;

const NONE: readonly FeedEntry[] = [];

interface StoredSignal {
  readonly number: number;
  readonly at: number;
  readonly entry: FeedEntry;
}

export class Signals {
  private readonly recent = new Map<RealmId, StoredSignal[]>();
  /** Found once for all polls that have received the same. */
  private found: {
    realm_id: RealmId;
    number: number;
    newest: number;
    at: number;
    entries: readonly FeedEntry[];
  } | null = null;
  /** Counts the signals of this node; each queue remembers the last one it received. */
  newest = 0;

  constructor(private readonly clock: Clock) {}

  /** `position`: the log position at which the audience's subscriptions are judged. */
  add(realm_id: RealmId, signal: NewSignal, position: EventId): FeedEntry {
    const entry = new FeedEntry({ ...signal, realm_id, id: (position + 1) as EventId, invalidated_user_ids: [] });
    const signals = getOrSet(this.recent, realm_id, () => []);
    signals.push({ number: ++this.newest, at: this.clock.now(), entry });
    const due = this.clock.now() - KEPT_MS;
    const fresh = signals.findIndex(({ at }) => at > due);
    signals.splice(0, Math.max(fresh, signals.length - KEPT_MAX));
    return entry;
  }

  /** The last signal already delivered to a client that polled another node until `at`. */
  newestSignalAt(realm_id: RealmId, at: number): number {
    const next = (this.recent.get(realm_id) ?? []).find((signal) => signal.at > at);
    return next ? next.number - 1 : this.newest;
  }

  after(realm_id: RealmId, number: number): readonly FeedEntry[] {
    if (number >= this.newest) return NONE;
    const { found, newest } = this;
    const at = this.clock.now();
    if (found?.realm_id === realm_id && found.number === number && found.newest === newest && found.at === at)
      return found.entries;
    const entries = (this.recent.get(realm_id) ?? [])
      .filter((signal) => signal.number > number && signal.at > at - KEPT_MS)
      .map(({ entry }) => entry);
    this.found = { realm_id, number, newest, at, entries };
    return entries;
  }
}
