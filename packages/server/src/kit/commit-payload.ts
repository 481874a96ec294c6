// A commit as a text for other processes that serve the same store.
import type { EventId, RealmId } from '@stoa/contract';
import type { LogEntry } from './log-entry.ts';

/** More entries would not fit into a notification. */
const ENTRIES_MAX = 8;

interface CommitNews {
  readonly realm_id: RealmId;
  readonly base: EventId;
  readonly entries: readonly LogEntry[];
}

/** Empty if the others must read the log. */
export function commitNews(realm_id: RealmId, base: EventId, entries: readonly LogEntry[]): string {
  return entries.length > ENTRIES_MAX ? '' : JSON.stringify({ realm_id, base, entries } satisfies CommitNews);
}

/** Null for a text of another program. */
export function parseCommitNews(news: string): CommitNews | null {
  try {
    return JSON.parse(news);
  } catch {
    return null;
  }
}
